/**
 * Look-up of a name in one zone: which node answers for it, in the words of RFC 1034 4.3.2, 4592 and 6672.
 *
 * Every owner has a node, empty non-terminals too, so that nothing is scanned: the exact node, else its closest
 * encloser by walking up inside one section. What a node's sets mean for the asked type is for `answer/` to say.
 */
import { type Name, parentOf, wildcardBelow } from "../dns/name.ts";
import type { Need, RecordSet, Zone, ZoneNode } from "./model.ts";

/** A node whose sets are here. */
export type FullNode = ZoneNode & { readonly sets: ReadonlyMap<number, RecordSet> };

export type Lookup =
  /** The name itself; no sets: an empty non-terminal. */
  | { readonly kind: "exact"; readonly node: FullNode }
  /** The name does not exist and is synthesised from a wildcard (RFC 4592 3.3.1). */
  | { readonly kind: "wildcard"; readonly node: FullNode }
  /** The name is at or below a zone cut (RFC 1034 4.2.1). */
  | { readonly kind: "referral"; readonly cut: FullNode }
  /** An ancestor owns a DNAME (RFC 6672 3.2). */
  | { readonly kind: "dname"; readonly node: FullNode }
  | { readonly kind: "nxdomain"; readonly closestEncloser: Name }
  | Need;

/** Looks a folded name at or below the zone's apex up. A cut itself is `exact` where `atParent` says that its parent side is asked for (DS). */
export function lookup(zone: Zone, name: Name, atParent: boolean): Lookup {
  const section = zone.section(name);
  if ("kind" in section) return section;
  const node = section.get(name);
  if (node && !node.occluded && (!node.cut || atParent))
    return withSets(zone, node, (full) => ({ kind: "exact", node: full }));
  for (let owner = name; owner.length >= zone.apex.length; owner = parentOf(owner)) {
    const encloser = section.get(owner);
    if (!encloser || encloser.occluded) continue;
    if (encloser.cut) return withSets(zone, encloser, (cut) => ({ kind: "referral", cut }));
    if (encloser.dname) return withSets(zone, encloser, (full) => ({ kind: "dname", node: full }));
    if (encloser.wildcard) return lookupWildcard(zone, owner);
    return { kind: "nxdomain", closestEncloser: owner };
  }
  throw new Error("A section holds the apex or has it among its ancestors.");
}

/** Gives the node of an owner that exists, whether occluded or not; null where there is none. */
export function nodeAt(zone: Zone, owner: Name): FullNode | null | Need {
  const section = zone.section(owner);
  if ("kind" in section) return section;
  const node = section.get(owner);
  return node && hasSets(node) ? node : null;
}

function lookupWildcard(zone: Zone, closestEncloser: Name): Lookup {
  const node = nodeAt(zone, wildcardBelow(closestEncloser));
  if (node === null) return { kind: "nxdomain", closestEncloser };
  return "kind" in node ? node : { kind: "wildcard", node };
}

/** An ancestor in a shard's head has flags only: its sets are in its own section. */
function withSets(zone: Zone, node: ZoneNode, found: (node: FullNode) => Lookup): Lookup {
  if (hasSets(node)) return found(node);
  const full = nodeAt(zone, node.owner);
  if (full === null) return { kind: "nxdomain", closestEncloser: node.owner };
  return "kind" in full ? full : found(full);
}

const hasSets = (node: ZoneNode): node is FullNode => node.sets !== null;
