/**
 * The options of a policy: `onAllUnhealthy`, `affinity`, `failback`, `slowStart`. Beside which policies each may stand
 * is for branch-rules.ts; that they need checks is judged where the policy's candidates are read.
 */
import type { PolicyName } from "../../zone/model.ts";
import { described } from "./document.ts";
import { asMapping, type FieldValues, fieldsSchema, readFields } from "./fields.ts";
import type { Problems } from "./problem.ts";
import type { ValueForm } from "./schema-values.ts";
import { choice, integer, type Shape } from "./shapes.ts";
import type { SourceAffinity, SourceBranch, SourceFailback, SourceOnAllUnhealthy, SourceOptions } from "./source.ts";

/** A day: whoever waits longer for a target wants a person to decide. */
const WAIT_SECONDS_MAX = 86_400;

/** The key `affinity`. */
export const AFFINITY_SHAPE: Shape<SourceAffinity> = choice("affinity-unknown", ["none", "client", "client+type"]);

const OPEN_OR_CLOSED = choice("on-all-unhealthy-unknown", ["open", "closed"]);

/** The key `onAllUnhealthy`, whose values are of a form. */
export function onAllUnhealthyShape(form: Pick<ValueForm, "values">): Shape<SourceOnAllUnhealthy> {
  const fields = { values: form.values };
  return {
    read(node, problems) {
      if (node.kind === "scalar") {
        const kind = OPEN_OR_CLOSED.read(node, problems);
        return kind === null ? null : { kind };
      }
      const mapping = asMapping(node, "open, closed or { values: [ … ] }", problems);
      if (mapping === null) return null;
      const { values, has } = readFields(mapping, fields, problems);
      if (!has("values")) {
        const message = "the mapping has no values; onAllUnhealthy takes open, closed or { values: [ … ] }";
        problems.add(node.place, "on-all-unhealthy-unknown", message);
      }
      return values.values === null ? null : { kind: "values", values: values.values };
    },
    schema: { anyOf: [OPEN_OR_CLOSED.schema, fieldsSchema(fields, { required: ["values"] })] },
  };
}

const AUTO_OR_MANUAL = choice("failback-unknown", ["auto", "manual"]);
const AFTER_FIELDS = { after: integer("after", 1, WAIT_SECONDS_MAX) };

const FAILBACK: Shape<SourceFailback> = {
  read(node, problems) {
    if (node.kind === "scalar") {
      const kind = AUTO_OR_MANUAL.read(node, problems);
      return kind === null ? null : { kind };
    }
    const mapping = asMapping(node, "auto, manual or { after: SECONDS }", problems);
    if (mapping === null) return null;
    const { values, has } = readFields(mapping, AFTER_FIELDS, problems);
    if (!has("after")) {
      const message = `${described(node)} has no after; failback takes auto, manual or { after: SECONDS }`;
      problems.add(node.place, "failback-unknown", message);
    }
    return values.after === null ? null : { kind: "after", seconds: values.after };
  },
  schema: { anyOf: [AUTO_OR_MANUAL.schema, fieldsSchema(AFTER_FIELDS, { required: ["after"] })] },
};

/** The keys of a policy's options. A type rather than an interface, so that it is a table too. */
export type OptionFields = {
  readonly onAllUnhealthy: Shape<SourceOnAllUnhealthy>;
  readonly affinity: Shape<SourceAffinity>;
  readonly failback: Shape<SourceFailback>;
  readonly slowStart: Shape<number>;
};

/** The options of policies whose values are of a form. */
export function optionFields(form: ValueForm): OptionFields {
  return {
    onAllUnhealthy: onAllUnhealthyShape(form),
    affinity: AFFINITY_SHAPE,
    failback: FAILBACK,
    slowStart: integer("slowStart", 0, WAIT_SECONDS_MAX),
  };
}

/** Gathers what these keys came to. */
export function optionsOf({ onAllUnhealthy, affinity, failback, slowStart }: FieldValues<OptionFields>): SourceOptions {
  return {
    onAllUnhealthy: onAllUnhealthy ?? { kind: "open" },
    affinity: affinity ?? "none",
    failback: failback ?? { kind: "auto" },
    slowStartSeconds: slowStart ?? 0,
  };
}

/**
 * Adds the problem of candidates without a check where an option goes by when a check became healthy, or by its
 * failures. The last of a failover is exempt: there is nothing that it could be held back behind.
 */
export function addUncheckedProblems(
  policy: PolicyName,
  { failback, slowStartSeconds }: SourceOptions,
  candidates: readonly SourceBranch[],
  problems: Problems,
): void {
  for (const [at, { hasCheck, id, weight, place }] of candidates.entries()) {
    if (hasCheck) continue;
    const who = `the candidate "${id?.value ?? ""}" has no check`;
    if (policy === "failover" && failback.kind !== "auto" && at < candidates.length - 1) {
      problems.add(place, "failback-without-check", `${who}; a failback other than auto needs one`);
    }
    if (policy === "weighted" && slowStartSeconds > 0 && weight !== 0) {
      problems.add(place, "slow-start-without-check", `${who}; slowStart goes by when it became healthy`);
    }
  }
}
