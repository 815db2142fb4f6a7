/**
 * The situation of one answer: the ports of steering over what the answer can reach, with notes of what took part, from
 * which its ECS scope, its caching and its warnings follow.
 */
import type { ExtendedError } from "../dns/edns.ts";
import type { Client, Draw, HealthView } from "../steering/candidate.ts";
import { type HostView, hostRecordSet } from "../steering/hosts.ts";
import type { Situation } from "../steering/situation.ts";
import type { Alias, RecordSet } from "../zone/model.ts";
import type { Reach } from "./reach.ts";

/** What took part in a decision. */
export interface Notes {
  staleHealth: boolean;
  /** The last known addresses of an outside host. */
  staleHost: boolean;
  /** Why nothing is known of an outside host: what it would answer is missing, and not known to be absent. */
  unknownHost: ExtendedError | null;
  /** Chance, or the client. */
  private: boolean;
  /** The longest over all that looked at the client (RFC 7871 7.2.1). */
  scopePrefixLength: number;
}

/** Gives the notes of a decision that nothing has taken part in yet. */
export function newNotes(): Notes {
  return { staleHealth: false, staleHost: false, unknownHost: null, private: false, scopePrefixLength: 0 };
}

/** Makes the situation of an answer. */
export function situationOf(
  reach: Reach,
  health: HealthView,
  client: Client,
  hosts: HostView,
  draw: Draw,
  nowMs: number,
  notes: Notes,
): Situation {
  const noteClient = (scopePrefixLength: number): void => {
    notes.private = true;
    notes.scopePrefixLength = Math.max(notes.scopePrefixLength, scopePrefixLength);
  };
  return {
    nowMs,
    hosts,
    aliasTargets: (alias) =>
      alias.outside ? hostTargets(alias, hosts, nowMs, reach, notes) : reach.aliasTargets(alias),
    draw: (bound) => {
      notes.private = true;
      return draw(bound);
    },
    place: () => {
      const { place } = client;
      if (place !== null && "kind" in place) {
        reach.need(place.key);
        return null;
      }
      noteClient(place?.scopePrefixLength ?? 0);
      return place;
    },
    subnet: (scopeOf) => {
      const { subnet } = client;
      noteClient(subnet === null ? 0 : scopeOf(subnet));
      return subnet;
    },
    health: new NotedHealth(health, notes),
  };
}

/** The addresses of an outside host as record sets, one for each type that is known. */
function hostTargets(
  { target, types }: Alias,
  hosts: HostView,
  nowMs: number,
  reach: Reach,
  notes: Notes,
): readonly RecordSet[] {
  return types.flatMap((type) => {
    const reading = hosts.find(target, type, nowMs);
    switch (reading.kind) {
      case "need":
        reach.need(reading.key);
        return [];
      case "unknown":
        notes.unknownHost = reading.error;
        return [];
      case "addresses":
        notes.staleHost ||= reading.stale;
        return hostRecordSet(type, reading, nowMs) ?? [];
      default:
        return reading satisfies never;
    }
  });
}

/** Health as it is known, noting where what is read is not up to date. */
class NotedHealth implements HealthView {
  readonly #health: HealthView;
  readonly #notes: Notes;

  constructor(health: HealthView, notes: Notes) {
    this.#health = health;
    this.#notes = notes;
  }

  get stale() {
    return this.#health.stale;
  }

  get regions() {
    return this.#health.regions;
  }

  read(check: string) {
    const reading = this.#health.read(check);
    this.#notes.staleHealth ||= reading.stale || this.#health.stale;
    return reading;
  }

  isHeld(latch: string) {
    return this.#health.isHeld(latch);
  }

  latencyMs(check: string, region: string) {
    return this.#health.latencyMs(check, region);
  }
}
