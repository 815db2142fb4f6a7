/**
 * The values of a record set, or of a part of it: presentation text -> record data in wire form, by type and without
 * duplicates. A value with a problem is told and left out.
 */
import { fold, type Name, nameAt } from "../../dns/name.ts";
import { cutRdata, layoutOf } from "../../dns/rdata-layout.ts";
import { TYPE, typeToText } from "../../dns/types.ts";
import type { Problems } from "./problem.ts";
import { compileValue } from "./rdata.ts";
import type { Located, SourceValue } from "./source.ts";

export interface ValueContext {
  readonly apex: Name;
  readonly problems: Problems;
  /** RR types; A and AAAA where the text tells the family. */
  readonly types: readonly number[];
  /** The type as written: `A`, `TYPE65400`. */
  readonly key: string;
  /** What the values belong to, for messages. */
  readonly label: string;
}

/** Compiles values. The order of records in a set means nothing (RFC 2181 5), so that it is settled by their octets. */
export function compileValues(
  values: readonly Located<SourceValue>[],
  { apex, problems, types, key: written, label }: ValueContext,
): ReadonlyMap<number, readonly Uint8Array[]> {
  const byType = new Map<number, Map<string, Uint8Array>>();
  for (const { value, place } of values) {
    const type = typeOfValue(value, types);
    const key = types.length > 1 ? typeToText(type) : written;
    const parsed = compileValue(key, type, value, apex);
    if (parsed.kind === "error") {
      problems.add(place, parsed.code, parsed.message);
      continue;
    }
    for (const { code, message } of parsed.warnings) problems.warn(place, code, message);
    const ofType = byType.get(type) ?? new Map<string, Uint8Array>();
    const identity = identityOf(type, parsed.rdata);
    if (ofType.has(identity)) {
      problems.warn(place, "duplicate-record", `${label} has this record twice; it is published once`);
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
