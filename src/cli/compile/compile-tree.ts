/**
 * One record set's tree of choices: source branches -> the model's tree, with record data in wire form.
 *
 * A part with a problem is told and left out, so that everything else in the tree is still judged.
 */
import { fold, type Name, nameAt } from "../../dns/name.ts";
import { cutRdata, layoutOf } from "../../dns/rdata-layout.ts";
import { TYPE, typeToText } from "../../dns/types.ts";
import type { Candidate, Tree } from "../../zone/model.ts";
import type { CheckBook } from "./check-book.ts";
import type { DraftBranch } from "./draft.ts";
import type { Problems } from "./problem.ts";
import { compileValue } from "./rdata.ts";
import { resolveOwnerOrTarget } from "./resolve-name.ts";
import type { Located, SourceBranch, SourceMember, SourceSet, SourceValue } from "./source.ts";

export interface TreeContext {
  readonly apex: Name;
  readonly book: CheckBook;
  readonly problems: Problems;
  readonly set: { readonly source: SourceSet; readonly label: string };
}

const NOTHING: Tree = { kind: "values", rdata: new Map() };

/** Compiles a branch and all below it; `path` is the name of a check that is written here, without the zone. */
export function compileTree(source: SourceBranch, context: TreeContext, path: string): DraftBranch {
  const check = context.book.use(source.check, path, context.set.label);
  const { member } = source;
  if (member.kind !== "policy") return { source, check, tree: compileLeaf(member, context), candidates: [] };
  const candidates = member.candidates.map((each) => compileTree(each, context, `${path}/${each.id?.value ?? ""}`));
  const { policy, answers } = member;
  return {
    source,
    check,
    tree: { kind: "policy", policy, candidates: candidates.map(candidateOf), answers },
    candidates,
  };
}

function candidateOf({ source: { id, weight }, check, tree }: DraftBranch): Candidate {
  return { id: id?.value ?? "", weight: weight ?? 0, check, tree };
}

function compileLeaf(member: Exclude<SourceMember, { kind: "policy" }>, context: TreeContext): Tree {
  if (member.kind === "values") return { kind: "values", rdata: compileValues(member.values, context) };
  const { value, place } = member.target;
  const resolved = resolveOwnerOrTarget(value, context.apex);
  if (resolved.kind === "name") {
    const { types } = context.set.source;
    return { kind: "alias", target: fold(resolved.name), types, evaluateTargetHealth: member.evaluateTargetHealth };
  }
  context.problems.add(place, resolved.code, resolved.message);
  return NOTHING;
}

/** The order of records in a set means nothing (RFC 2181 5), so that it is settled by their octets. */
function compileValues(
  values: readonly Located<SourceValue>[],
  { apex, problems, set }: TreeContext,
): ReadonlyMap<number, readonly Uint8Array[]> {
  const byType = new Map<number, Map<string, Uint8Array>>();
  for (const { value, place } of values) {
    const type = typeOfValue(value, set.source.types);
    const key = set.source.types.length > 1 ? typeToText(type) : set.source.key;
    const parsed = compileValue(key, type, value, apex);
    if (parsed.kind === "error") {
      problems.add(place, parsed.code, parsed.message);
      continue;
    }
    for (const { code, message } of parsed.warnings) problems.warn(place, code, message);
    const ofType = byType.get(type) ?? new Map<string, Uint8Array>();
    const identity = identityOf(type, parsed.rdata);
    if (ofType.has(identity)) {
      problems.warn(place, "duplicate-record", `${set.label} has this record twice; it is published once`);
    } else {
      byType.set(type, ofType.set(identity, parsed.rdata));
    }
  }
  const inOrder = ([a]: [string, Uint8Array], [b]: [string, Uint8Array]): number => (a < b ? -1 : 1);
  return new Map(
    [...byType]
      .toSorted(([a], [b]) => a - b)
      .map(([type, ofType]) => [type, [...ofType].toSorted(inOrder).map(([, rdata]) => rdata)] as const),
  );
}

/** In `addresses` the text tells the family: only IPv6 has colons. */
function typeOfValue(value: SourceValue, types: readonly number[]): number {
  if (types.length === 1) return types[0] ?? 0;
  return typeof value === "string" && value.includes(":") ? TYPE.AAAA : TYPE.A;
}

/** Record data as octets in which names are folded: records that differ in a name's case only are one (RFC 4343 3). */
function identityOf(type: number, rdata: Uint8Array): string {
  const fields = layoutOf(type)?.includes("name") ? cutRdata(type, rdata) : null;
  if (!fields) return latin1Of(rdata);
  return fields.map(({ kind, octets }) => (kind === "name" ? fold(nameAt(octets, 0)) : latin1Of(octets))).join("");
}

function latin1Of({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString("latin1");
}
