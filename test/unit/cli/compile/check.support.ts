/** Checks for tests: written with few words, compiled, and their problems in short. */
import { compileCheck } from "../../../../src/cli/compile/check.ts";
import { Problems, problemText } from "../../../../src/cli/compile/problem.ts";
import type { Located, SourceCheck } from "../../../../src/cli/compile/source.ts";
import type { Check } from "../../../../src/health/check.ts";

export const FILE = "zones/example.com.yaml";

/** A check as it is written: what is absent is not written. */
export interface Written {
  readonly type?: "http" | "https" | "tcp";
  readonly url?: string;
  readonly address?: string;
  readonly hostname?: string;
  readonly port?: number;
  readonly path?: string;
  readonly host?: string;
  readonly expect?: readonly string[];
  readonly follow?: number;
  readonly interval?: number;
  readonly timeout?: number;
  readonly unhealthyThreshold?: number;
  readonly healthyThreshold?: number;
  readonly initial?: "healthy" | "unhealthy";
  readonly backoff?: boolean;
}

/** Each field has its own line, in the order of the zone format, so that a problem's line tells the field. */
const LINES = ["type", "url", "address", "hostname", "port", "path", "host", "expect", "interval", "timeout"];

function source(written: Written): SourceCheck {
  const at = <T>(field: string, value: T | undefined): Located<T> | null =>
    value === undefined ? null : { value, place: { file: FILE, line: 10 + LINES.indexOf(field), column: 3 } };
  return {
    name: null,
    place: { file: FILE, line: 1, column: 1 },
    type: written.type ?? "http",
    url: at("url", written.url),
    address: at("address", written.address),
    hostname: at("hostname", written.hostname),
    port: at("port", written.port),
    path: at("path", written.path),
    host: at("host", written.host),
    expect: written.expect?.map((value) => ({ value, place: { file: FILE, line: 17, column: 3 } })) ?? null,
    follow: written.follow ?? null,
    interval: at("interval", written.interval),
    timeout: at("timeout", written.timeout),
    unhealthyThreshold: written.unhealthyThreshold ?? null,
    healthyThreshold: written.healthyThreshold ?? null,
    initial: written.initial ?? null,
    backoff: written.backoff ?? null,
  };
}

/** Compiles a check, and gives its problems as text. */
export function compiled(
  written: Written,
  allowPrivateTargets = false,
): { check: Omit<Check, "usedBy"> | null; problems: string[] } {
  const problems = new Problems();
  const check = compileCheck(source(written), { fullName: "example.com/c", allowPrivateTargets }, problems);
  return { check, problems: problems.all().map(problemText) };
}

/** Compiles a check, and gives its problems as `line code`. */
export function refusals(written: Written, allowPrivateTargets = false): string[] {
  const { check, problems } = compiled(written, allowPrivateTargets);
  if ((check === null) !== problems.length > 0) throw new Error(`no check and no problem, or both: ${problems.join()}`);
  return problems.map((text) => text.replace(/^[^:]*:(\d+):\d+: ([a-z0-9-]+): .*$/s, "$1 $2"));
}
