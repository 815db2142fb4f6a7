/**
 * Pools for tests, as zone files: node n of zone n answers 192.0.2.n, target n 198.51.100.n, so that answers are told by
 * their last octets. Checks are read by their names without the zone; all that is not down is healthy.
 */
import type { HealthView } from "../../src/steering/candidate.ts";
import { healthView, reading } from "./health.ts";

export interface WrittenTarget {
  readonly id: string;
  readonly zone: string;
  readonly [key: string]: unknown;
}

/** Target `n` of a zone, which answers 198.51.100.n, but for what is given. */
export function target(n: number, zone: string, fields: Readonly<Record<string, unknown>> = {}): WrittenTarget {
  const member = "alias" in fields ? {} : { address: `198.51.100.${n}` };
  return { id: `t${n}`, zone, ...member, ...fields };
}

/** Targets `from` to `to` of a zone. */
export function targets(from: number, to: number, zone: string): readonly WrittenTarget[] {
  return Array.from({ length: to - from + 1 }, (_, at) => target(from + at, zone));
}

const CHECK = { type: "tcp", port: 80 };

/** A target group whose targets are all checked. */
export function group(of: readonly WrittenTarget[], fields: Readonly<Record<string, unknown>> = {}): object {
  return { check: CHECK, targets: of, ...fields };
}

/** The zones `a` and `b`, whose nodes are 1 and 2, with further keys of each. */
export function zones(a: object = {}, b: object = {}): Readonly<Record<string, object>> {
  return { a: { values: ["192.0.2.1"], ...a }, b: { values: ["192.0.2.2"], ...b } };
}

/** A zone file with the pool `web`, which www.example.com answers A with unless other record sets are given. */
export function poolZone(web: object, records: object = { www: { A: { pool: "web" } } }): string {
  return JSON.stringify({ zone: "example.com", pools: { web }, records });
}

/** A view in which the named checks are down and all others healthy. */
export function down(...checks: readonly string[]): HealthView {
  const names = new Set(checks.map((check) => `example.com/${check}`));
  return healthView((check) => reading(names.has(check) ? "unhealthy" : "healthy"));
}

/** The full names, without the zone, of the checks of targets of a group. */
export function checksOf(name: string, from: number, to: number): readonly string[] {
  return Array.from({ length: to - from + 1 }, (_, at) => `web/${name}/t${from + at}`);
}

/** A pool that answers the targets of one group, whose zones have no values of their own. */
export function answering(of: readonly WrittenTarget[], fields: object = {}): string {
  return poolZone({ answer: "targets", zones: { a: {}, b: {} }, targetGroups: { g: group(of) }, ...fields });
}

export interface PoolCase {
  readonly name: string;
  readonly text: string;
  /** Checks that are down, without the zone. */
  readonly down?: readonly string[];
  readonly chances: Readonly<Record<string, number>>;
}

/** A case with its checks that are down. */
export function row(name: string, text: string, isDown: readonly string[], chances: PoolCase["chances"]): PoolCase {
  return { name, text, down: isDown, chances };
}

/** Each of some numbers at 1 in `of`, beside others. */
export function each(from: number, to: number, of = to - from + 1, others: Readonly<Record<string, number>> = {}) {
  return { ...others, ...Object.fromEntries(targets(from, to, "").map((_, at) => [from + at, 1 / of])) };
}

/** A check of its own. */
export function tcp(): object {
  return { type: "tcp", address: "192.0.2.7", port: 80 };
}

/** At noon, when the tests decide, it drains. */
export function draining(): Readonly<Record<string, unknown>> {
  return { draining: { since: "2026-11-30T11:59:00Z", seconds: 300 } };
}

/** Its draining is over at noon. */
export function drained(): Readonly<Record<string, unknown>> {
  return { draining: { since: "2026-11-30T11:00:00Z", seconds: 300 } };
}
