/**
 * The HTTP and HTTPS probe of a host name, through `fetch`.
 *
 * In production a dead origin does not make `fetch` fail: Cloudflare answers in its stead, with a page that must not
 * pass for the target's own answer. Locally the same origin makes `fetch` throw; both are unhealthy.
 * Deviation: Route 53 accepts any certificate and asks over IPv4 alone; `fetch` verifies certificates where the
 * platform does, and takes the address family of its own choice.
 */
import type { HttpProbeSpec, Outcome } from "../health/check.ts";
import type { Deadline } from "./deadline.ts";
import { USER_AGENT } from "./http1.ts";
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
        redirect: "manual",
        cache: "no-store",
        headers: { "User-Agent": USER_AGENT, Accept: "*/*" },
        signal: deadline.signal,
      }),
    );
    const latencyMs = tools.clock() - beganMs;
    const code = response.status;
    const platform = await platformOutcome(response, deadline);
    if (platform === "not-measured") return { outcome: platform, latencyMs: null, code: null };
    if (platform !== null) return { outcome: platform, latencyMs, code };
    const location = response.headers.get("Location");
    const step = nextStep(spec, trail, { status: code, location }, isReachable);
    if (step.kind === "verdict") return { outcome: step.outcome, latencyMs, code };
    trail = extendTrail(trail, step.url);
  }
}

/** A request that Cloudflare refuses to send: to an address (1003), or to a Worker on the same zone (1042). */
const REFUSED_BY_PLATFORM: readonly string[] = ["1003", "1042"];

/** `error code: 1016` and the like: the whole of a page that Cloudflare sends in an origin's stead. */
const PLATFORM_PAGE = /^error code: (\d{3,4})\s*$/;

/** Tells Cloudflare's own pages from the target's answers; null: the target's own. Consumes or cancels the body. */
async function platformOutcome(response: Response, deadline: Deadline): Promise<Outcome | null> {
  const mayBePage = response.status >= 400 && response.headers.get("Server")?.toLowerCase() === "cloudflare";
  const code = PLATFORM_PAGE.exec(mayBePage ? await beginningOf(response, deadline) : "")?.[1];
  response.body?.cancel().catch(() => undefined);
  if (code === undefined) return null;
  if (REFUSED_BY_PLATFORM.includes(code)) return "not-measured";
  // 520–527: the origin is refused, silent, unreachable or without valid TLS; 530: with a further code, no DNS say.
  const speaksForOrigin = (response.status >= 520 && response.status <= 527) || response.status === 530;
  return speaksForOrigin ? "origin-error" : null;
}

/** Longer than any such page. */
const PAGE_OCTETS_MAX = 64;

/** Reads the first octets of a body as text; a body that breaks off is no page of Cloudflare's. */
async function beginningOf(response: Response, deadline: Deadline): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return "";
  let text = "";
  try {
    while (text.length <= PAGE_OCTETS_MAX) {
      const { done, value } = await deadline.race(reader.read());
      if (done) return text;
      text += new TextDecoder("latin1").decode(value);
    }
    return "";
  } catch {
    return "";
  } finally {
    await reader.cancel().catch(() => undefined);
    reader.releaseLock();
  }
}
