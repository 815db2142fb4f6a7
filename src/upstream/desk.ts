/**
 * What an isolate knows of the upstreams, shared by all its requests: answers, failures, and how each upstream stands.
 * All of it is settled data: no promise outlives the request that made it.
 */
import type { ExtendedError } from "../dns/edns.ts";
import type { Foreign } from "../dns/foreign.ts";
import { BOARD_NAME, type Env } from "../store/env.ts";
import type { Settings } from "../store/settings.ts";
import { Answers } from "./answers.ts";
import { Generations } from "./generations.ts";
import { Upstreams } from "./upstreams.ts";

/** No answer could be had. */
export interface Failure {
  readonly kind: "failure";
  readonly error: ExtendedError;
  /** What an upstream said of it, for its reasons; null: none said anything. */
  readonly foreign: Foreign | null;
  /** The upstream will not answer, on purpose: an older answer does not stand in. */
  readonly isFinal: boolean;
}

interface RecentFailure {
  readonly failure: Failure;
  readonly untilMs: number;
}

/**
 * RFC 9520 3.2: failures are kept for a second at least. Deviation: RFC 8767 5 recommends 30 seconds before a name that
 * is stale is asked for again, to spare authoritative servers; a resolver that is back is to be noticed soon.
 */
const FAILURE_KEPT_MS = 2_000;
/** Some thousand names. */
const FAILURES_BYTES = 2 ** 20;
const FAILURE_BYTES = 1_000;
const DEPLOYMENT_ID_LENGTH = 16;
const DEPLOYMENT_ID = /^[0-9a-f]{16}$/;

/** Tells whether text may be a deployment's. */
export const isDeploymentId = (text: string): boolean => DEPLOYMENT_ID.test(text);

export type ForwardingSettings = Pick<Settings, "upstreams" | "upstreamEcs" | "serveStaleMs">;

let shared: Desk | null = null;

/** Gives the isolate's own desk. */
export function deskOf(env: Pick<Env, "BOARD">, settings: ForwardingSettings): Desk {
  shared ??= new Desk(env, settings);
  return shared;
}

export class Desk {
  readonly settings: ForwardingSettings;
  /** Tells this deployment from others; known to its upstreams, and to no client. */
  readonly deployment: string;
  readonly now: () => number;
  readonly answers: Answers;
  readonly upstreams: Upstreams;
  readonly #failures = new Generations<RecentFailure>(FAILURES_BYTES);

  constructor(env: Pick<Env, "BOARD">, settings: ForwardingSettings, now: () => number = Date.now) {
    this.settings = settings;
    this.now = now;
    this.deployment = env.BOARD.idFromName(BOARD_NAME).toString().slice(0, DEPLOYMENT_ID_LENGTH);
    // Other upstreams may answer otherwise: a change of the list forgets what the former ones said.
    this.answers = new Answers(`${this.deployment} ${settings.upstreams.join(" ")}`, settings.serveStaleMs);
    this.upstreams = new Upstreams(settings.upstreams, now);
  }

  /** Gives the failure of a question where it is too recent for another attempt. */
  recentFailure(key: string): Failure | null {
    const recent = this.#failures.get(key);
    return recent !== undefined && this.now() < recent.untilMs ? recent.failure : null;
  }

  /** Remembers a failure for a short while. */
  rememberFailure(key: string, failure: Failure): void {
    this.#failures.put(key, { failure, untilMs: this.now() + FAILURE_KEPT_MS }, FAILURE_BYTES);
  }
}
