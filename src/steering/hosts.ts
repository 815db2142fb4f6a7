/**
 * Hosts outside that aliases answer with, as steering sees them: values that come in as health does.
 *
 * Whoever keeps them looks them up ahead of time and renews them behind the answers; nothing here asks anybody. A host
 * becomes a record set of plain values, so that an alias answers with it as with any other target.
 */
import type { ExtendedError } from "../dns/edns.ts";
import type { Name } from "../dns/name.ts";
import { agedTtl } from "../dns/relay.ts";
import { EDE } from "../dns/types.ts";
import type { RecordSet, Values } from "../zone/model.ts";

/** What is known of one host's addresses of one type. */
export type HostReading =
  | HostAddresses
  /** Nothing that may be used as it is: it is to be looked up under this key. */
  | { readonly kind: "need"; readonly key: string }
  /** Nothing could be had. */
  | { readonly kind: "unknown"; readonly error: ExtendedError };

export interface HostAddresses {
  readonly kind: "addresses";
  /** Empty: the host has none of this type. */
  readonly values: Values;
  /** The smallest along the chain of CNAMEs, when it was looked up. */
  readonly ttlSeconds: number;
  /** When the TTL was that, in milliseconds since the epoch. */
  readonly lookedUpMs: number;
  /** The last known ones: they have run out, and the look-up fails (RFC 8767). */
  readonly stale: boolean;
}

export interface HostView {
  /** Reads what is known of a folded host name. */
  find(host: Name, type: number, nowMs: number): HostReading;
}

const NOT_LOOKED_UP: HostReading = {
  kind: "unknown",
  error: { infoCode: EDE.NO_REACHABLE_AUTHORITY, text: "UPSTREAMS is not set: no outside host can be looked up" },
};

/** Knows no host: nobody can be asked. */
export const NO_HOSTS: HostView = { find: () => NOT_LOOKED_UP };

/** Gives what is left of the TTL of a host's addresses. */
export function hostTtlSeconds({ ttlSeconds, lookedUpMs, stale }: HostAddresses, nowMs: number): number {
  const elapsedSeconds = Math.max(0, Math.floor((nowMs - lookedUpMs) / 1000));
  return agedTtl(ttlSeconds, { elapsedSeconds, stale });
}

/** Makes the record set that an alias of a host answers with; null: the host has no address of this type. */
export function hostRecordSet(type: number, addresses: HostAddresses, nowMs: number): RecordSet | null {
  const { values } = addresses;
  if (values.rdata.size === 0) return null;
  return { types: [type], ttlSeconds: hostTtlSeconds(addresses, nowMs), check: null, tree: values };
}
