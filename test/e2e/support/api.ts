/** What the admin API of `fairlead dev` says, and the moment from which answers are made of it. */
import { expect, vi } from "vitest";

/** The token that `fairlead dev` takes by default. */
const TOKEN = "dev";

/** Far beyond any detection time of these tests. */
const SETTLING = { timeout: 20_000, interval: 200 };

interface Health {
  readonly at: string;
  readonly checks: readonly {
    readonly name: string;
    readonly status: string;
    readonly last?: { readonly healthy: boolean } | null;
    readonly override?: Readonly<Record<string, unknown>>;
  }[];
  readonly pools: readonly {
    readonly name: string;
    readonly groups: readonly { readonly targets: readonly { readonly id: string; readonly state: string }[] }[];
  }[];
}

interface Explanation {
  readonly snapshot: { readonly at: string | null };
  readonly links: readonly { readonly tree: { readonly candidates?: readonly ExplainedCandidate[] } | null }[];
  readonly failedOpen: readonly string[];
  readonly answers: readonly { readonly probability: number; readonly records: readonly string[] }[] | null;
}

/** What stands beside a candidate of a record set. */
export interface ExplainedCandidate {
  readonly id: string;
  readonly status: string;
  readonly override?: Readonly<Record<string, unknown>>;
  readonly held?: true;
}

interface Served {
  /** The DoH URL. */
  readonly url: string;
}

/** Reads a path of the API as JSON. */
async function read<T>({ url }: Served, path: string): Promise<T> {
  const response = await fetch(new URL(path, url), { headers: { Authorization: `Bearer ${TOKEN}` } });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: HTTP ${response.status}: ${text}`);
  return JSON.parse(text) as T;
}

/** What the board knows now. */
export const healthOf = (dev: Served): Promise<Health> => read<Health>(dev, "/api/health");

/** The state of a pool's target under ELB's name; null: there is no such target. */
export async function targetState(dev: Served, pool: string, target: string): Promise<string | null> {
  const { pools } = await healthOf(dev);
  const groups = pools.find(({ name }) => name === pool)?.groups ?? [];
  return groups.flatMap(({ targets }) => targets).find(({ id }) => id === target)?.state ?? null;
}

/** Why a name is answered as it is. */
export function explain(dev: Served, name: string, type = "A"): Promise<Explanation> {
  return read<Explanation>(dev, `/api/explain?name=${name}&type=${type}`);
}

/** How the candidates of a name's own policy stand. */
export async function candidatesOf(dev: Served, name: string): Promise<readonly ExplainedCandidate[]> {
  const { links } = await explain(dev, name);
  return links[0]?.tree?.candidates ?? [];
}

/**
 * Waits until the board has these verdicts, by the check's full name, and the resolver a snapshot of a later time. Then
 * an answer that has not moved is one that does not move.
 */
export async function settle(dev: Served, verdicts: Readonly<Record<string, string>>): Promise<void> {
  const at = await vi.waitFor(async () => {
    const health = await healthOf(dev);
    const known = health.checks.filter(({ name }) => name in verdicts).map(({ name, status }) => [name, status]);
    expect(Object.fromEntries(known)).toEqual(verdicts);
    return health.at;
  }, SETTLING);
  await vi.waitFor(async () => {
    const { snapshot } = await explain(dev, "example.com");
    expect(snapshot.at ?? "").toSatisfy((snapshotAt: string) => snapshotAt > at);
  }, SETTLING);
}
