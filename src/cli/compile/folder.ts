/**
 * A folder of zone files -> everything that a publication of it consists of, or all that is wrong with it.
 *
 * A folder with a single problem gives nothing: no answer is ever made from half of what an operator meant.
 */
import { type Name, parentOf, ROOT } from "../../dns/name.ts";
import { nameToText } from "../../dns/name-text.ts";
import type { ChecksDocument } from "../../health/check.ts";
import { checksKey } from "../../zone/catalog.ts";
import type { PlaceRow } from "../../zone/places.ts";
import type { CheckOptions } from "./check-book.ts";
import { composeChecks } from "./checks-document.ts";
import { compileZone } from "./compile.ts";
import { DraftZones } from "./draft.ts";
import { hashOf } from "./hash.ts";
import { readPlacesOf } from "./places-file.ts";
import { encodePlaces } from "./places-shards.ts";
import { type Problem, Problems } from "./problem.ts";
import { readFolder } from "./read.ts";
import { recordsOf, type ZoneRecords } from "./records.ts";
import { judgeBlobSizes } from "./rules-sizes.ts";
import { encodeZone } from "./shards.ts";
import type { SourceZone } from "./source.ts";
import { judgeZones } from "./zone-rules.ts";

export interface CompiledZone extends ZoneRecords {
  /** The catalog's key. */
  readonly apexText: string;
  readonly apex: Name;
  readonly hash: string;
}

export interface Compilation {
  /** In order of `apexText`. */
  readonly zones: readonly CompiledZone[];
  readonly checks: ChecksDocument;
  readonly checksHash: string;
  /** The hash of the index of places; null: there is no `places.csv`. */
  readonly placesHash: string | null;
  /** `zone/…`, `shard/…`, `checks/…` and `places/…` -> JSON text. */
  readonly blobs: ReadonlyMap<string, string>;
}

export interface CompiledFolder {
  /** Problems and warnings in order of place. */
  readonly problems: readonly Problem[];
  /** Null where there are problems; warnings do not count. */
  readonly compilation: Compilation | null;
}

/** Compiles the zone files of a folder. */
export function compileFolder(dir: string, options: CheckOptions): CompiledFolder {
  const problems = new Problems();
  return compileSources(readFolder(dir, problems), options, problems, readPlacesOf(dir, problems));
}

/** Compiles zones and places that were read, with what is wrong with them so far. `places`: null where there is no such file. */
export function compileSources(
  sources: readonly SourceZone[],
  options: CheckOptions,
  problems: Problems,
  places: readonly PlaceRow[] | null = null,
): CompiledFolder {
  const hosted = withoutDuplicates(sources, problems);
  const below = childrenOf(hosted.map(({ apex }) => apex.value));
  const zones = new DraftZones(
    hosted.map((source) => compileZone(source, below.get(source.apex.value) ?? [], options, problems)),
  );
  judgeZones(zones, problems);
  const checks = composeChecks(zones, problems);
  const compilation = problems.hasProblems ? null : publish(zones, checks, places);
  if (compilation) judgeBlobSizes(compilation.blobs, zones, problems);
  return { problems: problems.all(), compilation: problems.hasProblems ? null : compilation };
}

/** Gives the apexes that lie right below each apex, with no other between them. */
function childrenOf(apexes: readonly Name[]): ReadonlyMap<Name, readonly Name[]> {
  const all = new Set(apexes);
  const children = new Map<Name, Name[]>();
  for (const apex of apexes) {
    let above = apex;
    while (above !== ROOT && (above === apex || !all.has(above))) above = parentOf(above);
    if (above === apex || !all.has(above)) continue;
    const known = children.get(above);
    if (known) known.push(apex);
    else children.set(above, [apex]);
  }
  return children;
}

function withoutDuplicates(sources: readonly SourceZone[], problems: Problems): readonly SourceZone[] {
  const first = new Map<Name, SourceZone>();
  for (const source of sources) {
    const { value: apex, place } = source.apex;
    const other = first.get(apex);
    if (!other) first.set(apex, source);
    else problems.add(place, "zone-duplicate", `the zone ${nameToText(apex)} is in ${other.file} too`);
  }
  return [...first.values()].toSorted((a, b) => (a.apexText < b.apexText ? -1 : 1));
}

function publish(zones: DraftZones, checks: ChecksDocument, places: readonly PlaceRow[] | null): Compilation {
  const blobs = new Map<string, string>();
  const compiled = zones.all.map(({ source: { apexText }, zone: { apex, soa }, pools: drafts, nodes }) => {
    const pools = drafts.map(({ pool }) => pool).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const hash = encodeZone({ apex, soa, pools, nodes }, blobs);
    return { apexText, apex, hash, ...recordsOf({ apex, soa, pools, nodes }) };
  });
  const checksText = JSON.stringify(checks);
  const checksHash = hashOf(checksText);
  blobs.set(checksKey(checksHash), checksText);
  const placesHash = places && encodePlaces(places, blobs);
  return { zones: compiled, checks, checksHash, placesHash, blobs };
}
