/** Prints the tree of an explanation, a line for each branch: what it is, how it stands and why, its odds, and its values. */

export interface ExplainedNode {
  readonly path: string;
  readonly id?: string | null;
  readonly kind: string;
  /** Whom it is for, of the policies that place clients. */
  readonly match?: ExplainedMatch;
  readonly matches?: boolean;
  readonly kilometres?: number;
  readonly biasedKilometres?: number;
  readonly ms?: number;
  /** Null: distance stands in. */
  readonly measuredFrom?: string | null;
  readonly status?: string | null;
  readonly check?: string | null;
  readonly ageSeconds?: number;
  readonly stale?: boolean;
  /** What the check's status was made from. */
  readonly observed?: ExplainedObservation;
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

/** As the zone file has it. */
export interface ExplainedMatch {
  readonly default?: boolean;
  readonly continent?: string;
  readonly country?: string;
  readonly subdivision?: string;
  readonly region?: string;
  readonly bias?: number;
  readonly networks?: readonly string[];
}

export interface ExplainedObservation {
  /** Of a probed check; null: not measured yet. */
  readonly last?: ExplainedSeen | null;
  readonly regions?: readonly { readonly region: string | null; readonly last: ExplainedSeen | null }[];
  /** Of a push check; null: it has never reported. */
  readonly report?: { readonly ageSeconds: number; readonly status: string; readonly reason: string } | null;
  /** Of a calculated check. */
  readonly children?: readonly { readonly check: string; readonly status: string }[];
  readonly inverted?: boolean;
  readonly disabled?: boolean;
}

export interface ExplainedSeen {
  readonly reason: string;
  readonly code: number | null;
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

/** Gives the lines of a branch and of all below it. */
export function treeLines(node: ExplainedNode, indent: string, isLast: boolean): string[] {
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
    ...matchText(node),
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

/** Some candidates list hundreds. */
const NETWORKS_SHOWN_MAX = 3;

/** Whom it is for, whether that is this client, and what decided between such candidates. */
function matchText({ match, matches, kilometres, biasedKilometres, ms, measuredFrom }: ExplainedNode): string[] {
  if (match === undefined) return [];
  const counts = biasedKilometres === undefined ? "" : `, bias ${match.bias}: counts as ${biasedKilometres} km`;
  const by = measuredFrom ? `measured from ${measuredFrom}` : "by distance";
  return [
    placeText(match),
    ...(kilometres === undefined ? [] : [`${kilometres} km${counts}`]),
    ...(ms === undefined ? [] : [`${ms} ms ${by}`]),
    ...(matches === false ? ["no match"] : []),
  ];
}

function placeText({ continent, country, subdivision, region, networks }: ExplainedMatch): string {
  if (networks) {
    const left = networks.length - NETWORKS_SHOWN_MAX;
    return `networks ${networks.slice(0, NETWORKS_SHOWN_MAX).join(" ")}${left > 0 ? ` and ${left} more` : ""}`;
  }
  if (continent) return `continent ${continent}`;
  if (country) return subdivision ? `subdivision ${country}-${subdivision}` : `country ${country}`;
  return region ? `region ${region}` : "default";
}

function weightText({ weight, effectiveWeight }: ExplainedNode): string[] {
  if (weight === null || weight === undefined) return [];
  const counts = effectiveWeight === null || effectiveWeight === undefined ? weight : effectiveWeight;
  return [counts === weight ? `weight ${weight}` : `weight ${weight}, counts ${counts}`];
}

function statusText({ status, check, state, ageSeconds, stale, observed }: ExplainedNode): string[] {
  if (!status) return [];
  const since = ageSeconds === undefined ? "" : ` for ${ageSeconds} s`;
  const why = observed ? observedText(observed) : "";
  const by = [...(check ? [why ? `${check}: ${why}` : check] : []), ...(stale ? ["STALE"] : [])].join(", ");
  return [`${status}${since}${by ? ` (${by})` : ""}`, ...(state ? [`state ${state}`] : [])];
}

/** What the status was made from. */
function observedText(observed: ExplainedObservation): string {
  return [...(observed.disabled ? ["disabled"] : madeFrom(observed)), ...(observed.inverted ? ["inverted"] : [])].join(
    ", ",
  );
}

function madeFrom({ last, regions, report, children }: ExplainedObservation): string[] {
  if (children) return children.map(({ check, status }) => `${check} ${status}`);
  if (regions) return regions.map((one) => `${one.region} ${seenText(one.last)}`);
  if (last !== undefined) return [seenText(last)];
  if (report === undefined) return [];
  if (report === null) return ["never reported"];
  return [`reported ${report.status} ${report.ageSeconds} s ago${report.reason ? `: ${report.reason}` : ""}`];
}

function seenText(seen: ExplainedSeen | null): string {
  if (seen === null) return "not measured yet";
  return seen.code === null ? seen.reason : `${seen.reason} ${seen.code}`;
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
export function percent(probability: number): string {
  const exact = probability * 100;
  const rounded = Number(exact.toFixed(1));
  if (probability > 0 && rounded === 0) return "< 0.1 %";
  if (probability < 1 && rounded === 100) return "> 99.9 %";
  return `${rounded} %`;
}
