/** Checks for tests: written with few words, compiled, and their problems in short. */
import { compileCheck } from "../../../../src/cli/compile/check.ts";
import type { CompiledCheck } from "../../../../src/cli/compile/draft.ts";
import { Problems, problemText } from "../../../../src/cli/compile/problem.ts";
import type { Located, SourceCheck } from "../../../../src/cli/compile/source.ts";
import type { ProbedCheck, Quorum } from "../../../../src/health/check.ts";

export const FILE = "zones/example.com.yaml";

/** A check as it is written: what is absent is not written. */
export interface Written {
  readonly type?: SourceCheck["type"];
  readonly url?: string;
  readonly address?: string;
  readonly hostname?: string;
  readonly port?: number;
  readonly path?: string;
  readonly host?: string;
  readonly method?: "GET" | "HEAD";
  readonly headers?: readonly (readonly [string, string])[];
  readonly expect?: readonly string[];
  readonly follow?: number;
  readonly contains?: string;
  readonly interval?: number;
  readonly timeout?: number;
  readonly unhealthyThreshold?: number;
  readonly healthyThreshold?: number;
  readonly inverted?: boolean;
  readonly disabled?: boolean;
  readonly initial?: "healthy" | "unhealthy";
  readonly backoff?: boolean;
  readonly regions?: readonly string[];
  readonly quorum?: Quorum;
  readonly of?: readonly string[];
  readonly atLeast?: Quorum;
  readonly expires?: number;
  readonly whenSilent?: "healthy" | "unhealthy" | "last";
}

/** Each field has its own line, in the order of the zone format, so that a problem's line tells the field. */
const LINES = [
  ...[
    "type",
    "url",
    "address",
    "hostname",
    "port",
    "path",
    "host",
    "expect",
    "interval",
    "timeout",
    "method",
    "headers",
  ],
  ...["follow", "contains", "unhealthyThreshold", "healthyThreshold", "inverted", "disabled", "initial", "backoff"],
  ...["regions", "quorum", "of", "atLeast", "expires", "whenSilent"],
];

const placeOf = (field: string) => ({ file: FILE, line: 10 + LINES.indexOf(field), column: 3 });

function source(written: Written): SourceCheck {
  const at = <T>(field: string, value: T | undefined): Located<T> | null =>
    value === undefined ? null : { value, place: placeOf(field) };
  const list = (field: string, values: readonly string[] | undefined): readonly Located<string>[] | null =>
    values?.map((value) => ({ value, place: placeOf(field) })) ?? null;
  return {
    name: null,
    place: { file: FILE, line: 1, column: 1 },
    keys: new Map(Object.keys(written).map((field) => [field, placeOf(field)])),
    type: written.type ?? "http",
    url: at("url", written.url),
    address: at("address", written.address),
    hostname: at("hostname", written.hostname),
    port: at("port", written.port),
    path: at("path", written.path),
    host: at("host", written.host),
    method: written.method ?? null,
    headers: written.headers ?? null,
    expect: list("expect", written.expect),
    follow: written.follow ?? null,
    contains: written.contains ?? null,
    interval: at("interval", written.interval),
    timeout: at("timeout", written.timeout),
    unhealthyThreshold: written.unhealthyThreshold ?? null,
    healthyThreshold: written.healthyThreshold ?? null,
    inverted: written.inverted ?? null,
    disabled: written.disabled ?? null,
    initial: written.initial ?? null,
    backoff: written.backoff ?? null,
    regions: list("regions", written.regions),
    quorum: at("quorum", written.quorum),
    of: list("of", written.of),
    atLeast: written.atLeast ?? null,
    expires: written.expires ?? null,
    whenSilent: written.whenSilent ?? null,
  };
}

/** Compiles a check, and gives its problems as text. */
export function compiled(
  written: Written,
  allowPrivateTargets = false,
): { check: CompiledCheck | null; problems: string[] } {
  const problems = new Problems();
  const resolve = ({ value }: Located<string>): string => `example.com/${value}`;
  const check = compileCheck(source(written), { fullName: "example.com/c", allowPrivateTargets, resolve }, problems);
  return { check, problems: problems.all().map(problemText) };
}

/** Compiles a check that must be sound and probed. */
export function probed(written: Written): Omit<ProbedCheck, "usedBy"> {
  const { check, problems } = compiled(written);
  if (check?.kind !== "probed") throw new Error(`no probe: ${problems.join()}`);
  return check;
}

/** Compiles a check, and gives its problems as `line code`. */
export function refusals(written: Written, allowPrivateTargets = false): string[] {
  const { check, problems } = compiled(written, allowPrivateTargets);
  if ((check === null) !== problems.length > 0) throw new Error(`no check and no problem, or both: ${problems.join()}`);
  return problems.map((text) => text.replace(/^[^:]*:(\d+):\d+: ([a-z0-9-]+): .*$/s, "$1 $2"));
}
