/** Random trees of choices, health and clients, for comparison with the oracle. */
import fc from "fast-check";
import type {
  Candidate,
  Match,
  OnAllUnhealthy,
  OperatorState,
  PolicyName,
  PolicyTree,
  Tree,
} from "../../src/zone/model.ts";
import { NO_STATE } from "../../src/zone/model-defaults.ts";
import { NOW_MS } from "./health.ts";
import { alias, policy, setOf, values } from "./steered-zone.ts";
import type { OracleWorld } from "./steering-oracle.ts";

const CHECKS = 4;

const leaf = fc.integer({ min: 1, max: 5 }).map((n) => values(n));
const check = fc.option(
  fc.integer({ min: 1, max: CHECKS }).map((n) => `c${n}`),
  { nil: null },
);

const PLACES: readonly Match[] = [
  { kind: "default" },
  { kind: "continent", code: "NA" },
  { kind: "country", code: "US" },
  { kind: "subdivision", country: "US", code: "CA" },
];

const block = (octet: number, prefixLength: number): Match => ({
  kind: "blocks",
  blocks: [{ address: Uint8Array.of(203, octet, 0, 0), prefixLength }],
});
const BLOCKS: readonly Match[] = [{ kind: "default" }, block(0, 10), block(0, 16), block(8, 16)];

/** No two of these are equally far from a client, whatever their bias. */
const SITES: readonly Match[] = [0, 10, 25, 60].map((longitude, at) => ({
  kind: "site",
  region: "",
  latitude: 0,
  longitude,
  bias: [0, 50, -50, 50][at] ?? 0,
}));

/** Where candidates are, for the policies that ask. */
const MATCHES: Readonly<Record<PolicyName, readonly Match[]>> = {
  weighted: [],
  failover: [],
  multivalue: [],
  geolocation: PLACES,
  ipBased: BLOCKS,
  geoproximity: SITES,
  latency: SITES,
};

/** Most operators say nothing. */
const state: fc.Arbitrary<OperatorState> = fc.oneof(
  { weight: 6, arbitrary: fc.constant(NO_STATE) },
  { weight: 1, arbitrary: fc.constant({ ...NO_STATE, off: true }) },
  { weight: 1, arbitrary: fc.constant({ ...NO_STATE, draining: { sinceMs: NOW_MS - 1, seconds: 300 } }) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom("up" as const, "down" as const)
      .map((verdict) => ({ ...NO_STATE, override: { verdict, untilMs: null, reason: "" } })),
  },
);

const onAllUnhealthy: fc.Arbitrary<OnAllUnhealthy> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: "open" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "closed" as const }) },
  {
    weight: 1,
    arbitrary: fc.constant({ kind: "values" as const, rdata: new Map([[1, [Uint8Array.of(192, 0, 2, 9)]]]) }),
  },
);

/** Trees of at most `depth` policies, whose aliases point at the given labels. */
function treeOf(depth: number, labels: readonly string[]): fc.Arbitrary<Tree> {
  const aliases = labels.map((label) => fc.boolean().map((evaluate) => alias(label, evaluate)));
  if (depth === 0) return fc.oneof(leaf, ...aliases);
  return fc.oneof(leaf, ...aliases, policyOf(depth, labels));
}

function policyOf(depth: number, labels: readonly string[]): fc.Arbitrary<PolicyTree> {
  const candidate = fc.record({
    weight: fc.integer({ min: 0, max: 3 }),
    check,
    state,
    tree: treeOf(depth - 1, labels),
  });
  const options = fc.record({ answers: fc.integer({ min: 1, max: 2 }), onAllUnhealthy });
  return fc
    .tuple(
      fc.constantFrom(...(Object.keys(MATCHES) as PolicyName[])),
      fc.array(candidate, { minLength: 1, maxLength: 3 }),
      fc.shuffledSubarray([0, 1, 2, 3], { minLength: 3 }),
      options,
    )
    .map(([kind, drafts, places, chosen]) => {
      const candidates = drafts.map(
        (one, at): Candidate => ({
          ...one,
          id: String(at),
          match: MATCHES[kind][places[at] ?? 0] ?? null,
        }),
      );
      return policy(kind, candidates, chosen);
    });
}

const place = fc
  .tuple(
    fc.constantFrom(null, ["NA", "US", "CA"], ["NA", "US", null], ["NA", "MX", null], ["EU", "FR", null]),
    fc.constantFrom(null, 3, 31, -100),
  )
  .map(([codes, longitude]) => {
    if (codes === null) return null;
    const [continent = null, country = null, subdivision = null] = codes;
    const position = longitude === null ? null : { latitude: 0, longitude };
    return { continent, country, subdivision, position, scopePrefixLength: 0 };
  });

const subnet = fc.constantFrom(null, [0, 16], [0, 24], [8, 24], [32, 24], [64, 24], [0, 8]).map((written) => {
  if (written === null) return null;
  const [octet = 0, prefixLength = 0] = written;
  return { address: Uint8Array.of(203, octet, 0, 0), prefixLength };
});

/** Three record sets: www, and what its aliases may lead to. */
export const arbitraryWorld: fc.Arbitrary<OracleWorld> = fc.record({
  sets: fc
    .tuple(policyOf(2, ["p", "q"]), policyOf(1, ["q"]), policyOf(1, []))
    .map(([www, p, q]) => ({ www: setOf(www), p: setOf(p), q: setOf(q) })),
  health: fc
    .array(fc.constantFrom("H", "U"), { minLength: CHECKS, maxLength: CHECKS })
    .map((letters) => letters.join("")),
  client: fc.record({ subnet, place }),
});
