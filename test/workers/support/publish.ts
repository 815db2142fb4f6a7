/** Publishes zone texts into KV as `fairlead push` does: blobs first, the catalog last. */
import { env } from "cloudflare:workers";
import { problemText } from "../../../src/cli/compile/problem.ts";
import { composeCatalog } from "../../../src/cli/compile/publication.ts";
import type { ChecksDocument } from "../../../src/health/check.ts";
import { decodeChecks } from "../../../src/health/document.ts";
import { type HealthSnapshot, SNAPSHOT_FORMAT } from "../../../src/health/snapshot.ts";
import { CATALOG_KEY, type Catalog, checksKey } from "../../../src/zone/catalog.ts";
import { compileTexts } from "../../support/build.ts";

export interface Publication {
  readonly catalog: Catalog;
  readonly document: ChecksDocument;
  /** Every blob's key. */
  readonly keys: readonly string[];
  /** The manifest's hash by apex, without final dot. */
  readonly hashOf: (apex: string) => string;
}

/** Makes a publication after `current` and puts its blobs, but not its catalog. */
export async function prepare(
  texts: readonly string[],
  generation: number,
  atMs: number,
  current: Publication | null = null,
  placesText: string | null = null,
): Promise<Publication> {
  const { compilation, problems } = compileTexts(texts, false, placesText);
  if (compilation === null) throw new Error(problems.map(problemText).join("\n"));
  const at = new Date(atMs).toISOString();
  const catalog = composeCatalog({ compilation, current: current?.catalog ?? null, generation, at, by: "", note: "" });
  await Promise.all([...compilation.blobs].map(([key, text]) => env.ZONES.put(key, text)));
  const document = decodeChecks(compilation.blobs.get(checksKey(catalog.checks)) ?? "");
  if (document === null) throw new Error("a checks document that was just made decodes");
  return { catalog, document, keys: [...compilation.blobs.keys()], hashOf: (apex) => catalog.zones[apex]?.hash ?? "" };
}

/** Moves the catalog to a publication. */
export async function point(publication: Publication): Promise<void> {
  await env.ZONES.put(CATALOG_KEY, JSON.stringify(publication.catalog));
}

/** Publishes texts whole. */
export async function publish(
  texts: readonly string[],
  generation: number,
  atMs: number,
  current: Publication | null = null,
  placesText: string | null = null,
): Promise<Publication> {
  const publication = await prepare(texts, generation, atMs, current, placesText);
  await point(publication);
  return publication;
}

/** The board's snapshot of a publication's checks: `U` unhealthy, `H` healthy, `-` unknown, in the checks' order. */
export function snapshotFor({ catalog, document }: Publication, letters: string, atMs: number): HealthSnapshot {
  const statuses = new Uint8Array(Math.ceil(document.checks.length / 4));
  [...letters].forEach((letter, at) => {
    const bits = "-HU".indexOf(letter);
    statuses[at >> 2] = (statuses[at >> 2] ?? 0) | (bits << ((at & 3) * 2));
  });
  return { format: SNAPSHOT_FORMAT, checks: catalog.checks, atMs, statuses, stale: [], since: [], held: [] };
}
