/**
 * What an operator says of a candidate, a target or a zone of a pool: `override` with `until` and `reason`,
 * `draining`, `off`. Times are RFC 3339; whether one is past is judged where the zone is compiled.
 */
import type { Draining } from "../../zone/model.ts";
import { parseTime, REASON_CHARACTERS_MAX, TIME_TEXT } from "../../zone/operator-text.ts";
import { quoted } from "./document.ts";
import { asMapping, type FieldValues, fieldsSchema, readFields } from "./fields.ts";
import { BOOLEAN, choice, integer, limited, located, type Shape, TEXT } from "./shapes.ts";
import type { SourceState } from "./source.ts";

const DRAINING_SECONDS_DEFAULT = 300;
const DRAINING_SECONDS_MAX = 3600;
/** A time, as milliseconds since the epoch. */
const TIME: Shape<number> = {
  read(node, problems) {
    const text = TEXT.read(node, problems);
    if (text === null) return null;
    const ms = parseTime(text);
    if (ms !== null) return ms;
    const message = `${quoted(text)} is no time of RFC 3339; allowed are such as 2026-11-30T12:00:00Z`;
    problems.add(node.place, "time-invalid", message);
    return null;
  },
  schema: { type: "string", pattern: TIME_TEXT.source },
};

const DRAINING_FIELDS = {
  since: TIME,
  seconds: integer("seconds", 1, DRAINING_SECONDS_MAX),
};

const DRAINING: Shape<Draining> = {
  read(node, problems) {
    const mapping = asMapping(node, "{ since: TIME, seconds: 300 }", problems);
    if (mapping === null) return null;
    const { values, has } = readFields(mapping, DRAINING_FIELDS, problems);
    if (!has("since")) {
      const message = "draining has no since; it takes the time from which on there are no new answers";
      problems.add(node.place, "since-missing", message);
    }
    const { since, seconds } = values;
    return since === null ? null : { sinceMs: since, seconds: seconds ?? DRAINING_SECONDS_DEFAULT };
  },
  schema: fieldsSchema(DRAINING_FIELDS, { required: ["since"] }),
};

const REASON = limited(
  TEXT,
  "reason-too-long",
  (text) => {
    const { length } = [...text];
    return length <= REASON_CHARACTERS_MAX
      ? null
      : `the reason has ${length} characters; at most ${REASON_CHARACTERS_MAX} are allowed`;
  },
  { maxLength: REASON_CHARACTERS_MAX },
);

/** The keys of an operator's state, for the tables of all that may have one. */
export const STATE_FIELDS = {
  override: choice("override-unknown", ["up", "down"]),
  until: located(TIME),
  reason: REASON,
  draining: DRAINING,
  off: BOOLEAN,
};

/** The JSON Schema's rules for these keys, as dependencies. */
export const STATE_DEPENDENCIES = { until: ["override"], reason: ["override"] };

/** Gathers what these keys came to. */
export function stateOf({ override, until, reason, draining, off }: FieldValues<typeof STATE_FIELDS>): SourceState {
  return {
    off: off ?? false,
    override: override === null ? null : { verdict: override, until, reason: reason ?? "" },
    draining,
  };
}

/** The state of what its operator has said nothing of. */
export const NO_SOURCE_STATE: SourceState = { off: false, override: null, draining: null };
