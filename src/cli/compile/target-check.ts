/**
 * The check of one target of a pool: its own, else its group's, aimed at the target's address.
 *
 * A check that is written in place and names a host asks the address for that host; without an address, where the
 * target follows a record set, it asks the host itself. A check from `checks`, a pushed and a calculated one are not
 * aimed at anything and hold as they are.
 */
import { readTarget } from "./check-target.ts";
import type { Problems } from "./problem.ts";
import type { Located, SourceCheck, SourceCheckUse } from "./source.ts";
import type { SourceGroup, SourceTarget } from "./source-pool.ts";

/** Gives the check that a target uses; null: none, or a problem. `pool` is its full name. */
export function checkOfTarget(
  target: SourceTarget,
  group: SourceGroup,
  pool: string,
  problems: Problems,
): SourceCheckUse | null {
  const use = target.check ?? group.check;
  if (use?.kind !== "inline" || use.check.type === "push" || use.check.type === "calculated") return use;
  const { check } = use;
  const { member, id } = target;
  if (member.kind === "alias") {
    // A target's own check may be aimed at any address as well.
    const own = target.check === null ? null : check.address;
    if ((check.url ?? check.hostname ?? own) !== null) return use;
    const message = `the target "${id.value}" of ${pool} follows a record set: its check must name a host, by url or hostname`;
    problems.add(target.place, "target-check-without-host", message);
    return null;
  }
  // What a target's own check is aimed at is its own affair.
  if (target.check !== null && (check.url ?? check.hostname ?? check.address) !== null) return use;
  return { kind: "inline", check: aimedAt(check, member.address) };
}

function aimedAt(check: SourceCheck, address: Located<string>): SourceCheck {
  if (check.url === null && check.hostname === null) return { ...check, address };
  const named = readTarget(check, true, () => undefined);
  if (named === null) return check;
  const { host, port, path, place } = named;
  return {
    ...check,
    url: null,
    hostname: null,
    address,
    port: port === null ? null : { value: port, place },
    path: path === null ? check.path : { value: path, place },
    host: check.host ?? (check.type === "tcp" ? null : { value: host, place }),
  };
}
