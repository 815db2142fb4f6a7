/**
 * What a publication writes besides blobs: the catalog of its generation.
 *
 * Pure: clock and current catalog come in as values.
 */
import { CATALOG_FORMAT, type Catalog, type CatalogZone } from "../../zone/catalog.ts";
import type { Compilation, CompiledZone } from "./folder.ts";

export interface PublicationInput {
  readonly compilation: Pick<Compilation, "checksHash" | "placesHash"> & {
    readonly zones: readonly Pick<CompiledZone, "apexText" | "hash">[];
  };
  /** The catalog that is being replaced; null: none is known. */
  readonly current: Catalog | null;
  /** Higher than the current one. */
  readonly generation: number;
  /** RFC 3339 UTC. */
  readonly at: string;
  readonly by: string;
  readonly note: string;
}

/** Composes the catalog of a new generation: a zone that did not change keeps its serial and what it was before. */
export function composeCatalog({ compilation, current, generation, at, by, note }: PublicationInput): Catalog {
  const zones = compilation.zones.toSorted((a, b) => (a.apexText < b.apexText ? -1 : 1));
  return {
    format: CATALOG_FORMAT,
    generation,
    parent: current?.generation ?? null,
    zones: Object.fromEntries(
      zones.map(({ apexText, hash }) => [apexText, catalogZone(hash, current?.zones[apexText], generation)] as const),
    ),
    checks: compilation.checksHash,
    ...(compilation.placesHash !== null && { places: compilation.placesHash }),
    published: { at, by, note },
  };
}

function catalogZone(hash: string, before: CatalogZone | undefined, generation: number): CatalogZone {
  if (before?.hash === hash) return before;
  return { hash, previous: before?.hash ?? null, serial: generation };
}
