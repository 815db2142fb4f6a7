/**
 * What an answer says of itself where it is not plain (RFC 8914): each reason as an info code with a short text.
 *
 * A client that knows the code acts on it; a person at the end of `dig` reads the text. docs/answers-explained.md lists
 * them all. Plain answers say nothing, and cost nothing here.
 */
import type { ExtendedError } from "../dns/edns.ts";
import { EDE, RCODE } from "../dns/types.ts";
import { type Link, nextOwner } from "./chain.ts";
import type { Reach } from "./reach.ts";
import type { Notes } from "./situation.ts";

const NO_ERRORS: readonly ExtendedError[] = [];

const NOT_HOSTED: ExtendedError = { infoCode: EDE.NOT_AUTHORITATIVE, text: "not a hosted zone" };
const UNREADABLE: ExtendedError = { infoCode: EDE.NOT_READY, text: "the zone cannot be read at present" };
const STALE_ZONE: ExtendedError = { infoCode: EDE.STALE_ANSWER, text: "an earlier version of the zone" };
const STALE_HEALTH: ExtendedError = { infoCode: EDE.STALE_ANSWER, text: "health is not up to date" };
const STALE_HOST: ExtendedError = { infoCode: EDE.STALE_ANSWER, text: "the last known addresses of an outside host" };
/** No code of the registry says this; 0 is for such (RFC 8914 4.1). */
const FAILED_OPEN: ExtendedError = { infoCode: EDE.OTHER, text: "nothing is healthy: answered as if all were" };
const CLOSED: ExtendedError = { infoCode: EDE.OTHER, text: "nothing is healthy: not answered, as the zone says" };
/** A chain that no answer can follow to its end. */
export const ENDLESS: ExtendedError = {
  infoCode: EDE.OTHER,
  text: "the chain of names loops or is too long to follow",
};
const NAME_TOO_LONG: ExtendedError = { infoCode: EDE.OTHER, text: "the name behind the DNAME exceeds 255 octets" };

/** Gives what is to be said of an answer, the gravest first; none for a plain one. */
export function errorsOf(
  links: readonly Link[],
  qtype: number,
  rcode: number,
  reach: Pick<Reach, "stale" | "unavailable">,
  notes: Pick<Notes, "staleHealth" | "staleHost" | "unknownHost">,
): readonly ExtendedError[] {
  const first = links.length === 1 ? links[0] : undefined;
  const isPlain = first?.kind === "answer" && first.decision?.failedOpen !== true;
  if (isPlain && !reach.stale && !notes.staleHealth && !notes.staleHost) return NO_ERRORS;
  const errors: ExtendedError[] = [];
  const last = links.at(-1);
  if (first?.kind === "not-hosted") errors.push(NOT_HOSTED);
  if (last?.kind === "special" && last.special.error) errors.push(last.special.error);
  if (rcode === RCODE.SERVFAIL) errors.push(reach.unavailable ? UNREADABLE : (notes.unknownHost ?? UNREADABLE));
  if (rcode === RCODE.YXDOMAIN) errors.push(NAME_TOO_LONG);
  if (last !== undefined && nextOwner(last, qtype) !== null) errors.push(ENDLESS);
  if (links.some((link) => "decision" in link && link.decision?.failedOpen)) errors.push(FAILED_OPEN);
  if (rcode !== RCODE.SERVFAIL && last?.kind === "nodata" && last.closed) errors.push(CLOSED);
  if (reach.stale) errors.push(STALE_ZONE);
  if (notes.staleHealth) errors.push(STALE_HEALTH);
  if (notes.staleHost) errors.push(STALE_HOST);
  return errors;
}
