/**
 * What the parts of a pool say of each other: names that must exist, thresholds that must agree (ELB E1.5), and what
 * each way of answering needs.
 */
import type { TargetGroup } from "../../zone/pool-model.ts";
import { writtenThreshold } from "./compile-pool.ts";
import { type DraftPool, type DraftZone, usesPool } from "./draft.ts";
import { addUnknown, addUnknownZone } from "./pool-names.ts";
import type { Problems } from "./problem.ts";
import type { Place } from "./source.ts";
import type { SourceGroup, SourcePool } from "./source-pool.ts";

/** Judges the pools of one zone. */
export function judgePools({ pools, sets }: DraftZone, problems: Problems): void {
  for (const draft of pools) {
    const { source, pool } = draft;
    if (!sets.some((set) => usesPool(set, pool))) {
      const message = `nothing uses the pool "${source.name.value}"; its checks are probed all the same`;
      problems.warn(source.name.place, "pool-unused", message);
    }
    judgeAnswer(source, problems);
    judgeTargets(source, problems);
    for (const [at, group] of source.groups.entries()) {
      const { check } = group;
      if (check?.kind === "inline" && check.check.address !== null) {
        const message = `the check of the group "${group.id.value}" is applied to each target's address; it takes none of its own`;
        problems.add(check.check.address.place, "group-check-with-address", message);
      }
      const compiled = draft.pool.groups[at];
      if (compiled) judgeThresholds(draft, group, compiled, problems);
    }
  }
}

function judgeAnswer({ name, answer, group, answers, zones, groups }: SourcePool, problems: Problems): void {
  if (answer === "nodes") {
    for (const [key, written] of Object.entries({ group, answers })) {
      if (written === null) continue;
      problems.add(written.place, `${key}-without-targets`, `${key} is allowed beside answer: targets only`);
    }
    for (const { id, hasValues } of zones) {
      if (hasValues) continue;
      const message = `the zone "${id.value}" has no values, which the pool "${name.value}" answers with; write values, or answer: targets`;
      problems.add(id.place, "pool-zone-without-values", message);
    }
    return;
  }
  if (groups.length === 0) {
    problems.add(
      name.place,
      "pool-without-targets",
      `the pool "${name.value}" answers targets and has no target group`,
    );
  } else if (group === null && groups.length > 1) {
    const message = `the pool "${name.value}" answers targets and has ${groups.length} target groups; group says which`;
    problems.add(name.place, "pool-group-missing", message);
  } else if (group !== null) {
    addUnknown(group, groups, "target group", "pool-group-unknown", problems);
  }
}

function judgeTargets(source: SourcePool, problems: Problems): void {
  const { zones, groups } = source;
  if (zones.length === 0) return;
  for (const { zone } of groups.flatMap(({ targets }) => targets)) {
    addUnknownZone(zone, source, problems);
  }
}

function judgeThresholds({ source }: DraftPool, group: SourceGroup, compiled: TargetGroup, problems: Problems): void {
  const warned = new Set<Place>();
  const targets = leastTargets(compiled, source);
  for (const what of ["count", "percent"] as const) {
    const dns = compiled.dnsFailover[what];
    const routing = compiled.routingFailover[what];
    const dnsWritten = writtenThreshold("dnsFailover", what, group.thresholds, source.thresholds);
    const routingWritten = writtenThreshold("routingFailover", what, group.thresholds, source.thresholds);
    if (dns !== null && routing !== null && dns < routing) {
      const place = (dnsWritten ?? routingWritten ?? group.id).place;
      const message = `target group "${group.id.value}": the dns threshold must not be below the routing threshold; ${what} is ${dns} for dnsFailover and ${routing} for routingFailover`;
      problems.add(place, "dns-threshold-below-routing", message);
    }
    if (what === "percent" || targets === 0) continue;
    for (const written of [dnsWritten, routingWritten]) {
      if (written === null || written.value === "off" || written.value <= targets || warned.has(written.place))
        continue;
      warned.add(written.place);
      const where = compiled.crossZone ? "" : " in one of the zones";
      const message = `target group "${group.id.value}": count is ${written.value}, and there are ${targets} targets${where}; it is never reached`;
      problems.warn(written.place, "threshold-above-targets", message);
    }
  }
}

/** How many targets a threshold of the group is measured against, where they are fewest; zones without any do not count. */
function leastTargets({ crossZone, targets }: TargetGroup, { zones }: SourcePool): number {
  const present = targets.filter(({ state }) => !state.off);
  if (crossZone) return present.length;
  const perZone = zones.map(({ id }) => present.filter(({ zone }) => zone === id.value).length).filter((n) => n > 0);
  return perZone.length === 0 ? 0 : Math.min(...perZone);
}
