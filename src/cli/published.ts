/**
 * Reads the record sets that are published now, so that a plan can compare them with a folder's.
 */
import { decodeManifest, decodeShard } from "../zone/blob.ts";
import { type Catalog, shardKey, zoneKey } from "../zone/catalog.ts";
import type { ZoneNode } from "../zone/model.ts";
import type { Compilation } from "./compile/folder.ts";
import { recordsOf, type ZoneRecords } from "./compile/records.ts";
import { Failure } from "./failure.ts";
import type { KvStore } from "./kv.ts";

/** Shards read at the same time. */
const READS_MAX = 20;

/** Gives the record sets of each published zone by its apex; blobs that the compilation holds too are not fetched. */
export async function readPublished(
  store: KvStore,
  catalog: Catalog | null,
  { blobs }: Compilation,
): Promise<ReadonlyMap<string, ZoneRecords>> {
  const read = async (key: string) => blobs.get(key) ?? (await store.get(key));
  const zones = new Map<string, ZoneRecords>();
  for (const [apexText, { hash }] of Object.entries(catalog?.zones ?? {})) {
    const text = await read(zoneKey(hash));
    const manifest = text === null ? null : decodeManifest(text);
    if (manifest === null) throw unreadable(apexText, zoneKey(hash));
    const { apex, soa, pools, body } = manifest;
    const nodes: ZoneNode[] = body.kind === "nodes" ? [...body.nodes] : [];
    const shards = body.kind === "shards" ? body.shards : [];
    for (let at = 0; at < shards.length; at += READS_MAX) {
      const keys = shards.slice(at, at + READS_MAX).map((shard) => shardKey(shard.hash));
      const texts = await Promise.all(keys.map(read));
      for (const [index, shardText] of texts.entries()) {
        const shard = shardText === null ? null : decodeShard(apex, pools, shardText);
        if (shard === null) throw unreadable(apexText, keys[index] ?? "");
        nodes.push(...shard.nodes);
      }
    }
    zones.set(apexText, recordsOf({ apex, soa, pools, nodes }));
  }
  return zones;
}

function unreadable(apexText: string, key: string): Failure {
  return new Failure(
    `the published zone ${apexText} cannot be compared, ${key} is missing or corrupt; push --force replaces it`,
  );
}
