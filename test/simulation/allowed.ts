/** What may be answered from the simulated zone: the rules of steering once more, in the simplest words, apart from the core. */
import {
  beginningMs,
  DRAINING,
  FAILBACK_SECONDS,
  OVERRIDDEN_SECONDS,
  SLOW_START_SECONDS,
  SLOW_WEIGHTS,
} from "./zone.ts";

/** What an answer depends on. */
export interface Circumstances {
  readonly nowMs: number;
  /** Of the version that is answered from. */
  readonly publishedMs: number;
  isHealthy(check: string): boolean;
  /** How long a healthy check has been so, in seconds. */
  healthySeconds(check: string): number;
  isHeld(candidate: string): boolean;
}

type Allowed = (circumstances: Circumstances) => readonly string[];

/** The two candidates of a failover. */
const PAIR = [0, 1];
const numberOf = (at: number | undefined): readonly string[] => [at === undefined ? "" : String(11 + at)];

const weighted: Allowed = ({ isHealthy }) => {
  const withWeight = ["1", "2"].filter((one) => isHealthy(`c${Number(one) - 1}`));
  if (withWeight.length > 0) return withWeight;
  return isHealthy("c2") ? ["3"] : ["1", "2"];
};

/** The first healthy one that is not kept waiting, else the first healthy one, else the first. */
function firstOf(isHealthy: (check: string) => boolean, mustWait: (at: number) => boolean): readonly string[] {
  const healthy = PAIR.filter((at) => isHealthy(`c${at}`));
  return numberOf(healthy.find((at) => !mustWait(at)) ?? healthy[0] ?? 0);
}

const sinceBeginning = ({ nowMs, publishedMs }: Circumstances): number => (nowMs - beginningMs(publishedMs)) / 1000;

const draining: Allowed = (circumstances) => {
  const seconds = sinceBeginning(circumstances);
  const left = PAIR.filter((at) => seconds < (DRAINING[at]?.from ?? 0) + (DRAINING[at]?.seconds ?? 0));
  const inService = left.filter((at) => seconds < (DRAINING[at]?.from ?? 0));
  const choice = inService.length > 0 ? inService : left;
  return numberOf(choice.find((at) => circumstances.isHealthy(`c${at}`)) ?? choice[0]);
};

/** By label: the sets of candidates that may be answered, each as its sorted numbers. */
export const ALLOWED: Readonly<Record<string, Allowed>> = {
  weighted,
  ordered: ({ isHealthy }) => {
    const first = [0, 1, 2].find((at) => isHealthy(`c${at}`)) ?? 0;
    return [String(4 + first)];
  },
  many: ({ isHealthy }) => {
    const healthy = [0, 1, 2].filter((at) => isHealthy(`c${at}`));
    return [(healthy.length > 0 ? healthy : [0, 1, 2]).map((at) => 7 + at).join(" ")];
  },
  tree: (circumstances) => {
    const { isHealthy } = circumstances;
    const isNearHealthy = ["c0", "c1", "c2"].some((check) => isHealthy(check));
    return !isNearHealthy && isHealthy("quick") ? ["10"] : weighted(circumstances);
  },
  closed: ({ isHealthy }) => numberOf(PAIR.find((at) => isHealthy(`c${at}`))),
  joined: ({ isHealthy }) => numberOf(isHealthy("pair") || !isHealthy("told") ? 0 : 1),
  overridden: (circumstances) => {
    const { isHealthy } = circumstances;
    const isFirstUp = sinceBeginning(circumstances) >= OVERRIDDEN_SECONDS && isHealthy("c0");
    return numberOf(isFirstUp || !isHealthy("c1") ? 0 : 1);
  },
  draining,
  latched: ({ isHealthy, isHeld }) => firstOf(isHealthy, (at) => isHeld(`n${at}`)),
  delayed: ({ isHealthy, healthySeconds }) => firstOf(isHealthy, (at) => healthySeconds(`c${at}`) < FAILBACK_SECONDS),
  slow: ({ isHealthy }) => (isHealthy("c0") ? [...numberOf(0), ...numberOf(1)] : numberOf(1)),
};

/** The chance of the heavy one of `slow`. */
export function chanceOfHeavy({ isHealthy, healthySeconds }: Circumstances): number {
  const [heavy, light] = SLOW_WEIGHTS;
  const grown = isHealthy("c0") ? heavy * Math.min(1, healthySeconds("c0") / SLOW_START_SECONDS) : 0;
  return grown / (grown + light);
}
