/**
 * One question to one DoH upstream over HTTP (RFC 8484), with a bound on its time and on the octets it may send.
 *
 * POST, though GET could be kept by HTTP caches on the way: a name in a URL ends up in logs, and answers are kept here
 * anyway, under a key that knows DO, CD and Client Subnet. It refuses to know what a reply says; whether it was
 * reached at all is told apart from whether what came is a reply.
 */
import { MESSAGE_OCTETS_MAX } from "../dns/reply.ts";
import { readBounded } from "../store/read-bounded.ts";

export type Exchange =
  | {
      readonly kind: "message";
      readonly message: Uint8Array;
      /** How long caches of HTTP on the way have kept it (RFC 8484 5.1, RFC 9111 5.1). */
      readonly ageSeconds: number;
    }
  /** No connection, or no whole reply in time. */
  | { readonly kind: "unreachable" }
  /** An error of HTTP, or no DNS message. */
  | { readonly kind: "unusable" };

const MEDIA_TYPE = "application/dns-message";
/** An upstream that has to ask others itself gets that done in two or three seconds; browsers give up after five. */
const EXCHANGE_TIMEOUT_MS = 3_000;

const UNREACHABLE: Exchange = { kind: "unreachable" };
const UNUSABLE: Exchange = { kind: "unusable" };

/** Sends a query. Never rejects. */
export async function exchange(
  url: string,
  query: Uint8Array,
  headers: Readonly<Record<string, string>>,
): Promise<Exchange> {
  try {
    const response = await fetch(url, {
      method: "POST",
      body: query,
      headers: { "Content-Type": MEDIA_TYPE, Accept: MEDIA_TYPE, ...headers },
      // A query is for the upstream that the operator named, and for no other.
      redirect: "manual",
      signal: AbortSignal.timeout(EXCHANGE_TIMEOUT_MS),
    });
    if (response.status !== 200 || !isDnsMessage(response.headers.get("Content-Type"))) {
      await response.body?.cancel();
      // Cloudflare's own pages for an origin that cannot be reached.
      return response.status >= 520 && response.status <= 530 ? UNREACHABLE : UNUSABLE;
    }
    const message = await readBounded(response.body, MESSAGE_OCTETS_MAX);
    return message === null ? UNUSABLE : { kind: "message", message, ageSeconds: ageOf(response) };
  } catch {
    return UNREACHABLE;
  }
}

/** RFC 9111 1.2.2: a number that is too large counts as 2^31. What is no number says nothing. */
function ageOf({ headers }: Response): number {
  const text = headers.get("Age")?.trim() ?? "";
  return /^\d+$/.test(text) ? Math.min(Number(text), 2 ** 31) : 0;
}

/** RFC 9110 8.3.1: parameters are allowed, and case does not count. */
function isDnsMessage(contentType: string | null): boolean {
  return contentType?.split(";", 1)[0]?.trim().toLowerCase() === MEDIA_TYPE;
}
