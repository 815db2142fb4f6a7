/**
 * The keys of `pools` and of a pool's zones. Names that must exist and thresholds that
 * must agree are judged where pools are compiled.
 */
import type { MappingNode, SourceNode } from "./document.ts";
import { asMapping, fieldsSchema, readFields } from "./fields.ts";
import { ANSWERS_MAX } from "./schema-branch.ts";
import { CHECK_USE_SHAPE } from "./schema-checks.ts";
import { AFFINITY_SHAPE, onAllUnhealthyShape } from "./schema-options.ts";
import { NAME_SHAPE, type NamedShape, namedShape } from "./schema-pool-names.ts";
import { STATE_DEPENDENCIES, STATE_FIELDS } from "./schema-state.ts";
import { GROUP_SHAPE, readState, THRESHOLD_FIELDS, thresholdsOf } from "./schema-targets.ts";
import { DATA_FORM } from "./schema-values.ts";
import { BOOLEAN, choice, integer, located } from "./shapes.ts";
import type { SourcePool, SourcePoolZone } from "./source-pool.ts";

const { draining: _, ...ZONE_STATE_FIELDS } = STATE_FIELDS;

const ZONE_FIELDS = { values: DATA_FORM.values, check: CHECK_USE_SHAPE, ...ZONE_STATE_FIELDS };

/** A zone of a pool; one that cannot be read stays, so that its targets have their zone. */
const ZONE_SHAPE: NamedShape<SourcePoolZone> = {
  read(id, node, problems) {
    const mapping = asMapping(node, "a zone of a pool, such as { values: [192.0.2.1] },", problems);
    const fields = readFields(mapping ?? nothingAt(node), ZONE_FIELDS, problems);
    const { values, check } = fields.values;
    // Where it is no mapping, its values are not missing as well.
    const hasValues = mapping === null || fields.has("values");
    return { id, values: values ?? [], hasValues, check, state: readState(fields, problems) };
  },
  schema: fieldsSchema(ZONE_FIELDS, { dependencies: STATE_DEPENDENCIES }),
};

const ZONES = namedShape("zones of the pool", ZONE_SHAPE);

const POOL_FIELDS = {
  answer: choice("answer-unknown", ["nodes", "targets"]),
  group: located(NAME_SHAPE),
  answers: located(integer("answers", 1, ANSWERS_MAX)),
  crossZone: BOOLEAN,
  ...THRESHOLD_FIELDS,
  affinity: AFFINITY_SHAPE,
  onAllUnhealthy: onAllUnhealthyShape(DATA_FORM),
  zones: { read: ZONES.read, schema: { ...ZONES.schema, minProperties: 1 } },
  targetGroups: namedShape("target groups", GROUP_SHAPE),
};

/** A pool; one that cannot be read stays without zones, so that its uses are not told to name nothing. */
const POOL_SHAPE: NamedShape<SourcePool> = {
  read(name, node, problems) {
    const mapping = asMapping(node, "a pool, such as { zones: { az1: { values: [192.0.2.1] } } },", problems);
    const { values, has } = readFields(mapping ?? nothingAt(node), POOL_FIELDS, problems);
    const { answer, group, answers, crossZone, affinity, onAllUnhealthy, zones, targetGroups } = values;
    const written = mapping?.entries.find(({ key }) => key.value === "zones")?.node;
    if (mapping !== null && (!has("zones") || (written?.kind === "mapping" && written.entries.length === 0))) {
      problems.add(name.place, "pool-zones-missing", `the pool "${name.value}" has no zones; it takes at least one`);
    }
    return {
      name,
      answer: answer ?? "nodes",
      group,
      answers,
      affinity: affinity ?? "none",
      onAllUnhealthy: onAllUnhealthy ?? { kind: "open" },
      crossZone: crossZone ?? false,
      thresholds: thresholdsOf(values),
      zones: zones ?? [],
      groups: targetGroups ?? [],
    };
  },
  schema: fieldsSchema(POOL_FIELDS, { required: ["zones"], dependencies: { group: ["answer"], answers: ["answer"] } }),
};

/** The mapping `pools`. */
export const POOLS_SHAPE = namedShape("pools", POOL_SHAPE);

const nothingAt = ({ place }: SourceNode): MappingNode => ({ kind: "mapping", place, entries: [] });
