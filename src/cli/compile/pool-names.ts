/** Names of a pool's parts where they are used: one that no part has is told with the nearest. */
import { nearestHint } from "./nearest.ts";
import type { Problems } from "./problem.ts";
import type { Located } from "./source.ts";
import type { SourcePool } from "./source-pool.ts";

/** Adds the problem of a name that none of a pool's parts has. */
export function addUnknown(
  { value, place }: Located<string>,
  parts: readonly { readonly id: Located<string> }[],
  what: string,
  code: string,
  problems: Problems,
): void {
  const names = parts.map(({ id }) => id.value);
  if (names.includes(value)) return;
  const message = `the pool has no ${what} "${value}"${nearestHint(value, names)}`;
  problems.add(place, code, message);
}

/** Adds the problem of a zone that a pool does not have. */
export function addUnknownZone(zone: Located<string>, { zones }: SourcePool, problems: Problems): void {
  addUnknown(zone, zones, "zone", "pool-zone-unknown", problems);
}
