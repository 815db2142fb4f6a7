/** Zone files as text -> the zones as a query sees them, through the real compiler and both ends of the blob format. */
import { type CompiledFolder, compileSources } from "../../src/cli/compile/folder.ts";
import { readPlaces } from "../../src/cli/compile/places-file.ts";
import { Problems, problemText } from "../../src/cli/compile/problem.ts";
import { readZone } from "../../src/cli/compile/read.ts";
import { type Name, parentOf, ROOT } from "../../src/dns/name.ts";
import { decodeManifest, decodeShard } from "../../src/zone/blob.ts";
import { shardKey, zoneKey } from "../../src/zone/catalog.ts";
import type { Zone, ZoneSet } from "../../src/zone/model.ts";
import { sectionOf, zoneOf } from "../../src/zone/zone.ts";

/** The serial of every zone built here. */
export const SERIAL = 7;

/** A fixed now, for what depends on the day. */
export const NOW_MS = Date.UTC(2026, 10, 30);

/** Compiles zone texts, whose files are called `1.yaml`, `2.yaml`, …, and `places.csv` where there is one. */
export function compileTexts(
  texts: readonly string[],
  allowPrivateTargets = false,
  placesText: string | null = null,
): CompiledFolder {
  const problems = new Problems();
  const sources = texts.map((text, at) => readZone(text, `${at + 1}.yaml`, problems)).filter((zone) => zone !== null);
  const places = placesText === null ? null : readPlaces(placesText, "places.csv", problems);
  return compileSources(sources, { allowPrivateTargets }, problems, places);
}

/** Compiles zone texts that must be without problems, and gives the zones with everything in memory. */
export function zonesOf(...texts: readonly string[]): ZoneSet {
  const { compilation, problems } = compileTexts(texts);
  if (!compilation) throw new Error(problems.map(problemText).join("\n"));
  const { blobs } = compilation;
  const byApex = new Map<Name, Zone>();
  for (const { hash, apex } of compilation.zones) {
    const manifest = decodeManifest(blobs.get(zoneKey(hash)) ?? "");
    if (!manifest) throw new Error("a manifest that was just made decodes");
    const zone = zoneOf(manifest, { hash, serial: SERIAL }, (shardHash) => {
      const shard = decodeShard(apex, manifest.pools, blobs.get(shardKey(shardHash)) ?? "");
      return shard ? sectionOf(shard) : undefined;
    });
    byApex.set(apex, zone);
  }
  return {
    find: (name) => {
      for (let apex = name; ; apex = parentOf(apex)) {
        const zone = byApex.get(apex);
        if (zone) return { kind: "zone", zone, stale: false };
        if (apex === ROOT) return null;
      }
    },
  };
}
