/**
 * Every answer that one record set can give a client, with its exact chance: by enumeration over the tree, from the
 * same selections and odds that queries are answered by. Nothing is sampled.
 *
 * An answer is a set of records with a TTL; their order is drawn at the end and makes no other answer.
 */
import { answersOfPool } from "../steering/pool-answers.ts";
import { oddsOf, select } from "../steering/select.ts";
import { type Situation, targetFor } from "../steering/situation.ts";
import type { PolicyTree, RecordSet, Tree } from "../zone/model.ts";

/** More answers than this are not told of one by one. */
export const ANSWERS_MAX = 1000;

/** A part of the way there can be more of them than in the end; beyond this the enumeration is given up. */
const PARTS_MAX = 20_000;

export interface SetAnswer {
  readonly rdata: readonly Uint8Array[];
  readonly ttlSeconds: number;
  readonly probability: number;
}

/** What a branch may add to an answer; records by their number in `Records`, ascending. */
interface Part {
  readonly records: readonly number[];
  readonly ttlSeconds: number;
  readonly probability: number;
}

/** Parts by what they hold; null: too many. */
type Parts = ReadonlyMap<string, Part> | null;

const NO_TTL = Number.POSITIVE_INFINITY;

/** Gives all answers of a set for a type; null: more than `ANSWERS_MAX`. */
export function answersOfSet(set: RecordSet, type: number, situation: Situation): readonly SetAnswer[] | null {
  const numbering = new Numbering();
  const parts = partsOf(set.tree, type, situation, 0, numbering);
  if (parts === null || parts.size > ANSWERS_MAX) return null;
  return [...parts.values()].map(({ records, ttlSeconds, probability }) => ({
    rdata: records.map((number) => numbering.octets(number)),
    ttlSeconds: Math.min(ttlSeconds, set.ttlSeconds ?? NO_TTL),
    probability,
  }));
}

/** Equal records have one number. */
class Numbering {
  readonly #numbers = new Map<string, number>();
  readonly #octets: Uint8Array[] = [];

  numbersOf(rdata: readonly Uint8Array[]): readonly number[] {
    return rdata.map((octets) => this.#numberOf(octets)).toSorted((a, b) => a - b);
  }

  octets(number: number): Uint8Array {
    return this.#octets[number] ?? new Uint8Array();
  }

  #numberOf(octets: Uint8Array): number {
    const key = String.fromCharCode(...octets);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#octets.length);
    return this.#octets.push(octets) - 1;
  }
}

function partsOf(tree: Tree, type: number, situation: Situation, level: number, numbering: Numbering): Parts {
  switch (tree.kind) {
    case "values":
      return certainly(numbering.numbersOf(tree.rdata.get(type) ?? []));
    case "alias": {
      const target = targetFor(tree, type, situation, level);
      if (target === null) return certainly([]);
      const below = partsOf(target.tree, type, situation, level + 1, numbering);
      return joined(certainly([], target.ttlSeconds ?? NO_TTL), below);
    }
    case "policy":
      return partsOfPolicy(tree, type, situation, level, numbering);
    case "pool": {
      const answers = answersOfPool(tree, type, situation, level, ANSWERS_MAX);
      if (answers === null) return null;
      return mixed(
        answers.map(({ picks, probability }) => ({
          probability,
          parts: picks
            .map((one) => partsOf(one.tree, type, situation, level, numbering))
            .reduce<Parts>((all, next) => joined(all, next), certainly([])),
        })),
      );
    }
    default:
      return tree satisfies never;
  }
}

function partsOfPolicy(
  tree: PolicyTree,
  type: number,
  situation: Situation,
  level: number,
  numbering: Numbering,
): Parts {
  const selection = select(tree, situation, level);
  if (selection === null || selection.kind === "closed") return certainly([]);
  if (selection.kind === "values") return partsOf(selection, type, situation, level, numbering);
  const members = selection.eligible.map((one) => partsOf(one.tree, type, situation, level, numbering));
  if (tree.policy === "multivalue") return someOf(members, tree.answers);
  const odds = oddsOf(tree, selection, type, situation);
  return mixed(members.map((parts, at) => ({ parts, probability: odds[at] ?? 0 })));
}

function certainly(records: readonly number[], ttlSeconds = NO_TTL): Parts {
  const parts = new Map<string, Part>();
  put(parts, { records, ttlSeconds, probability: 1 });
  return parts;
}

/** One of several, each with its chance. */
function mixed(alternatives: readonly { readonly parts: Parts; readonly probability: number }[]): Parts {
  const all = new Map<string, Part>();
  for (const { parts, probability } of alternatives) {
    if (probability === 0) continue;
    if (parts === null) return null;
    for (const part of parts.values()) put(all, { ...part, probability: part.probability * probability });
    if (all.size > PARTS_MAX) return null;
  }
  return all;
}

/** Both, chosen independently. */
function joined(left: Parts, right: Parts): Parts {
  if (left === null || right === null || left.size * right.size > PARTS_MAX) return null;
  const all = new Map<string, Part>();
  for (const a of left.values()) {
    for (const b of right.values()) {
      put(all, {
        records: [...new Set([...a.records, ...b.records])].toSorted((x, y) => x - y),
        ttlSeconds: Math.min(a.ttlSeconds, b.ttlSeconds),
        probability: a.probability * b.probability,
      });
    }
  }
  return all;
}

/** `count` of the members, every choice of them equally likely. Taken or not one after the other, so that what holds the same is one part. */
function someOf(members: readonly Parts[], count: number): Parts {
  const wanted = Math.min(count, members.length);
  let byTaken: Parts[] = [certainly([])];
  for (const [at, member] of members.entries()) {
    const left = members.length - at - 1;
    const next: Parts[] = [];
    for (let taken = Math.max(0, wanted - left); taken <= Math.min(wanted, at + 1); taken += 1) {
      const skipped = byTaken[taken];
      const before = taken > 0 ? byTaken[taken - 1] : undefined;
      const ways = [
        ...(skipped === undefined ? [] : [{ parts: skipped, probability: (at + 1 - taken) / (at + 1) }]),
        ...(before === undefined ? [] : [{ parts: joined(before, member), probability: taken / (at + 1) }]),
      ];
      next[taken] = mixed(ways);
    }
    byTaken = next;
  }
  return byTaken[wanted] ?? null;
}

function put(parts: Map<string, Part>, part: Part): void {
  const key = `${part.records.join()} ${part.ttlSeconds}`;
  const there = parts.get(key);
  parts.set(key, there ? { ...part, probability: there.probability + part.probability } : part);
}
