/** The parts of stored trees and pools that both hold, as JSON: record data in base64, what an operator said, options. */
import type { Affinity, OnAllUnhealthy, OperatorState } from "./model.ts";
import { NO_OPTIONS, NO_STATE } from "./model-defaults.ts";

type Rdata = ReadonlyMap<number, readonly Uint8Array[]>;

/** Record data by RR type. */
export type StoredRdata = Readonly<Record<string, readonly string[]>>;

/** What stands is left out where it is false or null. */
export interface StoredState {
  readonly off?: true;
  readonly override?: { readonly verdict: "up" | "down"; readonly untilMs: number | null; readonly reason: string };
  readonly draining?: { readonly sinceMs: number; readonly seconds: number };
}

export type StoredOnAllUnhealthy = "closed" | { readonly values: StoredRdata };

/** Left out: `open`. */
export function storedOnAllUnhealthy(option: OnAllUnhealthy): StoredOnAllUnhealthy | undefined {
  switch (option.kind) {
    case "open":
      return undefined;
    case "closed":
      return "closed";
    case "values":
      return { values: storedRdata(option.rdata) };
    default:
      return option satisfies never;
  }
}

/** Reads what is answered while all is unhealthy; undefined: everything, as if it were healthy. */
export function onAllUnhealthyOf(stored: StoredOnAllUnhealthy | undefined): OnAllUnhealthy {
  if (stored === undefined) return NO_OPTIONS.onAllUnhealthy;
  return stored === "closed" ? { kind: "closed" } : { kind: "values", rdata: rdataOf(stored.values) };
}

/** Writes an affinity with its keys in one order. */
export function storedAffinity({ seed, byType }: Affinity): Affinity {
  return { seed, byType };
}

/** Undefined where an operator has said nothing. */
export function storedState({ off, override, draining }: OperatorState): StoredState | undefined {
  if (!off && override === null && draining === null) return undefined;
  return {
    ...(off && { off }),
    ...(override && {
      override: { verdict: override.verdict, untilMs: override.untilMs, reason: override.reason },
    }),
    ...(draining && { draining: { sinceMs: draining.sinceMs, seconds: draining.seconds } }),
  };
}

/** Reads what an operator has said; undefined: nothing. */
export function stateOf(stored: StoredState | undefined): OperatorState {
  if (stored === undefined) return NO_STATE;
  return { off: stored.off ?? false, override: stored.override ?? null, draining: stored.draining ?? null };
}

/** Writes record data by type, types in ascending order. */
export function storedRdata(rdata: Rdata): StoredRdata {
  const byType = [...rdata].toSorted(([a], [b]) => a - b);
  return Object.fromEntries(byType.map(([type, list]) => [type, list.map(base64OfBytes)]));
}

/** Reads record data by type. */
export function rdataOf(stored: StoredRdata): Rdata {
  return new Map(Object.entries(stored).map(([type, list]) => [Number(type), list.map(bytesOfBase64)]));
}

/** Writes octets. */
export function base64OfBytes(bytes: Uint8Array): string {
  let octets = "";
  for (const octet of bytes) octets += String.fromCharCode(octet);
  return btoa(octets);
}

/**
 * Record data lies side by side: a view costs a third of an array with a buffer of its own, of which a zone has
 * thousands. Filled while one blob is read, and left for good when the next one is.
 */
let slab = new Uint8Array(0);
let slabUsed = 0;
const SLAB_OCTETS = 2048;

/** Begins a blob: what is read from now on shares no memory with what was read before, so that both can leave it alone. */
export function beginSlab(): void {
  slab = new Uint8Array(0);
  slabUsed = 0;
}

/** Reads octets, into memory that they share with the blob's other ones. */
export function bytesOfBase64(text: string): Uint8Array {
  const octets = atob(text);
  if (slabUsed + octets.length > slab.length) {
    slab = new Uint8Array(Math.max(SLAB_OCTETS, octets.length));
    slabUsed = 0;
  }
  const bytes = slab.subarray(slabUsed, slabUsed + octets.length);
  for (let at = 0; at < octets.length; at += 1) bytes[at] = octets.charCodeAt(at);
  slabUsed += octets.length;
  return bytes;
}
