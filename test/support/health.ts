/** Health and clients as steering sees them: a test names only what it is about. */
import type { Client, HealthReading, HealthStatus, HealthView, Place } from "../../src/steering/candidate.ts";

/** The time at which tests decide, where time does not matter. */
export const NOW_MS = Date.UTC(2026, 10, 30, 12);

/** A verdict of long ago, freshly measured. */
export function reading(status: HealthStatus, sinceMs: number | null = null): HealthReading {
  return { healthy: status !== "unhealthy", status, stale: false, sinceMs, cause: null };
}

/** A view in which checks are read by the given function; nothing is held, and no region measures. */
export function healthView(read: HealthView["read"], fields: Partial<HealthView> = {}): HealthView {
  return { read, isHeld: () => false, regions: [], latencyMs: () => null, stale: false, ...fields };
}

export const ALL_HEALTHY: HealthView = healthView(() => reading("healthy"));

/** Nobody that steering could place. */
export const UNKNOWN_CLIENT: Client = { subnet: null, place: null };

/** A client by its IPv4 block, `203.0.113.0/24`, or by octets and length. */
export function clientIn(block: string, place: Place | null = null): Client {
  const [address = "", length = ""] = block.split("/");
  return { subnet: { address: Uint8Array.from(address.split("."), Number), prefixLength: Number(length) }, place };
}

/** A client somewhere on earth, as its connection tells. */
export function clientAt(place: Partial<Place>): Client {
  const nowhere = { continent: null, country: null, subdivision: null, position: null, scopePrefixLength: 0 };
  return { subnet: null, place: { ...nowhere, ...place } };
}
