/**
 * One zone file -> its draft: names made absolute and folded, record data made wire bytes, checks named.
 *
 * Judges each name, value and check by itself; what record sets may do beside each other is for the rules.
 * Same source, same draft: the order of owners, types and values means nothing and is settled here, while the order of
 * candidates is kept, since it is what failover goes by.
 */
import { fold, isAtOrBelow, labelsOf, type Name, nameAt, nameOfLabels } from "../../dns/name.ts";
import { nameToText } from "../../dns/name-text.ts";
import { TYPE } from "../../dns/types.ts";
import type { Soa } from "../../zone/model.ts";
import { zoneOf } from "../../zone/zone.ts";
import { CheckBook, type CheckOptions } from "./check-book.ts";
import { compilePool } from "./compile-pool.ts";
import { compileTree, type TreeContext } from "./compile-tree.ts";
import { type DraftPool, type DraftSet, type DraftZone, usesPool } from "./draft.ts";
import type { Problems } from "./problem.ts";
import { parseRdata } from "./rdata.ts";
import { keyOf, labelOf } from "./records.ts";
import { resolveMailbox, resolveOwnerOrTarget } from "./resolve-name.ts";
import type { Located, SourceSet, SourceZone } from "./source.ts";
import { nodesOf } from "./zone-nodes.ts";

/** RFC 1912 2.2 for refresh and retry; the negative TTL of 60 s is this project's default for what is steered. */
const SOA_DEFAULTS = { refresh: 7200, retry: 900, expire: 1_209_600, minimum: 60, ttl: 60 } as const;
const MNAME_DEFAULT = "ns1";
const RNAME_DEFAULT = "hostmaster";

/** Compiles one zone, given the apexes of the hosted zones right below it; everything wrong in it goes to `problems`. */
export function compileZone(
  source: SourceZone,
  hostedBelow: readonly Name[],
  options: CheckOptions,
  problems: Problems,
): DraftZone {
  const apex = source.apex.value;
  const { networks } = source;
  const nowMs = options.nowMs ?? Date.now();
  const book = new CheckBook(source, options, problems);
  const pools = source.pools.map((pool) =>
    compilePool(pool, { apex, apexText: source.apexText, book, problems, nowMs }),
  );
  const poolsByName = new Map(pools.map((draft) => [draft.source.name.value, draft]));
  const sets: DraftSet[] = [];
  const taken = new Map<string, DraftSet>();
  for (const { name, sets: ofOwner } of source.owners) {
    const owner = resolveOwner(name, apex, problems);
    if (owner === null) continue;
    for (const set of ofOwner) {
      const draft = compileSet(source, owner, set, { apex, networks, pools: poolsByName, book, problems, nowMs });
      const before = set.types.map((type) => taken.get(`${type} ${owner}`)).find((other) => other !== undefined);
      if (before) reportDuplicate(before, draft, problems);
      else sets.push(draft);
      for (const type of set.types) taken.set(`${type} ${owner}`, before ?? draft);
    }
  }
  const nodes = nodesOf(apex, sets, hostedBelow);
  const soa = compileSoa(source, firstServer(apex, sets), problems);
  const body = { kind: "nodes" as const, nodes };
  const zone = zoneOf(
    { apex, soa, pools: pools.map(({ pool }) => pool), body },
    { hash: "", serial: 1 },
    () => undefined,
  );
  return { source, zone, nodes, sets, checks: book.drafts(usersOf(sets, pools)), pools };
}

/** Whom checks are noted for: record sets by label, pools by full name, which stand for the record sets that use them. */
function usersOf(sets: readonly DraftSet[], pools: readonly DraftPool[]): ReadonlyMap<string, readonly DraftSet[]> {
  const users = new Map<string, readonly DraftSet[]>(sets.map((set) => [set.label, [set]]));
  for (const { pool } of pools) {
    users.set(
      pool.name,
      sets.filter((set) => usesPool(set, pool)),
    );
  }
  return users;
}

function resolveOwner({ value, place }: Located<string>, apex: Name, problems: Problems): Name | null {
  const resolved = resolveOwnerOrTarget(value, apex);
  if (resolved.kind === "error") {
    problems.add(place, resolved.code, resolved.message);
    return null;
  }
  const owner = fold(resolved.name);
  if (isAtOrBelow(owner, apex)) return owner;
  const message = `"${value}" is not in the zone ${nameToText(apex)}; a name without a final dot is relative to it`;
  problems.add(place, "owner-out-of-zone", message);
  return null;
}

function compileSet(
  { ttlSeconds }: SourceZone,
  owner: Name,
  source: SourceSet,
  context: Omit<TreeContext, "set">,
): DraftSet {
  const label = labelOf(owner, source.types);
  const path = `${relativeText(owner, context.apex)}/${keyOf(source.types)}`;
  const root = compileTree(source.root, { ...context, set: { owner, source, label, path } }, []);
  const bareAlias = source.root.member.kind === "alias";
  const set = {
    types: source.types,
    ttlSeconds: bareAlias ? null : (source.ttlSeconds?.value ?? ttlSeconds),
    check: root.check,
    tree: root.tree,
  };
  return { owner, label, source, set, root };
}

function reportDuplicate(before: DraftSet, draft: DraftSet, problems: Problems): void {
  const { file, line } = before.source.place;
  const message = `${draft.label} is written twice, the other time at ${file}:${line} as ${before.source.key}; a name has one record set of a type`;
  problems.add(draft.source.place, "type-duplicate", message);
}

/** Writes an owner as in the zone file: relative to the apex, `@` for the apex itself. */
function relativeText(owner: Name, apex: Name): string {
  if (owner === apex) return "@";
  const labels = labelsOf(owner);
  return nameToText(nameOfLabels(labels.slice(0, labels.length - labelsOf(apex).length))).slice(0, -1);
}

/** The first NS of the apex as written: the compiled set has lost the order. */
function firstServer(apex: Name, sets: readonly DraftSet[]): Name | null {
  const member = sets.find(({ owner, source }) => owner === apex && source.types.includes(TYPE.NS))?.root.source.member;
  const first = member?.kind === "values" ? member.values[0]?.value : undefined;
  const parsed = typeof first === "string" ? parseRdata(TYPE.NS, first, apex) : null;
  return parsed?.kind === "rdata" ? nameAt(parsed.rdata, 0) : null;
}

function compileSoa(source: SourceZone, server: Name | null, problems: Problems): Soa {
  const apex = source.apex.value;
  const { mname, rname, refresh, retry, expire, minimum, ttl } = source.soa;
  const resolve = (written: Located<string> | null, byDefault: string, read = resolveOwnerOrTarget): Name => {
    const resolved = read(written?.value ?? byDefault, apex);
    if (resolved.kind === "name") return resolved.name;
    problems.add((written ?? source.apex).place, resolved.code, resolved.message);
    return apex;
  };
  return {
    mname: mname === null && server !== null ? server : resolve(mname, MNAME_DEFAULT),
    rname: resolve(rname, RNAME_DEFAULT, resolveMailbox),
    refresh: refresh ?? SOA_DEFAULTS.refresh,
    retry: retry ?? SOA_DEFAULTS.retry,
    expire: expire ?? SOA_DEFAULTS.expire,
    minimum: minimum ?? SOA_DEFAULTS.minimum,
    ttl: ttl ?? SOA_DEFAULTS.ttl,
  };
}
