/** A checks document prepared for the board: who is found by what, and in which order verdicts are made. */
import type { QuorumOutOfReach } from "../steering/candidate.ts";
import { measuringRegions, quorumOutOfReach, regionsOfCheck } from "./assignment.ts";
import { calculatedInOrder } from "./calculated.ts";
import type { CalculatedCheck, Check, ChecksDocument, Latch, ProbedCheck } from "./check.ts";
import { stateKey } from "./state.ts";

export interface ChecksIndex {
  readonly document: ChecksDocument;
  readonly byName: ReadonlyMap<string, Check>;
  /** The checks that share a probe, by its id; disabled ones are not measured. */
  readonly ofProbe: ReadonlyMap<string, readonly ProbedCheck[]>;
  /** The keys of a probed check's states that vote, by its name. */
  readonly votingKeys: ReadonlyMap<string, readonly string[]>;
  /** Of all its states, those included. */
  readonly measuredKeys: ReadonlyMap<string, readonly string[]>;
  /** By the names of checks whose quorum the regions that vote can never exceed. */
  readonly outOfReach: ReadonlyMap<string, QuorumOutOfReach>;
  /** Children before parents. */
  readonly calculated: readonly CalculatedCheck[];
  readonly latchesOf: ReadonlyMap<string, readonly Latch[]>;
}

/** Prepares a document under the deployment's regions. */
export function indexChecks(document: ChecksDocument, regions: readonly string[]): ChecksIndex {
  const probed = document.checks.filter((check) => check.kind === "probed");
  const latencyChecks = new Set(document.latencyChecks);
  return {
    document,
    byName: new Map(document.checks.map((check) => [check.name, check])),
    ofProbe: Map.groupBy(
      probed.filter(({ disabled }) => !disabled),
      ({ probe }) => probe,
    ),
    votingKeys: keysBy(probed, (check) => regionsOfCheck(check, regions)),
    measuredKeys: keysBy(probed, (check) => measuringRegions(check, latencyChecks, regions)),
    outOfReach: new Map(
      probed.flatMap((check) => {
        const quorum = quorumOutOfReach(check, regions);
        return quorum === null ? [] : [[check.name, quorum] as const];
      }),
    ),
    calculated: calculatedInOrder(document),
    latchesOf: Map.groupBy(document.latches, ({ check }) => check),
  };
}

function keysBy(
  checks: readonly ProbedCheck[],
  regionsOf: (check: ProbedCheck) => readonly (string | null)[],
): ReadonlyMap<string, readonly string[]> {
  return new Map(checks.map((check) => [check.name, regionsOf(check).map((region) => stateKey(check.name, region))]));
}
