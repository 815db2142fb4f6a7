/**
 * One check, from what was written to what is published: defaults filled in, target judged, ids made.
 *
 * Fields were read and bounded one by one before; here they are judged together, and against the type of the check.
 */
import type { ProbedCheck, ProbeSpec, Quorum } from "../../health/check.ts";
import { httpSpec, readTiming, tcpSpec } from "./check-probe.ts";
import { type Report, readTarget } from "./check-target.ts";
import type { CompiledCheck } from "./draft.ts";
import { fault } from "./fault.ts";
import { hashOf } from "./hash.ts";
import type { Problems } from "./problem.ts";
import type { Located, SourceCheck } from "./source.ts";

export interface CheckContext {
  /** `zone/check`, or the place of a check written in place. */
  readonly fullName: string;
  readonly allowPrivateTargets: boolean;
  /** Gives the full name of a check of the zone; null: there is none, which is told. */
  readonly resolve: (name: Located<string>) => string | null;
}

const THRESHOLD_DEFAULT = 3;
/** Route 53: more than 18 % of its checkers (H4.1). */
const QUORUM_DEFAULT: Quorum = { kind: "percent", percent: 18 };
const EXPIRES_SECONDS_DEFAULT = 120;
/** Cloudflare closes it to Workers: connections to port 25 are prohibited. */
const SMTP_PORT = 25;
/** 64 bits: a collision among 10⁶ checks has odds of 3 in 10⁸. */
const ID_HEX_DIGITS = 16;

type Fields = readonly (keyof SourceCheck)[];

const OF_ALL: Fields = ["type", "inverted", "disabled"];
const OF_PROBED: Fields = [
  ...OF_ALL,
  ...(["url", "address", "hostname", "port", "interval", "timeout", "unhealthyThreshold", "healthyThreshold"] as const),
  ...(["initial", "backoff", "regions", "quorum"] as const),
];
const OF_HTTP: Fields = [...OF_PROBED, "path", "host", "method", "headers", "expect", "follow", "contains"];

const FIELDS: Readonly<Record<SourceCheck["type"], Fields>> = {
  http: OF_HTTP,
  https: OF_HTTP,
  // That a url is not for tcp is told with what is written instead of it.
  tcp: OF_PROBED,
  calculated: [...OF_ALL, "of", "atLeast"],
  push: [...OF_ALL, "initial", "expires", "whenSilent"],
};

/** Compiles a check; null where something is wrong with it, which is among the problems then. */
export function compileCheck(source: SourceCheck, context: CheckContext, problems: Problems): CompiledCheck | null {
  let sound = true;
  const report: Report = (place, { code, message }) => {
    sound = false;
    problems.add(place, code, `${context.fullName}: ${message}`);
  };
  for (const [key, place] of source.keys) {
    if (FIELDS[source.type].some((field) => field === key)) continue;
    report(place, fault(`check-field-not-for-${source.type}`, `${key} has no meaning for a ${source.type} check`));
  }
  const check = checkOf(source, context, report);
  if (check === null || !sound) return null;
  if (check.kind === "probed" && check.spec.port === SMTP_PORT) {
    const message = `${context.fullName}: Cloudflare lets no Worker connect to port 25; the check can only fail`;
    problems.warn((source.port ?? source.address ?? source.url ?? source).place, "port-25-unreachable", message);
  }
  return check;
}

function checkOf(source: SourceCheck, context: CheckContext, report: Report): CompiledCheck | null {
  switch (source.type) {
    case "http":
    case "https":
    case "tcp":
      return probedCheck(source, context, report);
    case "calculated":
      return calculatedCheck(source, context);
    case "push": {
      const { expires, whenSilent } = source;
      return identified({
        ...baseOf(source, context),
        kind: "push" as const,
        expires: expires ?? EXPIRES_SECONDS_DEFAULT,
        whenSilent: whenSilent ?? "unhealthy",
      });
    }
    default:
      return source.type satisfies never;
  }
}

function baseOf({ initial, inverted, disabled }: SourceCheck, { fullName }: CheckContext) {
  return {
    name: fullName,
    initial: initial ?? "healthy",
    inverted: inverted ?? false,
    disabled: disabled ?? false,
  } as const;
}

function probedCheck(source: SourceCheck, context: CheckContext, report: Report): CompiledCheck | null {
  const spec = specOf(source, context, report);
  if (spec === null) return null;
  const regions = (source.regions ?? []).map(({ value }) => value).toSorted();
  const { quorum } = source;
  // Of one region, or of none that is named, more than 0 is all that can be.
  const most = Math.max(1, regions.length);
  if (quorum !== null && quorum.value.kind === "count" && quorum.value.count >= most) {
    const message = `the quorum is ${quorum.value.count}: more than that must say healthy, and there are ${most} regions`;
    report(quorum.place, fault("quorum-above-regions", message));
  }
  return identified({
    ...baseOf(source, context),
    kind: "probed" as const,
    probe: idOf(spec),
    spec,
    unhealthyThreshold: source.unhealthyThreshold ?? THRESHOLD_DEFAULT,
    healthyThreshold: source.healthyThreshold ?? THRESHOLD_DEFAULT,
    backoff: source.backoff ?? true,
    regions,
    quorum: quorum?.value ?? QUORUM_DEFAULT,
  } satisfies Omit<ProbedCheck, "id" | "usedBy">);
}

function specOf(source: SourceCheck, { allowPrivateTargets }: CheckContext, report: Report): ProbeSpec | null {
  const target = readTarget(source, allowPrivateTargets, report);
  const timing = readTiming(source, report);
  return source.type === "http" || source.type === "https"
    ? httpSpec(source, source.type, target, timing, report)
    : tcpSpec(source, target, timing, report);
}

/** That `of` or `atLeast` is not there is told where it is read. */
function calculatedCheck(source: SourceCheck, context: CheckContext): CompiledCheck | null {
  const { of, atLeast } = source;
  const children = (of ?? []).map(context.resolve);
  const found = children.filter((name) => name !== null);
  if (of === null || atLeast === null || found.length < children.length) return null;
  return identified({ ...baseOf(source, context), kind: "calculated" as const, of: found.toSorted(), atLeast });
}

/** Adds the id, made of the whole definition. */
function identified<T extends object>(definition: T): T & { readonly id: string } {
  return { ...definition, id: idOf(definition) };
}

/** Every definition is built with its keys in one order, so that its JSON is canonical. */
function idOf(definition: object): string {
  return hashOf(JSON.stringify(definition)).slice(0, ID_HEX_DIGITS);
}
