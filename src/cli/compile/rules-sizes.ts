/**
 * What is too large to be answered or stored: a DNS message has 65,535 octets, a value of Workers KV 25 MiB.
 */
import { NAME_OCTETS_MAX } from "../../dns/name.ts";
import { MESSAGE_OCTETS_MAX } from "../../dns/reply.ts";
import { typeToText } from "../../dns/types.ts";
import type { Tree, Values } from "../../zone/model.ts";
import type { DraftZone, DraftZones } from "./draft.ts";
import type { Problems } from "./problem.ts";

/** Header, the longest question, an OPT without options (RFC 1035 4.1, RFC 6891 6.1.2). */
const ANSWER_OCTETS_MAX = MESSAGE_OCTETS_MAX - 12 - (NAME_OCTETS_MAX + 4) - 11;
/** Of a record whose owner is a pointer to the question: pointer, type, class, TTL, length. */
const RECORD_HEAD_OCTETS = 12;

const KV_VALUE_OCTETS_MAX = 25 * 1024 * 1024;

/** Judges whether every answer of a zone's record sets fits a message; what aliases add is not counted. */
export function judgeAnswerSizes({ sets }: DraftZone, problems: Problems): void {
  for (const { source, set, label } of sets) {
    for (const type of set.types) {
      const octets = answerOctets(set.tree, type);
      if (octets <= ANSWER_OCTETS_MAX) continue;
      const message = `${label}: an answer of type ${typeToText(type)} may take ${octets} octets; at most ${ANSWER_OCTETS_MAX} fit a message`;
      problems.add(source.place, "answer-too-large", message);
    }
  }
}

function answerOctets(tree: Tree, type: number): number {
  switch (tree.kind) {
    case "values":
      return valueOctets(tree.rdata, type);
    case "alias":
      return 0;
    case "policy": {
      const sizes = tree.candidates.map((candidate) => answerOctets(candidate.tree, type)).toSorted((a, b) => b - a);
      const together = tree.policy === "multivalue" ? tree.answers : 1;
      const { onAllUnhealthy: action } = tree;
      const instead = action.kind === "values" ? valueOctets(action.rdata, type) : 0;
      return Math.max(instead, sumOf(sizes.slice(0, together)));
    }
    case "pool": {
      const { zones, groups, answers, onAllUnhealthy: action } = tree.pool;
      const targets = groups.flatMap((group) => group.targets.map((target) => answerOctets(target.tree, type)));
      const largest = targets.toSorted((a, b) => b - a).slice(0, answers);
      const instead = action.kind === "values" ? valueOctets(action.rdata, type) : 0;
      return Math.max(instead, sumOf(largest), sumOf(zones.map(({ rdata }) => valueOctets(rdata, type))));
    }
    default:
      return tree satisfies never;
  }
}

function valueOctets(rdata: Values["rdata"], type: number): number {
  return sumOf((rdata.get(type) ?? []).map(({ length }) => RECORD_HEAD_OCTETS + length));
}

function sumOf(sizes: readonly number[]): number {
  return sizes.reduce((sum, octets) => sum + octets, 0);
}

/** Judges whether every blob can be stored. What is cut into shards is too large only where one name is. */
export function judgeBlobSizes(blobs: ReadonlyMap<string, string>, zones: DraftZones, problems: Problems): void {
  const place = zones.all[0]?.source.apex.place;
  for (const [key, text] of blobs) {
    if (!place || text.length * 3 <= KV_VALUE_OCTETS_MAX) continue;
    const octets = Buffer.byteLength(text);
    if (octets <= KV_VALUE_OCTETS_MAX) continue;
    const what = key.startsWith("checks/")
      ? "all checks together take"
      : "one name, or one zone's list of shards, takes";
    problems.add(place, "blob-too-large", `${what} ${octets} octets; Workers KV stores at most ${KV_VALUE_OCTETS_MAX}`);
  }
}
