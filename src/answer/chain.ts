/**
 * The chain of owner names that a question leads through, link by link (RFC 1034 3.6.2, 6672, 6604): what each name
 * gave, with the node and the record set it came from. `answer.ts` makes sections of it, `explain.ts` makes it readable.
 */
import { bytesOfName, fold, type Name, nameAt, replaceSuffix } from "../dns/name.ts";
import type { RRset } from "../dns/reply.ts";
import { TYPE } from "../dns/types.ts";
import { type Choice, chooseRecords, type Records } from "../steering/records.ts";
import type { Situation } from "../steering/situation.ts";
import type { FullNode } from "../zone/lookup.ts";
import type { RecordSet, Zone } from "../zone/model.ts";
import { negativeTtlSeconds, soaRdata } from "../zone/soa.ts";
import type { Reach } from "./reach.ts";
import type { SpecialAnswer } from "./special.ts";

/** CNAMEs and DNAMEs followed in one answer; a longer chain is answered as far as it was followed. */
export const CHAIN_LINKS_MAX = 8;

/** HINFO with CPU "RFC8482" and an empty OS (RFC 8482 4.2). */
const ANY_RDATA = Uint8Array.from([7, 0x52, 0x46, 0x43, 0x38, 0x34, 0x38, 0x32, 0]);

/** Where a link was found. */
export interface InZone {
  /** The name that was asked at this link, with its case. */
  readonly owner: Name;
  readonly zone: Zone;
  /** The node that decided: the owner, the wildcard, the cut, the DNAME's owner, or the closest encloser. */
  readonly node: Name;
}

/** A record set and what was picked from it; null: synthesised, or none of the type. */
export interface Decision {
  readonly set: RecordSet;
  readonly type: number;
  readonly choice: Choice;
  /** Some of what was picked was picked though nothing there is healthy. */
  readonly failedOpen: boolean;
}

export type Link =
  | (InZone & { readonly kind: "answer"; readonly decision: Decision | null; readonly rrset: RRset })
  | (InZone & { readonly kind: "cname"; readonly decision: Decision; readonly rrset: RRset })
  /** `synthesised` is null where the new name would be too long (RFC 6672 2.2: YXDOMAIN). */
  | (InZone & { readonly kind: "dname"; readonly rrset: RRset; readonly synthesised: RRset | null })
  | (InZone & { readonly kind: "referral"; readonly cut: FullNode })
  /** `closed`: because all that could be answered is unhealthy, and it is not to be answered then. */
  | (InZone & { readonly kind: "nodata"; readonly decision: Decision | null; readonly closed: boolean })
  | (InZone & { readonly kind: "nxdomain" })
  | { readonly kind: "special"; readonly owner: Name; readonly special: SpecialAnswer }
  | { readonly kind: "not-hosted"; readonly owner: Name }
  | { readonly kind: "unavailable"; readonly owner: Name };

/** Follows a question to its last name. Where a blob is missing the chain ends early and the reach knows its key. */
export function followChain(qname: Name, qtype: number, reach: Reach, situation: Situation): readonly Link[] {
  const links: Link[] = [];
  const names: Name[] = [];
  let owner: Name | null = qname;
  while (owner !== null) {
    const name = fold(owner);
    if (names.includes(name)) break;
    names.push(name);
    const link = linkAt(owner, name, qtype, reach, situation);
    if (link === null) break;
    owner = nextOwner(link, qtype);
    if (owner !== null && links.length === CHAIN_LINKS_MAX) break;
    links.push(link);
  }
  return links;
}

/** Gives the name that a link leads on to; null: it is the last. A synthesised CNAME answers CNAME and ANY itself. */
export function nextOwner(link: Link, qtype: number): Name | null {
  const followed = link.kind === "dname" && qtype !== TYPE.CNAME && qtype !== TYPE.ANY ? link.synthesised : null;
  const [target] = (link.kind === "cname" ? link.rrset : followed)?.rdata ?? [];
  return target ? nameAt(target, 0) : null;
}

