/**
 * The ports of steering: what a decision is given besides the tree. Health, chance and the client come in as values.
 */

import type { Need, Override } from "../zone/model.ts";

/** What is known of a check: the verdict that decides (`unknown` counts as the check's `initial`), and how it stands. */
export interface HealthReading {
  readonly healthy: boolean;
  readonly status: HealthStatus;
  /** No measurement for max(3 × interval, 180 s). */
  readonly stale: boolean;
  /** When the verdict last changed, where that is recent enough to matter to a slow start or a delayed failback; null: long ago or never. */
  readonly sinceMs: number | null;
  /** When the status was last changed, however long ago, where somebody looked it up for people. Steering never looks at it. */
  readonly changedMs?: number;
  /** What the status was made from, where somebody looked it up for people. Steering never looks at it. */
  readonly observed?: Observed;
  /** What decides in place of observations; null: nothing does. Steering never looks at it. */
  readonly cause: Cause | null;
}

/** What a check's status is made from; keys that do not apply are absent. */
export interface Observed {
  /** Of a probed check: the newest observation; null: none yet. */
  readonly last?: Seen | null;
  /** Where there are several. */
  readonly regions?: readonly SeenInRegion[];
  /** Of a push check: what it was told last; null: nothing yet. */
  readonly report?: Reported | null;
  /** Of a calculated check. */
  readonly children?: readonly { readonly check: string; readonly status: HealthStatus }[];
  readonly inverted?: true;
  readonly disabled?: true;
}

export interface Seen {
  readonly atMs: number;
  /** One word: `ok`, `timeout`, `status-mismatch` … */
  readonly outcome: string;
  /** The HTTP status code, where there was one. */
  readonly code: number | null;
}

export interface SeenInRegion {
  readonly region: string | null;
  readonly status: HealthStatus;
  readonly last: Seen | null;
}

export interface Reported {
  readonly atMs: number;
  readonly status: "healthy" | "unhealthy";
  readonly reason: string;
}

/** Why a check stands as it does whatever is observed: for people, who would look in vain for it at the target. */
export type Cause =
  | { readonly kind: "override"; readonly override: Override }
  | { readonly kind: "quorum-out-of-reach"; readonly quorum: QuorumOutOfReach };

/** A number of healthy regions that must be exceeded, and how many regions vote: never more than that. */
export interface QuorumOutOfReach {
  readonly moreThan: number;
  readonly regions: number;
}

/** `unknown` means no verdict yet. */
export type HealthStatus = "healthy" | "unhealthy" | "unknown";

export interface HealthView {
  /** Reads a check by its full name, `zone/check`. A check that nobody knows is unknown and counts as healthy. */
  read(check: string): HealthReading;
  /** A candidate is held back until it is released; `latch` is its failback's place and its id. */
  isHeld(latch: string): boolean;
  /** Regions that have probers, as location hints, in the order configured. */
  readonly regions: readonly string[];
  /** A check's smoothed time to headers or connection as measured from a region; null: not measured. */
  latencyMs(check: string, region: string): number | null;
  /** The snapshot is beyond its hard age, or there never was one though there are checks. */
  readonly stale: boolean;
}

/** Draws an integer from 0 to below `bound`, uniformly; the same sequence each time an answer is attempted anew. */
export type Draw = (bound: number) => number;

/** Who asks, as far as steering may look. */
export interface Client {
  /** The EDNS Client Subnet of the query, else the connecting address cut to /24 or /56; null: unknown (RFC 7871 7.1.2). */
  readonly subnet: Subnet | null;
  /** Where the client is; null: unknown; a need where the blob that says it is not in memory. */
  readonly place: Place | null | Need;
}

export interface Subnet {
  /** 4 or 16 octets, zero beyond the prefix. */
  readonly address: Uint8Array;
  readonly prefixLength: number;
}

/** A place on earth; null: not known. */
export interface Place {
  readonly continent: string | null;
  readonly country: string | null;
  readonly subdivision: string | null;
  /** Degrees; both or none. */
  readonly position: Position | null;
  /** The shortest prefix of the client's address that this place holds for as a whole; 0 where the connection told it. */
  readonly scopePrefixLength: number;
}

export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}
