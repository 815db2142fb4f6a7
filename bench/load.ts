/**
 * Load by `wrk` on one thread with sixteen connections, and the comparison of two servers by alternated pairs: on a
 * noisy machine a single ratio means little, the median of several holds.
 */
import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { encode, RECURSION_DESIRED } from "dns-packet";
import { run } from "../test/e2e/support/process.ts";

export type Method = "GET" | "POST";

/** A question, and how it is sent: by GET in the URL, or by POST as a body. */
export interface Question {
  /** For people. */
  readonly name: string;
  readonly method: Method;
  readonly qname: string;
  /** What the Answer section has to say: one record. */
  readonly answer: RegExp;
}

export interface Load extends Question {
  readonly query: Uint8Array;
  /** wrk's script. */
  readonly script: string;
}

export interface Plan {
  readonly pairs: number;
  /** Of each run of a pair. */
  readonly seconds: number;
}

export interface Comparison {
  /** Of the pairs' ratios, tested to yardstick. */
  readonly median: number;
  readonly min: number;
  readonly max: number;
  /** The median ratio of requests per second of CPU time: what is left of it when other processes take the machine. */
  readonly cpuMedian: number;
  readonly pairs: number;
  /** Median requests/s of each. */
  readonly requestsPerSecond: { readonly tested: number; readonly yardstick: number };
}

/** As an edge adds it to every request. */
export const CLIENT_HEADER = ["CF-Connecting-IP", "203.0.113.7"] as const;

/** Writes the query for an address, and wrk's script for it. */
export async function prepareLoad(folder: string, question: Question): Promise<Load> {
  const { name, method, qname } = question;
  // With RD, as every client asks that does not resolve by itself.
  const query = encode({ type: "query", id: 0, flags: RECURSION_DESIRED, questions: [{ type: "A", name: qname }] });
  const script = join(folder, `${name}.lua`);
  const octets = [...query].map((octet) => `\\${String(octet).padStart(3, "0")}`).join("");
  const body =
    method === "POST" ? [`wrk.headers["Content-Type"] = "application/dns-message"`, `wrk.body = "${octets}"`] : [];
  const headers = [
    `wrk.headers["Accept"] = "application/dns-message"`,
    `wrk.headers["${CLIENT_HEADER[0]}"] = "${CLIENT_HEADER[1]}"`,
  ];
  await writeFile(script, [`wrk.method = "${method}"`, ...headers, ...body, ""].join("\n"));
  return { ...question, query, script };
}

/** Gives the URL that a load asks. */
export function urlOf(load: Load, url: string): string {
  return load.method === "GET" ? `${url}?dns=${Buffer.from(load.query).toString("base64url")}` : url;
}

/** A server under load: its URL and the process group whose CPU time it costs. */
export interface Target {
  readonly url: string;
  readonly pid: number;
}

interface Measured {
  readonly requestsPerSecond: number;
  readonly requestsPerCpuSecond: number;
}

/** Runs the load for a while; any failed request is an error. */
export async function measure(load: Load, target: Target, seconds: number): Promise<Measured> {
  const args = ["-t1", "-c16", `-d${seconds}s`, "-s", load.script, urlOf(load, target.url)];
  const cpuBefore = cpuTicksOf(target.pid);
  const { code, stdout, stderr } = await run("wrk", args, (seconds + 20) * 1_000);
  const cpuSeconds = (cpuTicksOf(target.pid) - cpuBefore) / TICKS_PER_SECOND;
  const requestsPerSecond = Number(/Requests\/sec: +([\d.]+)/.exec(stdout)?.[1] ?? Number.NaN);
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1] ?? Number.NaN);
  if (code !== 0 || !(requests > 0) || /Non-2xx|Socket errors/.test(stdout)) throw new Error(`wrk: ${stdout}${stderr}`);
  return { requestsPerSecond, requestsPerCpuSecond: requests / cpuSeconds };
}

/** Linux's USER_HZ, the unit of /proc: 100 on every architecture that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Sums the CPU time of a process group, in ticks (proc_pid_stat(5): fields 5, 14 and 15). */
function cpuTicksOf(group: number): number {
  let ticks = 0;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    let stat: string;
    try {
      stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    } catch {
      // It has ended meanwhile.
      continue;
    }
    // The command may hold spaces; behind its parenthesis stands field 3.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (Number(fields[2]) === group) ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks;
}

/** Measures two servers in alternated pairs, each pair in the other order than the one before. */
export async function compare(load: Load, tested: Target, yardstick: Target, plan: Plan): Promise<Comparison> {
  await measure(load, tested, plan.seconds);
  await measure(load, yardstick, plan.seconds);
  const pairs: { tested: Measured; yardstick: Measured }[] = [];
  for (let pair = 0; pair < plan.pairs; pair += 1) {
    const isTestedFirst = pair % 2 === 0;
    const first = await measure(load, isTestedFirst ? tested : yardstick, plan.seconds);
    const second = await measure(load, isTestedFirst ? yardstick : tested, plan.seconds);
    pairs.push(isTestedFirst ? { tested: first, yardstick: second } : { tested: second, yardstick: first });
  }
  const ratios = pairs.map((pair) => pair.tested.requestsPerSecond / pair.yardstick.requestsPerSecond);
  const cpuRatios = pairs.map((pair) => pair.tested.requestsPerCpuSecond / pair.yardstick.requestsPerCpuSecond);
  return {
    median: rounded(medianOf(ratios)),
    min: rounded(Math.min(...ratios)),
    max: rounded(Math.max(...ratios)),
    cpuMedian: rounded(medianOf(cpuRatios)),
    pairs: plan.pairs,
    requestsPerSecond: {
      tested: Math.round(medianOf(pairs.map((pair) => pair.tested.requestsPerSecond))),
      yardstick: Math.round(medianOf(pairs.map((pair) => pair.yardstick.requestsPerSecond))),
    },
  };
}

const rounded = (ratio: number): number => Math.round(ratio * 1_000) / 1_000;

/** The middle value; of an even number the mean of the middle two. */
function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}
