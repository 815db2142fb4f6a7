/**
 * Observation strings and the status after each step. `.` a healthy result, `x` an unhealthy one, `-` not measured;
 * `H`, `U`, `?` the status: healthy, unhealthy, unknown.
 */
export interface HealthCase {
  readonly name: string;
  /** Consecutive results that make healthy and unhealthy. */
  readonly rise: number;
  readonly fall: number;
  readonly begin: "H" | "U" | "?";
  readonly results: string;
  readonly statuses: string;
}

export const healthCases: readonly HealthCase[] = [
  {
    name: "T70: a contrary result begins the run anew, so F F P F F stays healthy and the third F in a row does not",
    rise: 3,
    fall: 3,
    begin: "H",
    results: "xx.xxx",
    statuses: "HHHHHU",
  },
  {
    name: "T71: two of three are not enough to come back",
    rise: 3,
    fall: 3,
    begin: "U",
    results: "...",
    statuses: "UUH",
  },
  {
    name: "A18: flapping goes down at probe 10 and up at probe 12, and changes nothing else",
    rise: 2,
    fall: 3,
    begin: "H",
    results: ".x.x.x.xxx..",
    statuses: "HHHHHHHHHUUH",
  },
  {
    name: "a new check has no verdict before its threshold of observations",
    rise: 3,
    fall: 3,
    begin: "?",
    results: "...",
    statuses: "??H",
  },
  {
    name: "a new check whose results alternate never has a verdict",
    rise: 2,
    fall: 2,
    begin: "?",
    results: ".x.x.x.x",
    statuses: "????????",
  },
  { name: "each direction has its own threshold", rise: 1, fall: 4, begin: "?", results: ".xxxx.", statuses: "HHHHUH" },
  { name: "a threshold of 1 follows every result", rise: 1, fall: 1, begin: "?", results: "x.x.", statuses: "UHUH" },
  {
    name: "what was not measured neither counts nor breaks a run",
    rise: 3,
    fall: 3,
    begin: "H",
    results: "x-x--x",
    statuses: "HHHHHU",
  },
  {
    name: "nothing but unmeasured probes leaves a new check unknown",
    rise: 1,
    fall: 1,
    begin: "?",
    results: "----",
    statuses: "????",
  },
  {
    name: "a long run does not have to be undone result by result",
    rise: 2,
    fall: 3,
    begin: "H",
    results: "xxxxxxxxxx..",
    statuses: "HHUUUUUUUUUH",
  },
];
