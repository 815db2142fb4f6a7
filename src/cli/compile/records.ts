/**
 * A zone's record sets as plans compare them: by label, each as one text that is equal when the record set is.
 *
 * Made of the compiled model, so that what stands in KV and what a folder compiles to are seen alike.
 */
import { type Name, nameAt } from "../../dns/name.ts";
import { nameToText } from "../../dns/name-text.ts";
import { TYPE, typeToText } from "../../dns/types.ts";
import { encodeShard } from "../../zone/blob.ts";
import type { RecordSet } from "../../zone/model.ts";
import { storedPool } from "../../zone/pool-blob.ts";
import type { ZoneContent } from "./shards.ts";

export interface ZoneRecords {
  /** By label, `www.example.com./A`; the SOA (without its serial) is among them. */
  readonly recordSets: ReadonlyMap<string, string>;
  /** The apex's NS names, sorted. */
  readonly nsApex: readonly string[];
}

/** Names a record set: its owner, and its type or `addresses`. */
export function labelOf(owner: Name, types: readonly number[]): string {
  return `${nameToText(owner)}/${keyOf(types)}`;
}

/** Writes a record set's types as its key in a zone file, in the one spelling that names use. */
export function keyOf(types: readonly number[]): string {
  return types.length > 1 ? "addresses" : typeToText(types[0] ?? 0);
}

/** Lists the record sets of a zone, whether just compiled or decoded from blobs; a pool counts as one, `pool example.com/web`. */
export function recordsOf({ apex, soa, pools, nodes }: ZoneContent): ZoneRecords {
  const recordSets = new Map([[`${nameToText(apex)}/SOA`, JSON.stringify(soa)]]);
  for (const pool of pools) recordSets.set(`pool ${pool.name}`, JSON.stringify(storedPool(pool)));
  let nsApex: readonly string[] = [];
  for (const node of nodes) {
    for (const set of new Set(node.sets?.values())) {
      recordSets.set(labelOf(node.owner, set.types), textOf(apex, node.owner, set));
    }
    const ns = node.owner === apex ? node.sets?.get(TYPE.NS)?.tree : undefined;
    if (ns?.kind === "values") {
      nsApex = (ns.rdata.get(TYPE.NS) ?? []).map((rdata) => nameToText(nameAt(rdata, 0)).toLowerCase()).toSorted();
    }
  }
  return { recordSets, nsApex };
}

function textOf(apex: Name, owner: Name, set: RecordSet): string {
  const sets = new Map([[set.types[0] ?? 0, set]]);
  const node = { owner, sets, cut: false, occluded: false, dname: false, wildcard: false };
  return encodeShard(apex, { ancestors: [], nodes: [node] });
}
