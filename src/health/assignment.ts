/**
 * Which prober probes what: a function of the checks document and the regions alone, so that the cron trigger, the
 * board and a prober itself come to the same result without asking one another.
 *
 * Equal probes run once. A prober gets only as many as fit their intervals when all of them time out. Probes keep
 * their prober while others come and go: each prefers probers in an order of its own (rendezvous hashing), so another
 * number of probers moves few. Filling probers one after the other would move nearly all of them.
 */
import type { QuorumOutOfReach } from "../steering/candidate.ts";
import type { Check, ChecksDocument, ProbedCheck, ProbeSpec } from "./check.ts";

/** Connections a prober has at once: six per invocation, less one for KV (Workers limits). */
export const PROBER_SLOTS = 5;

/** Slots that may be taken up when every probe times out: a fifth stays free for redirects, closing and lateness. */
const PROBER_LOAD_MAX = PROBER_SLOTS * 0.8;

/** Below the 50 subrequests that an invocation has on the free plan, with some room for redirects. */
const PROBER_PROBES_MAX = 40;

/** The region's name where none is configured. */
const NO_REGION = "local";

export interface ProberAssignment {
  /** `<region>/<number>`, or `local/<number>` without regions. */
  readonly prober: string;
  /** The location hint; null: none. */
  readonly region: string | null;
  readonly probes: readonly UniqueProbe[];
}

export interface UniqueProbe {
  readonly id: string;
  readonly spec: ProbeSpec;
  /** Probed more slowly after ten minutes of failure: every check that shares the probe allows it. */
  readonly backoff: boolean;
}

/** Gives the regions that vote on a check, in the order configured; null: the one prober without a hint. */
export function regionsOfCheck(
  check: Pick<ProbedCheck, "regions">,
  configured: readonly string[],
): readonly (string | null)[] {
  const own = configured.filter((region) => check.regions.includes(region));
  return own.length > 0 ? own : [configured[0] ?? null];
}

/** Gives the regions a check is measured from: those that vote on it, and for latency figures every one. */
export function measuringRegions(
  check: Pick<ProbedCheck, "name" | "regions">,
  latencyChecks: ReadonlySet<string>,
  configured: readonly string[],
): readonly (string | null)[] {
  if (configured.length > 1 && latencyChecks.has(check.name)) return configured;
  return regionsOfCheck(check, configured);
}

/** Lists the regions that checks ask for and the deployment does not have, sorted. */
export function unconfiguredRegions({ checks }: Pick<ChecksDocument, "checks">, configured: readonly string[]) {
  const asked = new Set(checks.flatMap((check) => (check.kind === "probed" ? check.regions : [])));
  return [...asked].filter((region) => !configured.includes(region)).sort();
}

/** Tells of a check whose quorum, a number, can never be exceeded by the regions that vote; null: it can be. */
export function quorumOutOfReach(check: Check, configured: readonly string[]): QuorumOutOfReach | null {
  if (check.kind !== "probed" || check.disabled || check.quorum.kind !== "count") return null;
  const regions = regionsOfCheck(check, configured).length;
  return check.quorum.count < regions ? null : { moreThan: check.quorum.count, regions };
}

/** Shares a document's probes out among the probers of each region. Probers without probes are left out. */
export function assignProbes(document: ChecksDocument, regions: readonly string[]): readonly ProberAssignment[] {
  return [...probesByRegion(document, regions)].flatMap(([region, probes]) => {
    const shares: Share[] = [];
    for (let count = fewestProbers(probes); shares.length < count; ) shares.push(newShare());
    for (const probe of probes) preferredShare(shares, probe).add(probe);
    return shares.flatMap(({ probes: own }, number) =>
      own.length === 0 ? [] : [{ prober: `${region ?? NO_REGION}/${number}`, region, probes: own }],
    );
  });
}

/** Lists each probe of a region once, sorted by id; disabled checks are not probed. */
export function probesByRegion(
  document: ChecksDocument,
  regions: readonly string[],
): ReadonlyMap<string | null, readonly UniqueProbe[]> {
  const latencyChecks = new Set(document.latencyChecks);
  const byRegion = new Map<string | null, Map<string, UniqueProbe>>();
  for (const check of document.checks) {
    if (check.kind !== "probed" || check.disabled) continue;
    const { probe: id, spec, backoff } = check;
    for (const region of measuringRegions(check, latencyChecks, regions)) {
      const probes = byRegion.get(region) ?? new Map<string, UniqueProbe>();
      byRegion.set(region, probes);
      probes.set(id, { id, spec, backoff: backoff && (probes.get(id)?.backoff ?? true) });
    }
  }
  const sorted = [...byRegion].map(
    ([region, probes]) => [region, [...probes.values()].sort((left, right) => (left.id < right.id ? -1 : 1))] as const,
  );
  return new Map(sorted);
}

/** The share of one slot that a probe takes up when it times out each time. */
const loadOf = ({ spec }: UniqueProbe): number => spec.timeout / spec.interval;

interface Share {
  readonly probes: readonly UniqueProbe[];
  fits(probe: UniqueProbe): boolean;
  add(probe: UniqueProbe): void;
}

function newShare(): Share {
  const probes: UniqueProbe[] = [];
  let load = 0;
  return {
    probes,
    fits: (probe) => probes.length < PROBER_PROBES_MAX && load + loadOf(probe) <= PROBER_LOAD_MAX,
    add: (probe) => {
      probes.push(probe);
      load += loadOf(probe);
    },
  };
}

function fewestProbers(probes: readonly UniqueProbe[]): number {
  const load = probes.reduce((sum, probe) => sum + loadOf(probe), 0);
  return Math.ceil(Math.max(load / PROBER_LOAD_MAX, probes.length / PROBER_PROBES_MAX));
}

/** Finds the prober with room that the probe likes best; where all are full, opens one more. */
function preferredShare(shares: Share[], probe: UniqueProbe): Share {
  const seed = hashText(probe.id);
  let best: Share | undefined;
  let bestScore = -1;
  for (const [number, share] of shares.entries()) {
    const score = mix(seed ^ Math.imul(number + 1, 0x9e3779b1));
    if (score <= bestScore || !share.fits(probe)) continue;
    best = share;
    bestScore = score;
  }
  if (best !== undefined) return best;
  const opened = newShare();
  shares.push(opened);
  return opened;
}

/** FNV-1a over UTF-16 units. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}

/** MurmurHash3's finaliser: every bit of the input moves every bit of the unsigned result. */
function mix(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
