/** Authority and additional sections: the SOA of negative answers (RFC 2308 3), and referrals with their glue (RFC 1034 4.3.2). */
import { fold, isAtOrBelow, nameAt } from "../dns/name.ts";
import type { RRset } from "../dns/reply.ts";
import { TYPE } from "../dns/types.ts";
import type { FullNode } from "../zone/lookup.ts";
import type { Zone } from "../zone/model.ts";
import { negativeTtlSeconds, soaRdata } from "../zone/soa.ts";
import type { Reach } from "./reach.ts";

/** The SOA of a negative answer, with the TTL for which that may be kept (RFC 2308 3). */
export function soaOf(zone: Zone): RRset {
  const ttlSeconds = negativeTtlSeconds(zone.soa);
  return { owner: zone.apex, type: TYPE.SOA, ttlSeconds, rdata: [soaRdata(zone.soa, zone.serial)] };
}

/** Negative answers that stand in for what is unhealthy are soon asked again. */
const CLOSED_TTL_SECONDS_MAX = 30;

/** The SOA of a negative answer that a policy or pool gives because all it has is unhealthy. */
export function closedSoaOf(zone: Zone): RRset {
  const soa = soaOf(zone);
  return { ...soa, ttlSeconds: Math.min(soa.ttlSeconds, CLOSED_TTL_SECONDS_MAX) };
}

/** NS of the cut, and the addresses that the zone knows of its name servers: glue, sibling glue too (RFC 9471 3). */
export function referralSections(zone: Zone, cut: FullNode, reach: Reach): { authority: RRset[]; additional: RRset[] } {
  const ns = plainRRset(cut, TYPE.NS);
  if (!ns) return { authority: [], additional: [] };
  const servers = ns.rdata.map((rdata) => fold(nameAt(rdata, 0))).filter((name) => isAtOrBelow(name, zone.apex));
  const additional = [...new Set(servers)].flatMap((server) => {
    const node = reach.node(zone, server);
    return node ? [plainRRset(node, TYPE.A), plainRRset(node, TYPE.AAAA)].filter((set) => set !== null) : [];
  });
  return { authority: [ns], additional };
}

/** Glue and NS at a cut are never steered: all values. An address that is steered is no glue. */
function plainRRset(node: FullNode, type: number): RRset | null {
  const set = node.sets.get(type);
  const rdata = set?.tree.kind === "values" ? set.tree.rdata.get(type) : undefined;
  if (!rdata || !set || set.ttlSeconds === null) return null;
  return { owner: node.owner, type, ttlSeconds: set.ttlSeconds, rdata };
}
