/**
 * One check, from what was written to what is published: defaults filled in, target judged, ids made.
 *
 * What is equal in effect is made equal in form first, so that equal probes have equal ids whoever wrote them. Fields
 * were read and bounded one by one before; here they are judged together.
 */
import type { Check, HttpProbeSpec, ProbeTiming, TcpProbeSpec } from "../../health/check.ts";
import { readAddress, readHostName } from "./address.ts";
import { type CheckTarget, type Report, readTarget } from "./check-target.ts";
import { type Fault, fault, isFault } from "./fault.ts";
import { hashOf } from "./hash.ts";
import type { Problems } from "./problem.ts";
import type { Located, SourceCheck } from "./source.ts";

export interface CheckContext {
  /** `zone/check`, or the place of a check written in place. */
  readonly fullName: string;
  readonly allowPrivateTargets: boolean;
}

const DEFAULT_PORT = { http: 80, https: 443 };
const INTERVAL_SECONDS_DEFAULT = 30;
const TIMEOUT_SECONDS_DEFAULT = 4;
const THRESHOLD_DEFAULT = 3;
const EXPECT_DEFAULT = [[200, 299]] as const;
const STATUS_CODE_MIN = 100;
const STATUS_CODE_MAX = 599;
/** Cloudflare closes it to Workers: connections to port 25 are prohibited. */
const SMTP_PORT = 25;
/** 64 bits: a collision among 10⁶ checks has odds of 3 in 10⁸. */
const ID_HEX_DIGITS = 16;

/** Compiles a check; null where something is wrong with it, which is among the problems then. */
export function compileCheck(
  source: SourceCheck,
  context: CheckContext,
  problems: Problems,
): Omit<Check, "usedBy"> | null {
  let sound = true;
  const report: Report = (place, { code, message }) => {
    sound = false;
    problems.add(place, code, `${context.fullName}: ${message}`);
  };
  const target = readTarget(source, context.allowPrivateTargets, report);
  const timing = readTiming(source, report);
  const spec =
    source.type === "tcp"
      ? tcpSpec(source, target, timing, report)
      : httpSpec(source, source.type, target, timing, report);
  if (spec === null || !sound) return null;
  if (spec.port === SMTP_PORT) {
    const message = `${context.fullName}: Cloudflare lets no Worker connect to port 25; the check can only fail`;
    problems.warn((source.port ?? source.address ?? source.url ?? source).place, "port-25-unreachable", message);
  }
  const verdict = {
    unhealthyThreshold: source.unhealthyThreshold ?? THRESHOLD_DEFAULT,
    healthyThreshold: source.healthyThreshold ?? THRESHOLD_DEFAULT,
    initial: source.initial ?? "healthy",
    backoff: source.backoff ?? true,
  };
  const name = context.fullName;
  return { name, id: idOf({ name, spec, ...verdict }), probe: idOf(spec), spec, ...verdict };
}

/** Every definition is built with its keys in one order, so that its JSON is canonical. */
function idOf(definition: object): string {
  return hashOf(JSON.stringify(definition)).slice(0, ID_HEX_DIGITS);
}

function readTiming(source: SourceCheck, report: Report): ProbeTiming {
  const interval = source.interval?.value ?? INTERVAL_SECONDS_DEFAULT;
  const timeout = source.timeout?.value ?? Math.min(TIMEOUT_SECONDS_DEFAULT, interval);
  if (source.timeout !== null && timeout > interval) {
    report(
      source.timeout.place,
      fault("timeout-above-interval", `the timeout is ${timeout} s; at most the interval, ${interval} s, is allowed`),
    );
  }
  return { interval, timeout };
}

function tcpSpec(
  source: SourceCheck,
  target: CheckTarget | null,
  timing: ProbeTiming,
  report: Report,
): TcpProbeSpec | null {
  for (const field of ["path", "host", "expect", "follow"] as const) {
    if (source[field] === null) continue;
    report(placeOf(source, field), fault("check-field-not-for-tcp", `${field} has no meaning for a tcp check`));
  }
  if (target === null) return null;
  if (target.port === null) {
    report(source.place, fault("check-port-missing", "a tcp check needs a port"));
    return null;
  }
  const { host, port } = target;
  return { ...timing, type: "tcp", hostname: host, port, url: `tcp://${authorityOf(target)}:${port}` };
}

function httpSpec(
  source: SourceCheck,
  type: "http" | "https",
  target: CheckTarget | null,
  timing: ProbeTiming,
  report: Report,
): HttpProbeSpec | null {
  const expect = source.expect === null ? EXPECT_DEFAULT : readExpect(source.expect, report);
  if (target === null) return null;
  if (type === "https" && target.kind === "address") {
    report(
      target.place,
      fault(
        "https-by-address",
        "a Worker can neither fetch an address nor name the certificate's host; give the origin a host name",
      ),
    );
  }
  const port = target.port ?? DEFAULT_PORT[type];
  const path = target.path ?? "/";
  const name = readHostHeader(source.host, target, report);
  return {
    ...timing,
    type,
    address: target.kind === "address" ? target.host : null,
    url: `${type}://${authorityOf(target)}:${port}${path}`,
    port,
    path,
    // Route 53: the port is appended unless it is the scheme's own (H3.6).
    host: port === DEFAULT_PORT[type] ? name : `${name}:${port}`,
    expect,
    follow: source.follow ?? 0,
  };
}

/** Gives the name in the Host header: what is written, else the target itself. */
function readHostHeader(host: Located<string> | null, target: CheckTarget, report: Report): string {
  if (host === null) return authorityOf(target);
  if (target.kind !== "address") {
    report(
      host.place,
      fault("host-not-by-address", "host is for targets by address; fetch always sends the host of the url"),
    );
    return authorityOf(target);
  }
  const name = readHostName(host.value);
  const address = isFault(name) ? readAddress(host.value) : null;
  if (address !== null && !isFault(address) && address.port === null) return bracketed(address.address);
  if (!isFault(name)) return name;
  report(
    host.place,
    fault("host-invalid", `host is "${host.value}"; allowed are a host name or an address, to which the port is added`),
  );
  return authorityOf(target);
}

type Range = readonly [number, number];

/** Reads codes and ranges and gives them in ascending order, joined where they touch. */
function readExpect(written: readonly Located<string>[], report: Report): readonly Range[] {
  const ranges: Range[] = [];
  for (const { value, place } of written) {
    const range = readRange(value);
    if (isFault(range)) report(place, range);
    else ranges.push(range);
  }
  const merged: [number, number][] = [];
  for (const [low, high] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last !== undefined && low <= last[1] + 1) last[1] = Math.max(last[1], high);
    else merged.push([low, high]);
  }
  return merged;
}

function readRange(text: string): Range | Fault {
  const [, low, high = low] = /^(\d{3})(?:-(\d{3}))?$/.exec(text) ?? [];
  const range: Range = [Number(low), Number(high)];
  if (range[0] >= STATUS_CODE_MIN && range[0] <= range[1] && range[1] <= STATUS_CODE_MAX) return range;
  return fault(
    "expect-invalid",
    `"${text}" is not a status code or a range such as 200-299, from ${STATUS_CODE_MIN} to ${STATUS_CODE_MAX}`,
  );
}

function placeOf(source: SourceCheck, field: "path" | "host" | "expect" | "follow") {
  const written = source[field];
  if (written === null || typeof written === "number") return source.place;
  return ("place" in written ? written.place : written[0]?.place) ?? source.place;
}

function authorityOf({ host }: CheckTarget): string {
  return bracketed(host);
}

function bracketed(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
