/**
 * The keys of a pool's target groups: targets and thresholds. Fields are read one by one; what they mean together is
 * judged where pools are compiled.
 */
import { described, type MappingNode, quoted } from "./document.ts";
import { asMapping, type Fields, fieldsSchema, readFields, type Table } from "./fields.ts";
import type { Problems } from "./problem.ts";
import { WEIGHT_MAX } from "./schema-branch.ts";
import { CHECK_USE_SHAPE } from "./schema-checks.ts";
import { NAME_SHAPE, type NamedShape } from "./schema-pool-names.ts";
import { STATE_DEPENDENCIES, STATE_FIELDS, stateOf } from "./schema-state.ts";
import { BOOLEAN, integer, located, type Shape, TEXT } from "./shapes.ts";
import type { SourceState } from "./source.ts";
import type { SourceGroup, SourceTarget, SourceThreshold, SourceThresholds } from "./source-pool.ts";

/** Far above what a group holds, so that a slip of the finger is told. */
const COUNT_MAX = 10_000;
const PERCENT_MAX = 100;
/** A number, or `off`. */
function numberOrOff(name: string, maximum: number): Shape<number | "off"> {
  const number = integer(name, 1, maximum);
  return {
    read: (node, problems) => (node.kind === "scalar" && node.value === "off" ? "off" : number.read(node, problems)),
    schema: { anyOf: [number.schema, { enum: ["off"] }] },
  };
}

const THRESHOLD = {
  count: located(numberOrOff("count", COUNT_MAX)),
  percent: located(numberOrOff("percent", PERCENT_MAX)),
};

const thresholdShape = (countMayBeOff: boolean): Shape<SourceThreshold> => ({
  read(node, problems) {
    const mapping = asMapping(node, "a threshold, such as { count: 1, percent: 50 },", problems);
    if (mapping === null) return null;
    const { values, keys } = readFields(mapping, THRESHOLD, problems);
    if (keys.size === 0 && mapping.entries.length === 0) {
      problems.add(node.place, "threshold-empty", "the threshold is empty; it takes count, percent or both");
    }
    if (values.count?.value !== "off" || countMayBeOff) return values;
    const message =
      "count may be off for dnsFailover only: without it nothing says when unhealthy targets are eligible";
    problems.add(values.count.place, "count-off-not-allowed", message);
    return { ...values, count: null };
  },
  schema: fieldsSchema(countMayBeOff ? THRESHOLD : { ...THRESHOLD, count: integer("count", 1, COUNT_MAX) }, {
    minProperties: 1,
  }),
});

/** The keys of thresholds, of a pool and of a target group alike. */
export const THRESHOLD_FIELDS = {
  dnsFailover: thresholdShape(true),
  routingFailover: thresholdShape(false),
  minHealthy: thresholdShape(false),
};

/** Gathers what these keys came to. */
export function thresholdsOf({ dnsFailover, routingFailover, minHealthy }: SourceThresholds): SourceThresholds {
  return { dnsFailover, routingFailover, minHealthy };
}

/** Reads what an operator says of a zone or a target; a pool's zones do not drain. */
export function readState(
  { values, keys }: Pick<Fields<Table>, "keys"> & { readonly values: Partial<Parameters<typeof stateOf>[0]> },
  problems: Problems,
): SourceState {
  const { override = null, until = null, reason = null, draining = null, off = null } = values;
  for (const key of ["until", "reason"]) {
    const at = keys.get(key);
    if (at === undefined || keys.has("override")) continue;
    problems.add(at, `${key}-without-override`, `${key} is allowed beside override only`);
  }
  return stateOf({ override, until, reason, draining, off });
}

const TARGET_FIELDS = {
  id: located(NAME_SHAPE),
  zone: located(NAME_SHAPE),
  address: located(TEXT),
  alias: located(TEXT),
  weight: integer("weight", 0, WEIGHT_MAX),
  check: CHECK_USE_SHAPE,
  ...STATE_FIELDS,
};

const TARGET: Shape<SourceTarget> = {
  read(node, problems) {
    const mapping = asMapping(node, "a target, such as { id: a1, zone: az1, address: 198.51.100.11 },", problems);
    if (mapping === null) return null;
    const fields = readFields(mapping, TARGET_FIELDS, problems);
    const state = readState(fields, problems);
    addMissing(fields, mapping, problems);
    const { id, zone, address, alias, weight, check } = fields.values;
    const member = address ? { kind: "address" as const, address } : alias && { kind: "alias" as const, target: alias };
    if (id === null || zone === null || member === null) return null;
    return { id, place: node.place, zone, member, weight, check, state };
  },
  schema: fieldsSchema(TARGET_FIELDS, {
    required: ["id", "zone"],
    oneOf: [{ required: ["address"] }, { required: ["alias"] }],
    dependencies: STATE_DEPENDENCIES,
  }),
};

function addMissing({ has, keys }: Fields<typeof TARGET_FIELDS>, { place }: MappingNode, problems: Problems): void {
  if (!has("id"))
    problems.add(place, "id-missing", "the target has no id; it takes a name that no other of its group has");
  if (!has("zone"))
    problems.add(place, "target-zone-missing", "the target has no zone; it takes the name of a zone of the pool");
  if (!has("address") && !has("alias")) {
    const message =
      "the target has nothing to answer with; it takes an address, or alias with the name of a record set";
    problems.add(place, "target-member-missing", message);
  }
  const alias = keys.get("alias");
  if (alias === undefined || !keys.has("address")) return;
  problems.add(alias, "target-member-ambiguous", "alias stands beside address; a target has one of them");
}

/** Targets may be none: a group that is empty everywhere is ignored. */
const TARGETS: Shape<readonly SourceTarget[]> = {
  read(node, problems) {
    if (node.kind !== "list") {
      problems.add(node.place, "list-expected", `${described(node)} stands where a list of targets is allowed`);
      return null;
    }
    const targets = node.items.map((item) => TARGET.read(item, problems)).filter((target) => target !== null);
    for (const [at, { id }] of targets.entries()) {
      const earlier = targets.slice(0, at).find((other) => other.id.value === id.value);
      if (!earlier) continue;
      const { line, column } = earlier.id.place;
      const message = `the id ${quoted(id.value)} is taken by the target at ${line}:${column}; targets of a group need different ids`;
      problems.add(id.place, "target-id-duplicate", message);
    }
    return targets;
  },
  schema: { type: "array", items: TARGET.schema },
};

const GROUP_FIELDS = {
  crossZone: BOOLEAN,
  ...THRESHOLD_FIELDS,
  check: CHECK_USE_SHAPE,
  targets: TARGETS,
};

/** A target group by its name. */
export const GROUP_SHAPE: NamedShape<SourceGroup> = {
  read(id, node, problems) {
    const mapping = asMapping(node, "a target group, such as { targets: [ … ] },", problems);
    const none = { kind: "mapping", place: node.place, entries: [] } as const;
    const { values } = readFields(mapping ?? none, GROUP_FIELDS, problems);
    const { crossZone, check, targets, ...thresholds } = values;
    return { id, crossZone, thresholds: thresholdsOf(thresholds), check, targets: targets ?? [] };
  },
  schema: fieldsSchema(GROUP_FIELDS),
};
