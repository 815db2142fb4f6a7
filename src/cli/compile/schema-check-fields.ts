/**
 * The fields of a check, each read and bounded by itself. Which of them may stand with which type, and what they mean
 * together, is judged where checks are compiled.
 */
import type { Quorum } from "../../health/check.ts";
import { LOCATION_HINT_CODES } from "../../steering/regions.ts";
import { described, quoted, type SourceNode } from "./document.ts";
import { nearestHint } from "./nearest.ts";
import type { Problems } from "./problem.ts";
import { HEADERS } from "./schema-headers.ts";
import { BOOLEAN, choice, integer, limited, listOf, located, oneOrMany, type Shape, TEXT } from "./shapes.ts";

/** One dot or two would be lost from the path by which the admin API calls the check (RFC 3986 5.2.4). */
const NAME = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,64}$/;
const CONTAINS_CHARACTERS_MAX = 255;
/** Route 53's limit of children (H6.1, D5). */
const CHILDREN_MAX = 256;
/** More would be no answer to a silence: a day. */
const EXPIRES_SECONDS_MAX = 86_400;

/** A check's name, where it is given one and where it is used. */
export const CHECK_NAME_SHAPE = limited(
  TEXT,
  "check-name-invalid",
  (name) =>
    NAME.test(name)
      ? null
      : `the name of a check is ${quoted(name)}; allowed are 1 to 64 of A-Z, a-z, 0-9, ".", "_" and "-", but not "." or ".." alone`,
  { pattern: NAME.source },
);

const LOCATED_TEXT = located(TEXT);

const CONTAINS = limited(
  TEXT,
  "contains-length-out-of-range",
  (text) => {
    const { length } = [...text];
    return length >= 1 && length <= CONTAINS_CHARACTERS_MAX && text.isWellFormed()
      ? null
      : `contains has ${length} characters; allowed are 1 to ${CONTAINS_CHARACTERS_MAX} of Unicode`;
  },
  { minLength: 1, maxLength: CONTAINS_CHARACTERS_MAX },
);

const REGION_HINT = limited(
  TEXT,
  "check-region-unknown",
  (hint) =>
    LOCATION_HINT_CODES.includes(hint)
      ? null
      : `${quoted(hint)} is no location hint${nearestHint(hint, LOCATION_HINT_CODES)}; allowed are ${LOCATION_HINT_CODES.join(", ")}`,
  { enum: LOCATION_HINT_CODES },
);

/** A whole number, or a percentage; further words stand for some of them. */
function share(
  name: string,
  bounds: { readonly percent: readonly [number, number]; readonly count: number },
  words: Readonly<Record<string, Quorum>>,
): Shape<Quorum> {
  const [least, most] = bounds.percent;
  const named = Object.keys(words).map((word) => `${word}, `);
  const allowed = `${named.join("")}a whole number of 0 to ${bounds.count} and percentages such as "60%", of ${least} to ${most}`;
  return {
    read(node, problems) {
      const found = readShare(node, words);
      const [low, high] = found?.kind === "percent" ? bounds.percent : [0, bounds.count];
      const value = found === null ? null : found.kind === "percent" ? found.percent : found.count;
      if (value !== null && value >= low && value <= high) return found;
      problems.add(node.place, `${name}-invalid`, `${described(node)} stands where these are allowed: ${allowed}`);
      return null;
    },
    schema: {
      anyOf: [
        { type: "integer", minimum: 0, maximum: bounds.count },
        { type: "string", pattern: "^\\d{1,3}%$" },
        ...(named.length > 0 ? [{ enum: Object.keys(words) }] : []),
      ],
    },
  };
}

function readShare(node: SourceNode, words: Readonly<Record<string, Quorum>>): Quorum | null {
  if (node.kind !== "scalar") return null;
  const { value } = node;
  if (typeof value === "number") return Number.isInteger(value) ? { kind: "count", count: value } : null;
  if (typeof value !== "string") return null;
  const [, percent] = /^(\d{1,3})%$/.exec(value) ?? [];
  if (percent !== undefined) return { kind: "percent", percent: Number(percent) };
  return Object.hasOwn(words, value) ? (words[value] ?? null) : null;
}

/** Healthy when MORE than the quorum say so: of 100 % and of all regions there are never more. */
const QUORUM = share("quorum", { percent: [0, 99], count: LOCATION_HINT_CODES.length - 1 }, {});

/** Route 53: a threshold of 0 is always met, one above the children never (H6.1). */
const AT_LEAST = share(
  "at-least",
  { percent: [0, 100], count: CHILDREN_MAX },
  { all: { kind: "percent", percent: 100 }, any: { kind: "count", count: 1 } },
);

const CHILD_LIST = listOf(located(CHECK_NAME_SHAPE));

const CHILDREN: typeof CHILD_LIST = {
  read(node, problems) {
    const children = CHILD_LIST.read(node, problems);
    if (node.kind === "list" && node.items.length > CHILDREN_MAX) {
      const message = `of lists ${node.items.length} checks; at most ${CHILDREN_MAX} are allowed`;
      problems.add(node.place, "of-too-many", message);
    }
    addRepeated(children ?? [], "of-duplicate", problems);
    return children;
  },
  schema: CHILD_LIST.schema,
};

const HINTS = oneOrMany(located(REGION_HINT));

const REGIONS: typeof HINTS = {
  read(node, problems) {
    const hints = HINTS.read(node, problems);
    addRepeated(hints ?? [], "check-region-duplicate", problems);
    return hints;
  },
  schema: HINTS.schema,
};

type Written = NonNullable<ReturnType<typeof HINTS.read>>;

function addRepeated(written: Written, code: string, problems: Problems): void {
  const seen = new Set<string>();
  for (const { value, place } of written) {
    if (seen.has(value)) problems.add(place, code, `"${value}" stands in this list twice`);
    seen.add(value);
  }
}

export const CHECK_FIELDS = {
  type: choice("check-type-unknown", ["http", "https", "tcp", "calculated", "push"]),
  url: LOCATED_TEXT,
  address: LOCATED_TEXT,
  hostname: LOCATED_TEXT,
  port: located(integer("port", 1, 65_535)),
  path: LOCATED_TEXT,
  host: LOCATED_TEXT,
  method: choice("method-unknown", ["GET", "HEAD"]),
  headers: HEADERS,
  expect: oneOrMany(LOCATED_TEXT),
  follow: integer("follow", 0, 5),
  contains: CONTAINS,
  interval: located(integer("interval", 1, 3600)),
  timeout: located(integer("timeout", 1, 60)),
  unhealthyThreshold: integer("unhealthyThreshold", 1, 10),
  healthyThreshold: integer("healthyThreshold", 1, 10),
  inverted: BOOLEAN,
  disabled: BOOLEAN,
  initial: choice("initial-unknown", ["healthy", "unhealthy"]),
  backoff: BOOLEAN,
  regions: REGIONS,
  quorum: located(QUORUM),
  of: CHILDREN,
  atLeast: AT_LEAST,
  expires: integer("expires", 1, EXPIRES_SECONDS_MAX),
  whenSilent: choice("when-silent-unknown", ["healthy", "unhealthy", "last"]),
};
