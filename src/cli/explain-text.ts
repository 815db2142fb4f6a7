/**
 * Prints an explanation for a person at three in the morning: the path taken, what was healthy, what was chosen, and
 * loudly where everything was down.
 */

/** `GET /api/explain`; keys that do not apply are absent, and later versions add some. */
export interface Explanation {
  readonly name: string;
  readonly type: string;
  readonly subnet?: string | null;
  /** Whose network counts for `subnet`. */
  readonly client?: { readonly from: string; readonly subnet: string | null };
  readonly snapshot: { readonly at: string | null; readonly ageSeconds: number | null } | null;
  readonly links: readonly ExplainedLink[];
  readonly failedOpen: readonly string[];
  readonly answer: {
    readonly rcode: string;
    readonly ttlSeconds?: number | null;
    readonly scope?: number | null;
    readonly records: readonly string[];
  };
  /** Every answer that this client may get; null: too many to tell. */
  readonly answers?: readonly { readonly records: readonly string[]; readonly probability: number }[] | null;
}

export interface ExplainedLink {
  readonly owner: string;
  readonly zone?: string | null;
  readonly generation?: number | null;
  readonly node?: string | null;
  readonly outcome: string;
  readonly tree: ExplainedNode | null;
}

export interface ExplainedNode {
  readonly path: string;
  readonly id?: string | null;
  readonly kind: string;
  readonly status?: string | null;
  readonly check?: string | null;
  readonly ageSeconds?: number;
  readonly stale?: boolean;
  readonly override?: { readonly verdict: string; readonly until: string | null; readonly reason: string };
  readonly quorumOutOfReach?: { readonly moreThan: number; readonly regions: number };
  /** Of a failover. */
  readonly failback?: "manual" | { readonly after: number };
  readonly off?: boolean;
  readonly draining?: { readonly since: string; readonly until: string };
  readonly held?: boolean;
  /** Of a pool's target. */
  readonly state?: string;
  /** Of a pool's zone. */
  readonly groups?: readonly ExplainedGroup[];
  readonly onAllUnhealthy?: { readonly kind: string; readonly applied: boolean };
  readonly weight?: number | null;
  readonly effectiveWeight?: number | null;
  readonly probability?: number | null;
  readonly chosen?: boolean;
  readonly failedOpen?: boolean;
  readonly values?: readonly string[];
  readonly target?: string | null;
  /** Of an alias of an outside host. */
  readonly host?: ExplainedHost;
  readonly candidates?: readonly ExplainedNode[];
}

export type ExplainedHost =
  | { readonly ageSeconds: number; readonly ttlSeconds: number; readonly stale: boolean }
  | { readonly error: string };

export interface ExplainedGroup {
  readonly id: string;
  readonly registered: number;
  readonly healthy: number;
  readonly dnsFailover: { readonly met: boolean | null };
  readonly routingFailover: { readonly met: boolean | null };
}

/** Gives the whole text, without a final line break. */
export function explainText(explanation: Explanation): string {
  const { name, type, snapshot, links, failedOpen, answer, answers } = explanation;
  const { rcode, ttlSeconds, scope, records } = answer;
  return [
    `${name} ${type}${clientText(explanation)}`,
    snapshotLine(snapshot),
    ...links.flatMap(linkLines),
    "",
    ...failedOpen.map((place) => `FAILED OPEN at ${place}: nothing there is healthy, so all of it counts as healthy`),
    `answer: ${[rcode, ...term("TTL", ttlSeconds), ...term("scope", scope)].join(", ")}`,
    ...records.map((record) => `  ${record}`),
    ...answersLines(answers),
  ].join("\n");
}

/** A query that names a private network is answered as one that names none. */
function clientText({ subnet, client }: Explanation): string {
  if (!subnet) return "";
  if (client?.from !== "connection") return ` for a client in ${subnet}`;
  return ` for a client in ${subnet}, a private network: the connection's counts, ${client.subnet ?? "which is not known"}`;
}

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
    ...shown.map(({ records, probability }) => `  ${percent(probability)}  ${records.join(" | ") || "no records"}`),
    ...(left > 0 ? [`  and ${left} less likely ones`] : []),
  ];
}

function term(word: string, value: number | null | undefined): string[] {
  return value === null || value === undefined ? [] : [`${word} ${value}`];
}

function snapshotLine(snapshot: Explanation["snapshot"]): string {
  if (snapshot === null || snapshot.at === null) return "health: no snapshot yet";
  const age = snapshot.ageSeconds === null ? "" : `, ${snapshot.ageSeconds.toFixed(1)} s old`;
  return `health: snapshot of ${snapshot.at}${age}`;
}

