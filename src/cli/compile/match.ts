/**
 * Where candidates belong, from what was written to the model: named networks become their blocks.
 *
 * Siblings are judged here too: of two candidates for one place, or two that hold one block, nobody could say which is
 * meant (Route 53 refuses both: R1.5, R11.1).
 */
import type { Block, Match } from "../../zone/model.ts";
import { blockText } from "./blocks.ts";
import { nearestHint } from "./nearest.ts";
import type { Problems } from "./problem.ts";
import type { Located, Place, SourceBranch, SourceMatch, SourceNetwork, SourceZone } from "./source.ts";

type Networks = SourceZone["networks"];

/** Compiles where each of some siblings belongs, in their order; null for those of policies that place nobody. */
export function compileMatches(
  siblings: readonly SourceBranch[],
  networks: Networks,
  problems: Problems,
): readonly (Match | null)[] {
  const taken = new Map<string, Place>();
  return siblings.map(({ match }) => {
    if (match === null) return null;
    if (match.kind === "networks")
      return { kind: "blocks", blocks: blocksOf(match.networks, networks, taken, problems) };
    const { code, what } = identityOf(match);
    take({ value: what, place: match.place }, code, taken, problems);
    return modelOf(match);
  });
}

function modelOf(match: Exclude<SourceMatch, { kind: "networks" }>): Match {
  switch (match.kind) {
    case "default":
      return { kind: "default" };
    case "continent":
    case "country":
      return { kind: match.kind, code: match.code };
    case "subdivision":
      return { kind: "subdivision", country: match.country, code: match.code };
    case "site":
      return { kind: "site", ...match.site, bias: match.bias };
    default:
      return match satisfies never;
  }
}

function identityOf(match: Exclude<SourceMatch, { kind: "networks" }>): {
  readonly code: string;
  readonly what: string;
} {
  switch (match.kind) {
    case "default":
      return { code: "location-duplicate", what: "the default" };
    case "continent":
    case "country":
      return { code: "location-duplicate", what: `the ${match.kind} ${match.code}` };
    case "subdivision":
      return { code: "location-duplicate", what: `the subdivision ${match.country}-${match.code}` };
    case "site": {
      const { site, bias } = match;
      const biased = bias === 0 ? "" : ` with bias ${bias}`;
      return { code: "region-duplicate", what: `the region ${site.region}${biased}` };
    }
    default:
      return match satisfies never;
  }
}

function take({ value, place }: Located<string>, code: string, taken: Map<string, Place>, problems: Problems): void {
  const earlier = taken.get(value);
  if (earlier === undefined) taken.set(value, place);
  else problems.add(place, code, `${value} is taken by the candidate at ${earlier.line}:${earlier.column}`);
}

/** In order of their texts: the order in which blocks are written means nothing. */
function blocksOf(
  written: readonly Located<SourceNetwork>[],
  networks: Networks,
  taken: Map<string, Place>,
  problems: Problems,
): readonly Block[] {
  const blocks: { readonly text: string; readonly block: Block }[] = [];
  for (const { value, place } of written) {
    for (const block of value.kind === "block" ? [value.block] : namedBlocks(value.name, place, networks, problems)) {
      const text = blockText(block);
      take({ value: `the block ${text}`, place }, "block-duplicate", taken, problems);
      blocks.push({ text, block });
    }
  }
  return blocks.toSorted((a, b) => (a.text < b.text ? -1 : 1)).map(({ block }) => block);
}

function namedBlocks(name: string, place: Place, networks: Networks, problems: Problems): readonly Block[] {
  const found = networks.get(name);
  if (found !== undefined) return (found ?? []).map(({ value }) => value);
  const hint = networks.size === 0 ? "; it has none" : nearestHint(name, networks.keys());
  problems.add(place, "network-unknown", `there is no network "${name}" in this zone${hint}`);
  return [];
}
