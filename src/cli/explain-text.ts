/**
 * Prints an explanation for a person at three in the morning: the path taken, what was healthy, what was chosen, and
 * loudly where everything was down.
 */
import { type ExplainedNode, percent, treeLines } from "./explain-node-text.ts";

/** `GET /api/explain`; keys that do not apply are absent, and later versions add some. */
export interface Explanation {
  readonly name: string;
  readonly type: string;
  readonly subnet?: string | null;
  /** Whose network counts for `subnet`. */
  readonly client?: { readonly from: string; readonly subnet: string | null; readonly place?: ExplainedPlace | null };
  readonly snapshot: { readonly at: string | null; readonly ageSeconds: number | null } | null;
  readonly links: readonly ExplainedLink[];
  readonly failedOpen: readonly string[];
  readonly answer: {
    /** Null: it is what the upstreams say. */
    readonly rcode: string | null;
    readonly ttlSeconds?: number | null;
    readonly scope?: number | null;
    readonly records: readonly string[];
    /** The name that the upstreams are asked for. */
    readonly forwarded?: string;
  };
  /** Every answer that this client may get; null: too many to tell. */
  readonly answers?: readonly ExplainedAnswer[] | null;
}

export interface ExplainedAnswer {
  readonly records: readonly string[];
  readonly probability: number;
  readonly forwarded?: string;
}

/** Where the client is, and who says so. */
export interface ExplainedPlace {
  readonly continent: string | null;
  readonly country: string | null;
  readonly subdivision: string | null;
  readonly position: { readonly latitude: number; readonly longitude: number } | null;
  readonly from: string;
}

export interface ExplainedLink {
  readonly owner: string;
  readonly zone?: string | null;
  readonly generation?: number | null;
  /** Not the version that the catalog names. */
  readonly earlier?: boolean;
  readonly node?: string | null;
  readonly outcome: string;
  /** Why a name that no zone holds is answered here. */
  readonly reason?: string;
  readonly tree: ExplainedNode | null;
}

/** Gives the whole text, without a final line break. */
export function explainText(explanation: Explanation): string {
  const { name, type, snapshot, links, failedOpen, answer, answers } = explanation;
  const { rcode, ttlSeconds, scope, records, forwarded } = answer;
  return [
    `${name} ${type}${clientText(explanation)}`,
    ...placedLines(explanation),
    snapshotLine(snapshot),
    ...links.flatMap(linkLines),
    "",
    ...failedOpen.map((place) => `FAILED OPEN at ${place}: nothing there is healthy, so all of it counts as healthy`),
    `answer: ${[rcode ?? "from UPSTREAMS", ...term("TTL", ttlSeconds), ...term("scope", scope)].join(", ")}`,
    ...[...records, ...theirs(forwarded)].map((line) => `  ${line}`),
    ...answersLines(answers),
  ].join("\n");
}

/** A query that names a private network is answered as one that names none. */
function clientText({ subnet, client }: Explanation): string {
  if (!subnet) return "";
  if (client?.from !== "connection") return ` for a client in ${subnet}`;
  return ` for a client in ${subnet}, a private network: the connection's counts, ${client.subnet ?? "which is not known"}`;
}

/** Where the client counts, for those who named one, and where any candidate is chosen by it. */
function placedLines({ subnet, client, links }: Explanation): string[] {
  if (client?.place === undefined) return [];
  const isAsked = Boolean(subnet) || links.some(({ tree }) => tree !== null && hasMatch(tree));
  return isAsked ? [`client placed: ${placedText(client.place)}`] : [];
}

function placedText(place: ExplainedPlace | null): string {
  if (place === null) return "nowhere";
  const { continent, country, subdivision, position, from } = place;
  const region = country && subdivision ? `${country}-${subdivision}` : (country ?? subdivision);
  const known = [continent, region, position && `${position.latitude},${position.longitude}`].filter(Boolean);
  return `${known.join(" ") || "nowhere"} (${from})`;
}

const hasMatch = ({ match, candidates = [] }: ExplainedNode): boolean =>
  match !== undefined || candidates.some(hasMatch);

/** One answer alone is the one above; of many the likeliest are enough for a person. */
const ANSWERS_SHOWN_MAX = 20;

function answersLines(answers: Explanation["answers"]): string[] {
  if (answers === null) return ["", "more than 1,000 answers are possible"];
  if (answers === undefined || answers.length < 2) return [];
  const shown = answers.slice(0, ANSWERS_SHOWN_MAX);
  const left = answers.length - shown.length;
  return [
    "",
    `possible answers: ${answers.length}`,
    ...shown.map((one) => `  ${percent(one.probability)}  ${answerText(one)}`),
    ...(left > 0 ? [`  and ${left} less likely ones`] : []),
  ];
}

function answerText({ records, forwarded }: ExplainedAnswer): string {
  return [...records, ...theirs(forwarded)].join(" | ") || "no records";
}

/** What stands for records that the upstreams are asked for. */
function theirs(forwarded: string | undefined): string[] {
  return forwarded === undefined ? [] : [`what UPSTREAMS say of ${forwarded}`];
}

function term(word: string, value: number | null | undefined): string[] {
  return value === null || value === undefined ? [] : [`${word} ${value}`];
}

function snapshotLine(snapshot: Explanation["snapshot"]): string {
  if (snapshot === null || snapshot.at === null) return "health: no snapshot yet";
  const age = snapshot.ageSeconds === null ? "" : `, ${snapshot.ageSeconds.toFixed(1)} s old`;
  return `health: snapshot of ${snapshot.at}${age}`;
}

function linkLines(link: ExplainedLink): string[] {
  const { owner, outcome, reason, tree } = link;
  const why = reason ?? `(${placeText(link)}${outcome === "forwarded" ? ": UPSTREAMS answer" : ""})`;
  return ["", `${owner}  ${outcome}  ${why}`, ...(tree === null ? [] : treeLines(tree, "", true))];
}

function placeText({ owner, zone, generation, earlier, node }: ExplainedLink): string {
  const version = earlier ? ", an earlier version than the catalog's" : generation ? `, generation ${generation}` : "";
  const place = zone ? `zone ${zone}${version}` : "not hosted here";
  return node && node !== owner ? `${place}, by ${node}` : place;
}
