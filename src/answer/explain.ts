/**
 * Why a client gets an answer: the chain, and for each record set the whole tree with health and exact odds.
 *
 * Tells of the decision of one draw and the chances of all: what was chosen is read off the choice that made the
 * answer, probabilities come from the policies' odds over the same selection. Nothing is sampled.
 */
import { fold, type Name } from "../dns/name.ts";
import { nameToText } from "../dns/name-text.ts";
import { RCODE, rcodeToText, typeToText } from "../dns/types.ts";
import type { Client, Draw, HealthView } from "../steering/candidate.ts";
import { type HostView, NO_HOSTS } from "../steering/hosts.ts";
import type { Situation } from "../steering/situation.ts";
import type { ZoneSet } from "../zone/model.ts";
import { attempt, type Question } from "./answer.ts";
import type { Link } from "./chain.ts";
import type { ExplainedNode } from "./explain-node.ts";
import { explainTree } from "./explain-tree.ts";
import { recordTexts } from "./record-text.ts";
import type { SpecialAnswer } from "./special.ts";
import { specialNameAbove } from "./special-names.ts";
import { type WholeAnswer, wholeAnswers } from "./whole-answers.ts";

export type ExplainOutcome =
  | { readonly kind: "explanation"; readonly explanation: Explanation }
  | { readonly kind: "need"; readonly keys: readonly string[] };

/** The body of `GET /api/explain` but for what its caller knows. Names are absolute presentation text. */
export interface Explanation {
  readonly links: readonly ExplainedLink[];
  /** Places that failed open, as `www.example.com./A/eu`. */
  readonly failedOpen: readonly string[];
  readonly answer: ExplainedAnswer;
  /** Every answer that this client may get, the likeliest first; null: more than 1,000. */
  readonly answers: readonly WholeAnswer[] | null;
}

/** What is told; where the upstreams are asked, `records` are those before theirs, and the rest is theirs to say. */
export interface ExplainedAnswer {
  readonly rcode: string | null;
  readonly ttlSeconds: number | null;
  readonly scope: number | null;
  readonly records: readonly string[];
  /** The name that the upstreams are asked for. */
  readonly forwarded?: string;
}

export interface ExplainedLink {
  readonly owner: string;
  readonly zone?: string;
  /** The generation in which the zone last changed: its serial; null: of an earlier version nobody knows it. */
  readonly generation?: number | null;
  /** The version is earlier than the one that the catalog names. */
  readonly earlier?: true;
  readonly hash?: string;
  readonly node?: string;
  readonly outcome: Exclude<Link["kind"], "special" | "not-hosted"> | "refused" | "forwarded";
  /** Why a name that no zone holds is answered here all the same. */
  readonly reason?: string;
  readonly tree: ExplainedNode | null;
}

/** Explains the answer to a question. Reads every branch, so that it may need blobs that the answer alone does not. */
export function explain(
  question: Question,
  zones: ZoneSet,
  health: HealthView,
  client: Client,
  draw: Draw,
  nowMs: number,
  hosts: HostView = NO_HOSTS,
): ExplainOutcome {
  const { outcome, links, reach, situation } = attempt(question, zones, health, client, draw, nowMs, hosts);
  const explained = links.map((link) => explainLink(link, situation));
  const answers = outcome.kind === "need" ? null : wholeAnswers(question, reach, situation);
  if (outcome.kind === "need" || reach.needs !== null) return { kind: "need", keys: [...(reach.needs ?? [])] };
  const { reply, maxAgeSeconds } = outcome;
  const records = reply.answer.flatMap(recordTexts);
  // Whoever asks wants recursion, as all clients do: without it explain would say what nobody gets.
  const forwarded = question.ra && outcome.leads !== null ? nameToText(outcome.leads.name) : null;
  const answer: ExplainedAnswer =
    forwarded === null
      ? { rcode: rcodeToText(reply.rcode), ttlSeconds: maxAgeSeconds, scope: reply.scopePrefixLength, records }
      : { rcode: null, ttlSeconds: null, scope: null, records, forwarded };
  return {
    kind: "explanation",
    explanation: {
      links: explained.map(({ link }, at) =>
        forwarded !== null && at === links.length - 1 ? { ...link, outcome: "forwarded" } : link,
      ),
      failedOpen: explained.flatMap((one) => one.failedOpen),
      answer,
      answers,
    },
  };
}

function explainLink(link: Link, situation: Situation): { link: ExplainedLink; failedOpen: readonly string[] } {
  const owner = nameToText(link.owner);
  if (link.kind === "not-hosted") return { link: { owner, outcome: "refused", tree: null }, failedOpen: [] };
  if (link.kind === "special") {
    return {
      link: { owner, outcome: outcomeOf(link.special), reason: reasonOf(link.owner), tree: null },
      failedOpen: [],
    };
  }
  if (link.kind === "unavailable") return { link: { owner, outcome: "unavailable", tree: null }, failedOpen: [] };
  const { apex, serial, hash } = link.zone;
  const node = nameToText(link.node);
  const at = { owner, zone: nameToText(apex), generation: serial, hash, node, outcome: link.kind };
  const decision = "decision" in link ? link.decision : null;
  if (decision === null) return { link: { ...at, tree: null }, failedOpen: [] };
  const { tree, failedOpen } = explainTree(decision, situation);
  const place = `${node}/${typeToText(decision.type)}`;
  return { link: { ...at, tree }, failedOpen: failedOpen.map((path) => (path === "" ? place : `${place}/${path}`)) };
}

/** A name that no zone holds and that is answered all the same. */
function outcomeOf({ rcode, rrset }: SpecialAnswer): ExplainedLink["outcome"] {
  if (rrset !== null) return "answer";
  return rcode === RCODE.NXDOMAIN ? "nxdomain" : "nodata";
}

function reasonOf(owner: Name): string {
  const special = specialNameAbove(fold(owner));
  return special === null || special.handling === "own"
    ? "a name by which this resolver tells of itself (RFC 9462)"
    : `a name that is never forwarded (RFC ${special.rfc})`;
}