function linkLines({ owner, zone, generation, node, outcome, tree }: ExplainedLink): string[] {
  const place = zone ? `zone ${zone}${generation ? `, generation ${generation}` : ""}` : "not hosted here";
  const by = node && node !== owner ? `, by ${node}` : "";
  return ["", `${owner}  ${outcome}  (${place}${by})`, ...(tree === null ? [] : treeLines(tree, "", true))];
}

function treeLines(node: ExplainedNode, indent: string, isLast: boolean): string[] {
  const children = node.candidates ?? [];
  const deeper = `${indent}${isLast ? "   " : "│  "}`;
  return [
    `${indent}${isLast ? "└─ " : "├─ "}${nodeText(node)}`,
    ...children.flatMap((child, index) => treeLines(child, deeper, index === children.length - 1)),
  ];
}

function nodeText(node: ExplainedNode): string {
  const { id, kind, probability, chosen, failedOpen, values, target, onAllUnhealthy } = node;
  return [
    ...(id ? [id] : []),
    target ? `${kind} to ${target}` : kind,
    ...weightText(node),
    ...statusText(node),
    ...stateText(node),
    ...hostText(node),
    ...(node.groups ?? []).map(groupText),
    ...(probability === null || probability === undefined ? [] : [percent(probability)]),
    ...(values && values.length > 0 ? [values.join(" ")] : []),
    ...(chosen ? ["<- chosen"] : []),
    ...(failedOpen ? ["FAILED OPEN"] : []),
    ...(onAllUnhealthy?.applied ? [`ALL UNHEALTHY: ${onAllUnhealthy.kind}`] : []),
  ].join("  ");
}

function hostText({ host }: ExplainedNode): string[] {
  if (host === undefined) return [];
  if ("error" in host) return [`NOT LOOKED UP: ${host.error}`];
  return [`looked up ${host.ageSeconds} s ago, TTL ${host.ttlSeconds}${host.stale ? ", STALE" : ""}`];
}

function weightText({ weight, effectiveWeight }: ExplainedNode): string[] {
  if (weight === null || weight === undefined) return [];
  const counts = effectiveWeight === null || effectiveWeight === undefined ? weight : effectiveWeight;
  return [counts === weight ? `weight ${weight}` : `weight ${weight}, counts ${counts}`];
}

function statusText({ status, check, state, ageSeconds, stale }: ExplainedNode): string[] {
  if (!status) return [];
  const since = ageSeconds === undefined ? "" : ` for ${ageSeconds} s`;
  const by = [...(check ? [check] : []), ...(stale ? ["STALE"] : [])].join(", ");
  return [`${status}${since}${by ? ` (${by})` : ""}`, ...(state ? [`state ${state}`] : [])];
}

/** A target group as a zone sees it; one that has no targets anywhere decides nothing. */
function groupText({ id, registered, healthy, dnsFailover, routingFailover }: ExplainedGroup): string {
  const missed = [
    ...(dnsFailover.met === false ? ["below dnsFailover"] : []),
    ...(routingFailover.met === false ? ["below routingFailover"] : []),
  ];
  return [`${id}: ${healthy} of ${registered} healthy`, ...missed].join(", ");
}

/** What decides besides health. */
function stateText(node: ExplainedNode): string[] {
  const { override, quorumOutOfReach: quorum, failback, off, draining, held } = node;
  const until = override?.until ? ` until ${override.until}` : "";
  const reason = override?.reason ? `: ${override.reason}` : "";
  return [
    ...(override ? [`forced ${override.verdict}${until}${reason}`] : []),
    ...(quorum
      ? [`QUORUM OUT OF REACH: needs more than ${quorum.moreThan} healthy regions and has ${quorum.regions}`]
      : []),
    ...(failback ? [`failback ${failback === "manual" ? failback : `after ${failback.after} s`}`] : []),
    ...(off ? ["off"] : []),
    ...(draining ? [`draining until ${draining.until}`] : []),
    ...(held ? ["held back"] : []),
  ];
}

/** Small odds are not rounded to nothing, nor near certainty to certainty. */
function percent(probability: number): string {
  const exact = probability * 100;
  const rounded = Number(exact.toFixed(1));
  if (probability > 0 && rounded === 0) return "< 0.1 %";
  if (probability < 1 && rounded === 100) return "> 99.9 %";
  return `${rounded} %`;
}
