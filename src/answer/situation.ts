/**
 * The situation of one answer: the ports of steering over what the answer can reach, with notes of what took part, from
 * which its ECS scope, its caching and its warnings follow.
 */
import type { Client, Draw, HealthView } from "../steering/candidate.ts";
import type { Situation } from "../steering/situation.ts";
import type { Reach } from "./reach.ts";

/** What took part in a decision. */
export interface Notes {
  staleHealth: boolean;
  /** Chance, or the client. */
  private: boolean;
  /** The longest over all that looked at the client (RFC 7871 7.2.1). */
  scopePrefixLength: number;
}

/** Makes the situation of an answer. */
export function situationOf(
  reach: Reach,
  health: HealthView,
  client: Client,
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
    aliasTargets: (alias) => reach.aliasTargets(alias),
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
