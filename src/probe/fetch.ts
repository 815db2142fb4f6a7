/**
 * The HTTP and HTTPS probe of a host name, through `fetch`.
 *
 * In production a dead origin does not make `fetch` fail: Cloudflare answers in its stead, with a page that must not
 * pass for the target's own answer. Locally the same origin makes `fetch` throw; both are unhealthy.
 * Deviation: Route 53 accepts any certificate and asks over IPv4 alone; `fetch` verifies certificates where the
 * platform does, and takes the address family of its own choice.
 */
import type { HttpProbeSpec, Outcome } from "../health/check.ts";
import { type BodyOutcome, judgeBody, type NextOctets, Truncated } from "./body.ts";
import { type Deadline, TimeIsUp } from "./deadline.ts";
import { codingsOf, fieldsOf, HEAD_OCTETS_MAX, listOf } from "./http1.ts";
import { beginTrail, extendTrail, nextStep } from "./redirect.ts";
import type { ProbeResult } from "./result.ts";

export interface FetchTools {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly clock: () => number;
}

/** Asks the target's URL, following redirects on its host as the probe allows. */
export async function probeByFetch(spec: HttpProbeSpec, tools: FetchTools, deadline: Deadline): Promise<ProbeResult> {
  const beganMs = tools.clock();
  const own = new URL(spec.url);
  const isReachable = (url: URL): boolean => /^https?:$/.test(url.protocol) && url.hostname === own.hostname;
  for (let trail = beginTrail(own); ; ) {
    const response = await deadline.race(
      tools.fetch(trail.url.href, {
        method: spec.method,
        redirect: "manual",
        cache: "no-store",
        headers: Object.fromEntries(fieldsOf(spec.headers)),
        signal: deadline.signal,
      }),
    );
    const latencyMs = tools.clock() - beganMs;
    const code = response.status;
    const body = new FetchedBody(response, deadline);
    try {
      if (headOctetsOf(response) > HEAD_OCTETS_MAX) throw new HeadTooLong();
      const platform = await platformOutcome(response, body);
      if (platform === "not-measured") return { outcome: platform, latencyMs: null, code: null };
      if (platform !== null) return { outcome: platform, latencyMs, code };
      const location = response.headers.get("Location");
      const step = nextStep(spec, trail, { status: code, location }, isReachable);
      if (step.kind === "verdict") {
        const isReading = step.outcome === "ok" && spec.contains !== null;
        const outcome = isReading ? await judged(response, body, spec.contains, deadline) : step.outcome;
        return { outcome, latencyMs, code };
      }
      trail = extendTrail(trail, step.url);
    } finally {
      body.cancel();
    }
  }
}

class HeadTooLong extends Error {}

/** As many as are shown: `fetch` keeps the status line, interim responses and white space to itself. */
function headOctetsOf({ headers }: Response): number {
  // To each field belong a colon, a space and the line's end.
  return [...headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
}

/** A response's body, read from its beginning as often as is asked, as far as it has been read. */
class FetchedBody {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  readonly #deadline: Deadline;
  readonly #read: Uint8Array[] = [];

  constructor(response: Response, deadline: Deadline) {
    this.#reader = response.body?.getReader();
    this.#deadline = deadline;
  }

  /** Begins to read. */
  begin(): NextOctets {
    let at = 0;
    return async () => {
      const octets = this.#read[at] ?? (await this.#receive());
      at += 1;
      return octets;
    };
  }

  cancel(): void {
    this.#reader?.cancel().catch(() => undefined);
  }

  async #receive(): Promise<Uint8Array | null> {
    try {
      const received = await this.#deadline.race(this.#reader?.read() ?? Promise.resolve(NOTHING));
      if (received.done) return null;
      this.#read.push(received.value);
      return received.value;
    } catch (error) {
      throw error instanceof TimeIsUp ? error : new Truncated();
    }
  }
}

const NOTHING = { done: true, value: undefined } as const;

/** What the platform has already decoded, where the field says this and nothing else; the field still says it. */
const DECODED_BY_FETCH: readonly string[] = ["gzip", "br"];

/**
 * Deviation: `fetch` decodes brotli too and cannot be kept from it, so that a text in a brotli body is found here; over
 * a raw socket, as with Route 53 (H3.3), it is not. A coding stands for all: `fetch` decodes one, or none.
 */
function judged(response: Response, body: FetchedBody, contains: string, deadline: Deadline): Promise<BodyOutcome> {
  const written = response.headers.get("Content-Encoding") ?? "";
  const left = DECODED_BY_FETCH.includes(written) ? null : written;
  const codings = codingsOf(left, listOf(response.headers.get("Transfer-Encoding")));
  return judgeBody(body.begin(), codings, contains, deadline);
}

/** A request that Cloudflare refuses to send: to an address (1003), or to a Worker on the same zone (1042). */
const REFUSED_BY_PLATFORM: readonly string[] = ["1003", "1042"];

/** `error code: 1016` and the like: the whole of a page that Cloudflare sends in an origin's stead. */
const PLATFORM_PAGE = /^error code: (\d{3,4})\s*$/;

/** Tells Cloudflare's own pages from the target's answers; null: the target's own. */
async function platformOutcome(response: Response, body: FetchedBody): Promise<Outcome | null> {
  const mayBePage = response.status >= 400 && response.headers.get("Server")?.toLowerCase() === "cloudflare";
  const code = PLATFORM_PAGE.exec(mayBePage ? await beginningOf(body) : "")?.[1];
  if (code === undefined) return null;
  if (REFUSED_BY_PLATFORM.includes(code)) return "not-measured";
  // 520–527: the origin is refused, silent, unreachable or without valid TLS; 530: with a further code, no DNS say.
  const speaksForOrigin = (response.status >= 520 && response.status <= 527) || response.status === 530;
  return speaksForOrigin ? "origin-error" : null;
}

/** Longer than any such page. */
const PAGE_OCTETS_MAX = 64;

/** Reads the first octets of a body as text; a body that breaks off is no page of Cloudflare's. */
async function beginningOf(body: FetchedBody): Promise<string> {
  const next = body.begin();
  let text = "";
  try {
    while (text.length <= PAGE_OCTETS_MAX) {
      const octets = await next();
      if (octets === null) return text;
      text += new TextDecoder("latin1").decode(octets);
    }
    return "";
  } catch {
    return "";
  }
}
