/**
 * Looks a question up that is not in memory, or no longer fresh there: in the data centre's cache, then at the upstreams.
 *
 * Holds the rules of standing in (RFC 8767): an older answer is told where all upstreams are set aside, where they fail,
 * and where they take longer than a client's patience, while the look-up goes on behind the answer. And it keeps a
 * query from going round in circles: each forwarding deployment signs the request, and a query that carries this one's
 * own signature is not sent on. Only signatures count: a client must not be able to make a look-up fail that others
 * wait for too, nor to have its own words passed on.
 */
import type { ExtendedError } from "../dns/edns.ts";
import { encodeForwardedQuery, type ForwardedQuestion } from "../dns/forwarded-query.ts";
import type { Name } from "../dns/name.ts";
import { EDE } from "../dns/types.ts";
import type { Client } from "../steering/candidate.ts";
import type { Occasion } from "../store/hosts.ts";
import { within } from "../store/wait.ts";
import type { Kept } from "./answers.ts";
import { type Desk, type Failure, isDeploymentId } from "./desk.ts";
import { type Finding, foundIn } from "./tell.ts";
import { type Errand, hasSpoken, type Outcome } from "./upstreams.ts";

/** Knows which folded names the upstreams have no say in. */
export interface HostedNames {
  isHosted(name: Name): boolean;
}

/** The request that a query came with. */
export interface Asker extends Occasion {
  /** Read only where the upstreams are told networks. */
  readonly client: Pick<Client, "subnet">;
  readonly zones: HostedNames;
}

export interface Inquiry {
  readonly desk: Desk;
  /** Of the caches. */
  readonly key: string;
  readonly question: ForwardedQuestion;
  readonly asker: Occasion;
  /** Asked ahead of time: an answer that is soon to run out counts as if it had. */
  readonly ahead: boolean;
}

/** Names an answer in the caches: what is asked, the bits that change what is said, and the network that is told. */
export function cacheKey(type: number, flags: number, subnet: string, name: Name): string {
  return `${type}/${flags}/${subnet}/${name}`;
}

/** RFC 8767 5: the client response timer. */
const PATIENCE_MS = 1_800;
const VIA_HEADER = "Fairlead-Via";
/** Deployments that forward to one another; of a longer way the beginning is forgotten, which no circle needs. */
const HOPS_MAX = 8;
const DOH_PATH = "/dns-query";

/** Gives what is found, or why nothing is. Never rejects for what others do. */
export async function lookUp(inquiry: Inquiry, remembered: Kept | null): Promise<Finding> {
  const { desk, key, question, asker, ahead } = inquiry;
  const recent = desk.recentFailure(key);
  const kept = recent === null ? newer(remembered, await desk.answers.find(key, question)) : remembered;
  const nowMs = desk.now();
  if (kept !== null && nowMs < (ahead ? renewFromMs(kept) : kept.freshUntilMs)) return foundIn(kept, false);
  const stale = kept !== null && nowMs < kept.staleUntilMs ? foundIn(kept, true) : null;
  if (recent !== null) return recent.isFinal ? recent : (stale ?? recent);
  const hops = hopsOf(asker.request);
  if (hops.includes(desk.deployment)) return CIRCLE;
  if (stale !== null && desk.upstreams.areAllPaused) return stale;
  const asking = ask(inquiry, hops);
  if (stale === null) return asking;
  asker.ctx.waitUntil(asking);
  const finding = await within(asking, PATIENCE_MS, stale);
  return finding.kind === "found" || finding.isFinal ? finding : stale;
}

/** The share of its lifetime after which an answer that is wanted again is asked for anew. */
const RENEWED_AFTER = 3 / 4;

/** When an answer is soon to run out, in milliseconds since the epoch. */
export function renewFromMs({ storedMs, freshUntilMs }: Pick<Kept, "storedMs" | "freshUntilMs">): number {
  return storedMs + RENEWED_AFTER * (freshUntilMs - storedMs);
}

async function ask({ desk, key, question, asker }: Inquiry, hops: readonly string[]): Promise<Finding> {
  const own = URL.parse(asker.request.url)?.host;
  const errand: Errand = {
    asked: question,
    query: encodeForwardedQuery(question),
    headers: { [VIA_HEADER]: [...hops, desk.deployment].slice(-HOPS_MAX).join(", ") },
    isOwn: (url) => {
      const upstream = URL.parse(url);
      return upstream?.host === own && upstream?.pathname.startsWith(DOH_PATH) === true;
    },
    waitUntil: (work) => asker.ctx.waitUntil(work),
  };
  const outcome = await desk.upstreams.ask(errand);
  if (outcome.kind !== "answer" || !hasSpoken(outcome.foreign)) {
    const failure = failureOf(outcome);
    desk.rememberFailure(key, failure);
    return failure;
  }
  const nowMs = desk.now();
  const storedMs = nowMs - outcome.ageSeconds * 1000;
  const kept = desk.answers.remember(key, outcome.foreign, storedMs);
  if (kept !== null) asker.ctx.waitUntil(desk.answers.share(key, outcome.message, kept, nowMs));
  return { kind: "found", foreign: outcome.foreign, storedMs, stale: false };
}

function failureOf(outcome: Outcome): Failure {
  switch (outcome.kind) {
    case "answer":
      return { kind: "failure", error: UNRESOLVED, foreign: outcome.foreign, isFinal: true };
    case "unresolved":
      return { kind: "failure", error: UNRESOLVED, foreign: outcome.foreign, isFinal: false };
    case "unusable":
      return failure(EDE.NETWORK_ERROR, "an upstream sends no usable reply");
    case "unreachable":
      return failure(EDE.NO_REACHABLE_AUTHORITY, "no upstream can be reached");
    default:
      return outcome satisfies never;
  }
}

function failure(infoCode: number, text: string): Failure {
  return { kind: "failure", error: { infoCode, text }, foreign: null, isFinal: false };
}

const UNRESOLVED: ExtendedError = { infoCode: EDE.NO_REACHABLE_AUTHORITY, text: "no upstream resolves the name" };
const CIRCLE = failure(EDE.NO_REACHABLE_AUTHORITY, "the upstreams lead back to this resolver");

/** Gives the signatures that a request carries, the last few of them. */
function hopsOf({ headers }: Request): readonly string[] {
  const hops = (headers.get(VIA_HEADER) ?? "").split(",").map((hop) => hop.trim());
  return hops.filter(isDeploymentId).slice(-HOPS_MAX);
}

function newer(one: Kept | null, other: Kept | null): Kept | null {
  if (one === null || other === null) return one ?? other;
  return one.storedMs >= other.storedMs ? one : other;
}
