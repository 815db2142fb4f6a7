/**
 * What a check probes, from what was written: target, timing, and what an HTTP answer must be.
 *
 * What is equal in effect is made equal in form, so that equal probes have equal ids whoever wrote them.
 */
import type { HttpProbeSpec, ProbeTiming, TcpProbeSpec } from "../../health/check.ts";
import { readAddress, readHostName } from "./address.ts";
import type { CheckTarget, Report } from "./check-target.ts";
import { type Fault, fault, isFault } from "./fault.ts";
import type { Located, SourceCheck } from "./source.ts";

const DEFAULT_PORT = { http: 80, https: 443 };
const INTERVAL_SECONDS_DEFAULT = 30;
const TIMEOUT_SECONDS_DEFAULT = 4;
const EXPECT_DEFAULT = [[200, 299]] as const;
const STATUS_CODE_MIN = 100;
const STATUS_CODE_MAX = 599;

/** Gives interval and timeout. */
export function readTiming(source: SourceCheck, report: Report): ProbeTiming {
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

/** Gives the probe of a tcp check; null where its target cannot be used, which is reported. */
export function tcpSpec(
  source: SourceCheck,
  target: CheckTarget | null,
  timing: ProbeTiming,
  report: Report,
): TcpProbeSpec | null {
  if (target === null) return null;
  if (target.port === null) {
    report(source.place, fault("check-port-missing", "a tcp check needs a port"));
    return null;
  }
  const { host, port } = target;
  return { ...timing, type: "tcp", hostname: host, port, url: `tcp://${authorityOf(target)}:${port}` };
}

/** Gives the probe of an http or https check; null where its target cannot be used, which is reported. */
export function httpSpec(
  source: SourceCheck,
  type: "http" | "https",
  target: CheckTarget | null,
  timing: ProbeTiming,
  report: Report,
): HttpProbeSpec | null {
  if (source.contains !== null && source.method === "HEAD") {
    const place = source.keys.get("contains") ?? source.place;
    report(place, fault("contains-with-head", "contains stands beside method HEAD, whose answers have no body"));
  }
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
    method: source.method ?? "GET",
    headers: source.headers ?? [],
    contains: source.contains,
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

function authorityOf({ host }: CheckTarget): string {
  return bracketed(host);
}

function bracketed(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
