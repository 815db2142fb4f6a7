/**
 * Steering as Route 53 documents it, one row a fact. Health is one letter per candidate (H, U, - without a check);
 * `chances` gives the exact probability of each answer, by the numbers of the candidates in it.
 */
import type { PolicyName } from "../../src/zone/model.ts";

export interface FlatCase {
  readonly name: string;
  readonly policy: PolicyName;
  readonly weights?: readonly number[];
  readonly health: string;
  readonly chances: Readonly<Record<string, number>>;
}

export const WEIGHTED: readonly FlatCase[] = [
  row("T01 weights share the answers", [10, 20, 20], "HHH", { 1: 0.2, 2: 0.4, 3: 0.4 }),
  row("T02 an unhealthy candidate's share goes to the others by weight", [10, 20, 20], "HHU", { 1: 1 / 3, 2: 2 / 3 }),
  row("T03 a candidate without a check always takes its share", [10, 20, 20], "HH-", { 1: 0.2, 2: 0.4, 3: 0.4 }),
  row("T04 1 of 256", [1, 255], "HH", { 1: 1 / 256, 2: 255 / 256 }),
  row("T05 weight 0 answers when every other is unhealthy", [1, 1, 0], "UUH", { 3: 1 }),
  row("T06 nothing healthy: weights as if all were, weight 0 left out", [1, 1, 0], "UUU", { 1: 0.5, 2: 0.5 }),
  row("T07 one healthy weight takes all", [1, 1, 0], "UHU", { 2: 1 }),
  row("T08 weight 0 unhealthy changes nothing", [1, 1, 0], "HHU", { 1: 0.5, 2: 0.5 }),
  row("T09 weight 0 takes nothing while others are healthy", [1, 1, 0], "HHH", { 1: 0.5, 2: 0.5 }),
  row("T10 weight 0 without a check takes nothing either", [1, 1, 0], "HH-", { 1: 0.5, 2: 0.5 }),
  row("T11 weight 0 without a check stands in for the unhealthy", [1, 1, 0], "UU-", { 3: 1 }),
  row("T12 one healthy weight before weight 0 without a check", [1, 1, 0], "UH-", { 2: 1 }),
  row("T13 all weights 0: equal", [0, 0, 0], "---", { 1: 1 / 3, 2: 1 / 3, 3: 1 / 3 }),
  row("T14 all weights 0: equal among the healthy", [0, 0, 0], "HUH", { 1: 0.5, 3: 0.5 }),
  row("T15 all weights 0 and unhealthy: equal", [0, 0, 0], "UUU", { 1: 1 / 3, 2: 1 / 3, 3: 1 / 3 }),
  row("T16 several healthy zeros are equal", [1, 0, 0], "UHH", { 2: 0.5, 3: 0.5 }),
  row("T17 only the healthy zero", [1, 0, 0], "UHU", { 2: 1 }),
  row("T18 a weight without a check takes all from the zeros", [1, 0, 0], "-HH", { 1: 1 }),
  row("T19 nothing healthy: by weight", [3, 1], "UU", { 1: 0.75, 2: 0.25 }),
];

export const FAILOVER: readonly FlatCase[] = [
  order("T23 both healthy: the primary", "HH", 1),
  order("T24 the secondary's health does not matter while the primary is healthy", "HU", 1),
  order("T25 primary unhealthy: the secondary", "UH", 2),
  order("T26 both unhealthy: the primary", "UU", 1),
  order("T27 a secondary without a check is healthy whatever its endpoint does", "U-", 2),
  order("T28 a primary without a check is never left", "-H", 1),
  order("a third in order is taken when the first two are unhealthy", "UUH", 3),
];

export const MULTIVALUE: readonly FlatCase[] = [
  all("T34 seven healthy of ten: exactly these, every time", "HHHHHHHUUU", "1 2 3 4 5 6 7"),
  all("T36 only the one without a check", "U-U", "2"),
  all("T37 only the healthy one", "HUUUU", "1"),
  all("T38 five unhealthy: all five", "UUUUU", "1 2 3 4 5"),
];

function row(name: string, weights: readonly number[], health: string, chances: Record<string, number>): FlatCase {
  return { name, policy: "weighted", weights, health, chances };
}

function order(name: string, health: string, answered: number): FlatCase {
  return { name, policy: "failover", health, chances: { [answered]: 1 } };
}

function all(name: string, health: string, answered: string): FlatCase {
  return { name, policy: "multivalue", health, chances: { [answered]: 1 } };
}

/**
 * Trees: the top chooses by latency between aliases to `us` (weights 1/1, candidates 1 and 2), which is nearer, and `ap`
 * (3/1, candidates 3 and 4).
 */
export interface TreeCase {
  readonly name: string;
  readonly us: string;
  readonly ap: string;
  /** Of the alias to `us`; by default evaluated, without a check. */
  readonly evaluate?: boolean;
  readonly check?: "H" | "U";
  readonly chances: Readonly<Record<string, number>>;
}

export const TREES: readonly TreeCase[] = [
  { name: "T40 the first branch, by its weights", us: "HH", ap: "HH", chances: { 1: 0.5, 2: 0.5 } },
  { name: "T41 a branch with nothing healthy is left", us: "UU", ap: "HH", chances: { 3: 0.75, 4: 0.25 } },
  { name: "T42 a leaf without a check keeps its branch", us: "U-", ap: "HH", chances: { 2: 1 } },
  {
    name: "T43 without evaluation the branch is entered and fails open",
    us: "UU",
    ap: "HH",
    evaluate: false,
    chances: { 1: 0.5, 2: 0.5 },
  },
  {
    name: "T44 a check on the alias counts beside its target",
    us: "HH",
    ap: "HH",
    check: "U",
    chances: { 3: 0.75, 4: 0.25 },
  },
  {
    name: "T45 both the check and the target must be healthy",
    us: "UU",
    ap: "HH",
    check: "H",
    chances: { 3: 0.75, 4: 0.25 },
  },
  {
    name: "T46 without evaluation only the check counts",
    us: "UU",
    ap: "HH",
    check: "H",
    evaluate: false,
    chances: { 1: 0.5, 2: 0.5 },
  },
  {
    name: "T47 inside a branch entered without evaluation health still chooses",
    us: "UH",
    ap: "HH",
    evaluate: false,
    chances: { 2: 1 },
  },
  {
    name: "T48 nothing healthy anywhere: the first branch, failing open",
    us: "UU",
    ap: "UU",
    chances: { 1: 0.5, 2: 0.5 },
  },
  { name: "T49 the only healthy leaf", us: "UU", ap: "UH", chances: { 4: 1 } },
];
