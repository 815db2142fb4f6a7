/**
 * Prints an explanation for a person at three in the morning: the path taken, what was healthy, what was chosen, and
 * loudly where everything was down.
 */

/** `GET /api/explain`; keys that do not apply are absent, and later versions add some. */
export interface Explanation {
  readonly name: string;
  readonly type: string;
  readonly subnet?: string | null;
  readonly snapshot: { readonly at: string | null; readonly ageSeconds: number | null } | null;
  readonly links: readonly ExplainedLink[];
  readonly failedOpen: readonly string[];
  readonly answer: {
    readonly rcode: string;
    readonly ttlSeconds?: number | null;
    readonly scope?: number | null;
    readonly records: readonly string[];
  };
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
  readonly weight?: number | null;
  readonly probability?: number | null;
  readonly chosen?: boolean;
  readonly failedOpen?: boolean;
  readonly values?: readonly string[];
  readonly target?: string | null;
  readonly candidates?: readonly ExplainedNode[];
}

/** Gives the whole text, without a final line break. */
export function explainText({ name, type, subnet, snapshot, links, failedOpen, answer }: Explanation): string {
  const { rcode, ttlSeconds, scope, records } = answer;
  return [
    `${name} ${type}${subnet ? ` for a client in ${subnet}` : ""}`,
    snapshotLine(snapshot),
    ...links.flatMap(linkLines),
    "",
    ...failedOpen.map((place) => `FAILED OPEN at ${place}: nothing there is healthy, so all of it counts as healthy`),
    `answer: ${[rcode, ...term("TTL", ttlSeconds), ...term("scope", scope)].join(", ")}`,
    ...records.map((record) => `  ${record}`),
  ].join("\n");
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
  const { id, kind, status, check, weight, probability, chosen, failedOpen, values, target } = node;
  return [
    ...(id ? [id] : []),
    target ? `${kind} to ${target}` : kind,
    ...(weight === null || weight === undefined ? [] : [`weight ${weight}`]),
    ...(status ? [check ? `${status} (${check})` : status] : []),
    ...(probability === null || probability === undefined ? [] : [percent(probability)]),
    ...(values && values.length > 0 ? [values.join(" ")] : []),
    ...(chosen ? ["<- chosen"] : []),
    ...(failedOpen ? ["FAILED OPEN"] : []),
  ].join("  ");
}

/** Small odds are not rounded to nothing, nor near certainty to certainty. */
function percent(probability: number): string {
  const exact = probability * 100;
  const rounded = Number(exact.toFixed(1));
  if (probability > 0 && rounded === 0) return "< 0.1 %";
  if (probability < 1 && rounded === 100) return "> 99.9 %";
  return `${rounded} %`;
}
