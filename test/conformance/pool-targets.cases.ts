/** What a pool of `answer: targets` answers with: weights, draining, families, several answers; told as in pools.cases.ts. */
import {
  answering,
  drained,
  draining,
  group,
  type PoolCase,
  poolZone,
  row,
  target,
  targets,
  tcp,
} from "../support/pools.ts";

const weighted = (n: number, weight: number) => target(n, "a", { weight });

const REFERENCE = { alias: "origin" };

/** Target 11 by address, and 12 by reference to the record set `origin`. */
const following = (origin: object, fields: object = {}): string =>
  poolZone(
    {
      answer: "targets",
      zones: { a: {} },
      targetGroups: {
        g: group([target(11, "a"), target(12, "a", { ...REFERENCE, check: { type: "push" }, ...fields })]),
      },
    },
    { www: { A: { pool: "web" } }, origin: { A: origin } },
  );

/** The same, where `origin` is a record set of both families. */
const followingAddresses = (origin: object, records: object = {}, pools: object = {}): string =>
  JSON.stringify({
    zone: "example.com",
    pools: {
      ...pools,
      web: {
        answer: "targets",
        zones: { a: {} },
        targetGroups: { g: group([target(11, "a"), target(12, "a", { ...REFERENCE, check: { type: "push" } })]) },
      },
    },
    records: { ...records, www: { A: { pool: "web" } }, origin },
  });

export const TARGETS: readonly PoolCase[] = [
  row("by weight inside a zone, default 1", answering([target(11, "a"), weighted(12, 3)]), [], { 11: 0.25, 12: 0.75 }),
  row("weight 0 waits for all that have a weight", answering([weighted(11, 1), weighted(12, 0)]), [], { 11: 1 }),
  row(
    "weight 0 answers when nothing with a weight is healthy",
    answering([weighted(11, 1), weighted(12, 0)]),
    ["web/g/t11"],
    { 12: 1 },
  ),
  row(
    "routing threshold missed: unhealthy ones too, and zeros stay behind",
    answering([weighted(11, 1), weighted(12, 1), weighted(13, 0)], {
      minHealthy: { count: 3 },
    }),
    ["web/g/t11"],
    { 11: 0.5, 12: 0.5 },
  ),
  row(
    "two answers: by weight without putting back",
    answering([weighted(11, 2), weighted(12, 1), weighted(13, 1)], { answers: 2 }),
    [],
    {
      "11 12": 5 / 12,
      "11 13": 5 / 12,
      "12 13": 1 / 6,
    },
  ),
  row(
    "zeros fill up what weights leave of the answers",
    answering([weighted(11, 1), weighted(12, 0), weighted(13, 0)], { answers: 2 }),
    [],
    {
      "11 12": 0.5,
      "11 13": 0.5,
    },
  ),
  row(
    "all answers come from the zone that was taken",
    answering([...targets(11, 12, "a"), ...targets(21, 22, "b")], { answers: 8 }),
    [],
    {
      "11 12": 0.5,
      "21 22": 0.5,
    },
  ),
  row("a draining target gets no answers", answering([target(11, "a"), target(12, "a", draining())]), [], { 11: 1 }),
  row(
    "only draining ones left: they are used, the healthy ones first",
    answering([target(11, "a", draining()), target(12, "a", draining())]),
    ["web/g/t11"],
    { 12: 1 },
  ),
  row("drained: not there, even when nothing else is left", answering([target(11, "a", drained())]), [], { "": 1 }),
  row(
    "a target that is off is not there",
    answering([target(11, "a", { off: true }), target(12, "a")]),
    ["web/g/t12"],
    { 12: 1 },
  ),
  row(
    "a target's override goes before its check",
    answering([target(11, "a", { override: "up" }), target(12, "a", { override: "down" })]),
    ["web/g/t11"],
    { 11: 1 },
  ),
  row(
    "a zone's own check takes its targets out of the answer",
    answering([target(11, "a"), target(21, "b")], { zones: { a: {}, b: { check: tcp() } } }),
    ["web/b"],
    { 11: 1 },
  ),
  row(
    "cross-zone on: the targets of a zone that is down are eligible",
    answering([target(11, "a"), target(21, "b")], {
      crossZone: true,
      zones: { a: {}, b: { check: tcp() } },
    }),
    ["web/b"],
    { 11: 0.5, 21: 0.5 },
  ),
  row(
    "a zone whose targets are of another family is left out",
    answering([target(11, "a"), target(21, "b", { address: "2001:db8::1" })]),
    [],
    { 11: 1 },
  ),
  row(
    "what is healthy is of another family, what is of this one is unhealthy: no answer",
    answering([target(11, "a"), target(12, "a", { address: "2001:db8::1" })]),
    ["web/g/t11"],
    { "": 1 },
  ),
  row("no target of the family anywhere: no answer", answering([target(11, "a", { address: "2001:db8::1" })]), [], {
    "": 1,
  }),
  row(
    "bug: by reference to `addresses` without a value of the family: no part in the choice",
    followingAddresses({ addresses: "2001:db8::5" }),
    [],
    { 11: 1 },
  ),
  row(
    "nor by way of an alias in it",
    followingAddresses({ addresses: { alias: "inner" } }, { inner: { AAAA: "2001:db8::5" } }),
    [],
    { 11: 1 },
  ),
  row(
    "nor by way of a policy in it",
    followingAddresses({
      addresses: {
        failover: [
          { id: "a", values: ["2001:db8::5"] },
          { id: "b", values: "2001:db8::6" },
        ],
      },
    }),
    [],
    { 11: 1 },
  ),
  row(
    "nor by way of a pool in it, whose targets it follows",
    followingAddresses(
      { addresses: { pool: "six" } },
      {},
      {
        six: {
          answer: "targets",
          zones: { a: {} },
          targetGroups: { g: { targets: [target(13, "a", { address: "2001:db8::5" })] } },
        },
      },
    ),
    [],
    { 11: 1 },
  ),
  row(
    "but one candidate of the family is enough, even while another is answered",
    followingAddresses({
      addresses: {
        failover: [
          { id: "a", values: ["2001:db8::5"] },
          { id: "b", values: ["192.0.2.6"] },
        ],
      },
    }),
    [],
    { "": 0.5, 11: 0.5 },
  ),
  row(
    "and it counts for the health of its zone, which does not look at the family",
    followingAddresses({ addresses: "2001:db8::5" }),
    ["web/g/t11"],
    { "": 1 },
  ),
  row("by reference: what the record set answers", following({ values: ["192.0.2.5"] }), [], { 5: 0.5, 11: 0.5 }),
  row("by reference: down with its own check", following({ values: ["192.0.2.5"] }), ["web/g/t12"], { 11: 1 }),
  row("by reference: down with its record set", following({ values: ["192.0.2.5"], check: tcp() }), ["origin/A"], {
    11: 1,
  }),
  row(
    "by reference: a record set that answers nothing keeps its share",
    following({ weighted: [{ id: "a", weight: 1, off: true, values: ["192.0.2.5"] }] }, { override: "up" }),
    [],
    { "": 0.5, 11: 0.5 },
  ),
  row(
    "by reference twice: drawn apart, and one record once chosen together",
    poolZone(
      {
        answer: "targets",
        answers: 2,
        zones: { a: {} },
        targetGroups: { g: { targets: [target(11, "a", REFERENCE), target(12, "a", REFERENCE)] } },
      },
      { www: { A: { pool: "web" } }, origin: { A: "192.0.2.5" } },
    ),
    [],
    { 5: 1 },
  ),
];
