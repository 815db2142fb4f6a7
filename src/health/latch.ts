/**
 * Latches: candidates of a failover with manual failback, held back from their check's first failure until they are
 * released. A latch is known by its name, so it outlives publications that keep its candidate.
 *
 * Only a verdict holds: a check that merely counts as unhealthy until its first one has not failed.
 */
import type { HealthStatus } from "../steering/candidate.ts";
import type { Latch } from "./check.ts";

/** Adds the latches of checks that are unhealthy; the same set where nothing changes. */
export function holdFailed(
  latches: readonly Latch[],
  held: ReadonlySet<string>,
  statusOf: (check: string) => HealthStatus,
): ReadonlySet<string> {
  const fresh = latches.filter(({ name, check }) => !held.has(name) && statusOf(check) === "unhealthy");
  return fresh.length === 0 ? held : new Set([...held, ...fresh.map(({ name }) => name)]);
}

/** Keeps the latches that a document has. */
export function keepKnown(held: ReadonlySet<string>, latches: readonly Latch[]): ReadonlySet<string> {
  return new Set(latches.flatMap(({ name }) => (held.has(name) ? [name] : [])));
}

/**
 * Names the latch of a candidate as an operator does: owner, type, and the path of ids (`eu/primary`). The owner may be
 * written without its final dot; a record set of `addresses` may be named by either family.
 */
export function findLatch(
  latches: readonly Latch[],
  { owner, type, path }: { readonly owner: string; readonly type: string; readonly path: string },
): Latch | null {
  const absolute = owner.endsWith(".") ? owner : `${owner}.`;
  const types = type === "A" || type === "AAAA" ? [type, "addresses"] : [type];
  const names = types.map((one) => `${absolute.toLowerCase()}/${one}/${path}`);
  return latches.find(({ name }) => names.includes(name)) ?? null;
}
