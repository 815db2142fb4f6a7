/**
 * The ports of steering: what a decision is given besides the tree. Health, chance and the client come in as values.
 */

/** What is known of a check: the verdict that decides (`unknown` counts as the check's `initial`), and how it stands. */
export interface HealthReading {
  readonly healthy: boolean;
  readonly status: HealthStatus;
  /** No measurement for max(3 × interval, 180 s). */
  readonly stale: boolean;
}

/** `unknown` means no verdict yet. */
export type HealthStatus = "healthy" | "unhealthy" | "unknown";

export interface HealthView {
  /** Reads a check by its full name, `zone/check`. A check that nobody knows is unknown and counts as healthy. */
  read(check: string): HealthReading;
  /** The snapshot is beyond its hard age, or there never was one though there are checks. */
  readonly stale: boolean;
}

/** Draws an integer from 0 to below `bound`, uniformly; the same sequence each time an answer is attempted anew. */
export type Draw = (bound: number) => number;

/** Who asks, as far as steering may look. */
export interface Client {
  /** The EDNS Client Subnet of the query, else the connecting address cut to /24 or /56; null: unknown (RFC 7871 7.1.2). */
  readonly subnet: Subnet | null;
}

export interface Subnet {
  /** 4 or 16 octets, zero beyond the prefix. */
  readonly address: Uint8Array;
  readonly prefixLength: number;
}