/** Gives what one name of a chain, given folded too, leads to; null: a blob is missing, and the reach knows its key. */
export function linkAt(owner: Name, name: Name, qtype: number, reach: Reach, situation: Situation): Link | null {
  const reached = reach.zoneFor(name, qtype);
  if (reached.kind === "missing") return null;
  if (reached.kind === "not-hosted") {
    const special = reach.special(owner, name, qtype);
    return special === null ? { kind: "not-hosted", owner } : { kind: "special", owner, special };
  }
  if (reached.kind === "unavailable") return { kind: "unavailable", owner };
  const { zone } = reached;
  const found = reach.lookup(zone, name, qtype);
  switch (found?.kind) {
    case undefined:
      return null;
    case "exact":
    case "wildcard":
      return linkAtNode(owner, zone, found.node, qtype, situation);
    case "referral":
      return { kind: "referral", owner, zone, node: found.cut.owner, cut: found.cut };
    case "dname":
      return dnameLink(owner, zone, found.node, situation);
    case "nxdomain":
      return { kind: "nxdomain", owner, zone, node: found.closestEncloser };
    default:
      return found satisfies never;
  }
}

function linkAtNode(owner: Name, zone: Zone, node: FullNode, qtype: number, situation: Situation): Link {
  const at = { owner, zone, node: node.owner };
  const type = node.sets.has(TYPE.CNAME) ? TYPE.CNAME : qtype;
  const set = node.sets.get(type);
  if (set) {
    const records = chooseRecords(set, type, situation);
    return decidedLink(at, qtype, { set, type, choice: records.choice, failedOpen: records.failedOpen }, records);
  }
  if (qtype === TYPE.SOA && node.owner === zone.apex) {
    const rdata = [soaRdata(zone.soa, zone.serial)];
    return { ...at, kind: "answer", decision: null, rrset: { owner, type: qtype, ttlSeconds: zone.soa.ttl, rdata } };
  }
  if (qtype === TYPE.ANY && (node.sets.size > 0 || node.owner === zone.apex)) {
    const rrset = { owner, type: TYPE.HINFO, ttlSeconds: negativeTtlSeconds(zone.soa), rdata: [ANY_RDATA] };
    return { ...at, kind: "answer", decision: null, rrset };
  }
  return { ...at, kind: "nodata", decision: null, closed: false };
}

/** Makes the link of a name whose record set has decided. */
export function decidedLink(
  at: InZone,
  qtype: number,
  decision: Decision,
  { rdata, ttlSeconds, closed }: Pick<Records, "rdata" | "ttlSeconds" | "closed">,
): Link {
  if (rdata.length === 0) return { ...at, kind: "nodata", decision, closed };
  const rrset = { owner: at.owner, type: decision.type, ttlSeconds, rdata };
  // RFC 8482 4.3: an alias answers ANY with its CNAME, which is not followed.
  const followed = decision.type !== qtype && qtype !== TYPE.ANY;
  return { ...at, kind: followed ? "cname" : "answer", decision, rrset };
}

/** A name below a DNAME: the DNAME, and a CNAME synthesised from it with its TTL (RFC 6672 3.1). */
function dnameLink(owner: Name, zone: Zone, node: FullNode, situation: Situation): Link {
  const at = { owner, zone, node: node.owner };
  const set = node.sets.get(TYPE.DNAME);
  const records = set && chooseRecords(set, TYPE.DNAME, situation);
  const [target] = records?.rdata ?? [];
  if (!records || !target) return { ...at, kind: "nodata", decision: null, closed: false };
  const { rdata, ttlSeconds } = records;
  const rrset = { owner: node.owner, type: TYPE.DNAME, ttlSeconds, rdata };
  const substituted = replaceSuffix(owner, node.owner, nameAt(target, 0));
  const synthesised = substituted && { owner, type: TYPE.CNAME, ttlSeconds, rdata: [bytesOfName(substituted)] };
  return { ...at, kind: "dname", rrset, synthesised };
}
