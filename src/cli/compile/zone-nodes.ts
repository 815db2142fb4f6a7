/**
 * Record sets by owner -> the nodes of a zone, in canonical order, with what a look-up needs to know of each.
 *
 * Every ancestor up to the apex gets a node of its own, so that empty non-terminals exist (RFC 4592 2.2.2, RFC 8020). So
 * does the apex of a hosted zone below, whether or not it is delegated: a DS is asked of the parent, where it exists.
 */
import { canonicalKey, isAtOrBelow, type Name, parentOf, wildcardBelow } from "../../dns/name.ts";
import { TYPE } from "../../dns/types.ts";
import type { RecordSet, ZoneNode } from "../../zone/model.ts";

/** Makes the nodes of the zone at `apex`; all owners and the apexes of hosted zones below are folded and at or below it. */
export function nodesOf(
  apex: Name,
  sets: Iterable<{ readonly owner: Name; readonly set: RecordSet }>,
  hostedBelow: readonly Name[] = [],
): readonly ZoneNode[] {
  const byOwner = new Map<Name, Map<number, RecordSet>>([[apex, new Map()]]);
  const add = (owner: Name): void => {
    for (let name = owner; !byOwner.has(name); name = parentOf(name)) byOwner.set(name, new Map());
  };
  for (const child of hostedBelow) add(child);
  for (const { owner, set } of sets) {
    add(owner);
    for (const type of set.types) byOwner.get(owner)?.set(type, set);
  }
  const inOrder = [...byOwner]
    .map(([owner, ofOwner]) => ({ key: canonicalKey(owner), owner, ofOwner }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  // Descendants follow their ancestor at once in canonical order, so that the last cut met is the only one to ask.
  let lastCut: Name | null = null;
  return inOrder.map(({ owner, ofOwner }) => {
    const occluded = lastCut !== null && isAtOrBelow(owner, lastCut);
    const cut = owner !== apex && ofOwner.has(TYPE.NS) && !occluded;
    if (cut) lastCut = owner;
    return {
      owner,
      sets: new Map([...ofOwner].toSorted(([a], [b]) => a - b)),
      cut,
      occluded,
      dname: ofOwner.has(TYPE.DNAME),
      wildcard: byOwner.has(wildcardBelow(owner)),
    };
  });
}
