/**
 * The latency figures of `latency` policies: how long each probe takes from each region, smoothed. A document of its
 * own beside the snapshot, since figures change with every probe and are wanted by few deployments, once a minute.
 */
import type { HealthView } from "../steering/candidate.ts";
import type { ChecksDocument } from "./check.ts";
import { type HealthState, isStale, stateKey } from "./state.ts";

export const LATENCIES_FORMAT = 1;

export interface LatencyFigures {
  readonly format: typeof LATENCIES_FORMAT;
  /** The board's own time. Milliseconds since the epoch. */
  readonly atMs: number;
  /** Location hints, in the order configured. */
  readonly regions: readonly string[];
  /** Milliseconds to the status line or to the connection by probe id, one for each region; null: not measured. */
  readonly ms: Readonly<Record<string, readonly (number | null)[]>>;
}

/** Gathers the figures of a document's probes. A region that measures no more has none. */
export function gatherLatencies(
  { checks }: ChecksDocument,
  states: ReadonlyMap<string, HealthState>,
  regions: readonly string[],
  nowMs: number,
): LatencyFigures {
  const ms: Record<string, readonly (number | null)[]> = {};
  for (const check of checks) {
    if (check.kind !== "probed") continue;
    const known = ms[check.probe];
    const row = regions.map((region, at) => {
      const state = states.get(stateKey(check.name, region));
      if (state === undefined || state.latencyMs === null || isStale(state, check.spec.interval, nowMs)) {
        // Another check that shares the probe may be probed from this region.
        return known?.[at] ?? null;
      }
      return Math.round(state.latencyMs * 10) / 10;
    });
    if (row.some((figure) => figure !== null)) ms[check.probe] = row;
  }
  return { format: LATENCIES_FORMAT, atMs: nowMs, regions, ms };
}

/** Makes the look-up by check and region; earlier documents go before later ones where a name is in several. */
export function latencyReader(
  figures: LatencyFigures | null,
  documents: readonly ChecksDocument[],
): HealthView["latencyMs"] {
  if (figures === null) return nothingMeasured;
  const rows = new Map<string, readonly (number | null)[]>();
  for (const check of documents.toReversed().flatMap(({ checks }) => checks)) {
    const row = check.kind === "probed" ? figures.ms[check.probe] : undefined;
    if (row !== undefined) rows.set(check.name, row);
  }
  return (check, region) => rows.get(check)?.[figures.regions.indexOf(region)] ?? null;
}

const nothingMeasured = (): null => null;
