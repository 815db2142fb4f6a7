/**
 * Who may ask, where not everybody may: tokens in the path, from the secret ACCESS_TOKENS, since a path is all that
 * browsers let their users say to a resolver.
 *
 * A token is compared with every one there is, in constant time, in cells of one length, so that the time taken tells
 * neither how much of a guess was right nor whose token it resembled. Digests as for the admin API would do no more and
 * would make each query wait. Names are for the operator alone: to know whose token to take out.
 */
import type { Env } from "../store/env.ts";
import { logError } from "../store/log.ts";

/** What is compared: a token's length, its octets, and zeros. */
export type PathTokens = readonly Uint8Array[];

const TOKEN_OCTETS_MAX = 128;
/** What a path carries without encoding (RFC 3986 2.3). */
const TOKEN = /^[A-Za-z0-9._~-]{1,128}$/;

const utf8 = new TextEncoder();

/**
 * Reads `token` or `name:token,…`; null: everybody may ask. An entry that cannot be read lets nobody in and is logged by
 * its place, never by its text; where none can be read, nobody may ask: a slip must not open what was to be closed.
 */
export function pathTokensOf({ ACCESS_TOKENS }: Pick<Env, "ACCESS_TOKENS">): PathTokens | null {
  const text = (ACCESS_TOKENS ?? "").trim();
  if (text === "") return null;
  if (TOKEN.test(text)) return [cellOf(text)];
  return text.split(",").flatMap((entry, at) => {
    const [name = "", token = "", ...more] = entry.trim().split(":");
    if (name !== "" && TOKEN.test(token) && more.length === 0) return [cellOf(token)];
    logError("access-token-unreadable", { entry: at + 1, allowed: "name:token, the token of A-Z a-z 0-9 - . _ ~" });
    return [];
  });
}

/** Tells whether a path's token is one of them. */
export function isKnown(tokens: PathTokens, presented: string): boolean {
  const cell = cellOf(presented);
  let known = 0;
  for (const token of tokens) known |= Number(crypto.subtle.timingSafeEqual(token, cell));
  return known === 1;
}

function cellOf(token: string): Uint8Array {
  const cell = new Uint8Array(1 + TOKEN_OCTETS_MAX);
  // What is too long is cut, and has a length that no token has.
  cell[0] = Math.min(token.length, TOKEN_OCTETS_MAX + 1);
  utf8.encodeInto(token, cell.subarray(1));
  return cell;
}
