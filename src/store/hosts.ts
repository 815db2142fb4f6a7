/**
 * The port behind which outside hosts are kept: the store decides with what is there, tells what is wanted, and refuses
 * to know who is asked.
 */
import { type HostView, NO_HOSTS } from "../steering/hosts.ts";
import type { OutsideHost } from "../zone/model.ts";
import type { Env } from "./env.ts";
import type { Settings } from "./settings.ts";

/** The request in whose course something is looked up. */
export interface Occasion {
  readonly request: Request;
  readonly ctx: Pick<ExecutionContext, "waitUntil">;
}

export interface Hosts extends HostView {
  /** Something that was read is soon to run out, or is wanted ahead of time. */
  readonly isRenewalDue: boolean;
  /** Looks up what a reading named, within a bound. Never rejects. */
  load(key: string, occasion: Occasion): Promise<void>;
  /** Notes hosts that are to be at hand, so that a renewal looks up those that are not. */
  want(hosts: readonly OutsideHost[], nowMs: number): void;
  /** Renews what is due, behind the answer. Never rejects. */
  renew(occasion: Occasion): Promise<void>;
}

/** Makes what keeps outside hosts for one isolate. */
export type MakeHosts = (env: Env, settings: Settings) => Hosts;

const HOST_PREFIX = "host/";

/** Names what is known of a host's addresses of a type, among the keys of blobs that a decision may lack. */
export const hostKey = (host: string, type: number): string => `${HOST_PREFIX}${type}/${host}`;

/** Tells whether a key is of this kind. */
export const isHostKey = (key: string): boolean => key.startsWith(HOST_PREFIX);

/** Where nobody can be asked. */
export const noHosts: MakeHosts = () => ({
  ...NO_HOSTS,
  isRenewalDue: false,
  load: async () => {},
  want: () => {},
  renew: async () => {},
});
