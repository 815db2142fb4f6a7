/**
 * Record data as an operator writes it, compiled to uncompressed wire form.
 *
 * All types but TXT and SPF are master-file presentation format (RFC 1035 5.1), names relative to the apex, or
 * `\# LENGTH HEX` for any type (RFC 3597 5). TXT and SPF are the text itself: literal UTF-8 without escapes.
 */
import type { Name } from "../../dns/name.ts";
import { fromHex } from "../../dns/octet-text.ts";
import { layoutOf } from "../../dns/rdata-layout.ts";
import { knownText } from "../../dns/rdata-text.ts";
import { TYPE, typeToText } from "../../dns/types.ts";
import { type Fault, fault, isFault, type Remark } from "./fault.ts";
import { joinBytes, joinUnlessFault } from "./rdata-bytes.ts";
import { readFields } from "./rdata-fields.ts";
import { withForm } from "./rdata-forms.ts";
import { remarksOn } from "./rdata-remarks.ts";
import { brokenRule, RDATA_OCTETS_MAX } from "./rdata-rules.ts";
import { cutTokens, type Token } from "./rdata-tokens.ts";
import { mailboxWithAt } from "./resolve-name.ts";
import type { SourceValue } from "./source.ts";

/** Compiled record data, or what is wrong with it. */
export type CompiledRdata = RdataFound | Fault;

export interface RdataFound {
  readonly kind: "rdata";
  readonly rdata: Uint8Array;
  readonly warnings: readonly Remark[];
}

const STRING_OCTETS_MAX = 255;

/** How many names at the beginning of a type's data are mailboxes (RFC 1035 3.3, RFC 1183 2.2). */
const MAILBOXES = new Map<number, number>([
  [TYPE.MG, 1],
  [TYPE.MR, 1],
  [TYPE.MINFO, 2],
  [TYPE.RP, 1],
]);

/**
 * Compiles a value under the key it was written with: literal text under `TXT` and `SPF`, presentation format under all
 * others, `TYPE16` included.
 */
export function compileValue(key: string, type: number, value: SourceValue, apex: Name): CompiledRdata {
  if (/^(?:TXT|SPF)$/i.test(key)) return textRdata(value);
  if (typeof value === "string") return parseRdata(type, value, apex);
  return fault("strings-not-allowed", `${key} is written as one text; only TXT and SPF take lists of strings`);
}

/** Compiles presentation format; `\#` data of a type with a layout must fit it (RFC 3597 4). */
export function parseRdata(type: number, text: string, apex: Name): CompiledRdata {
  if (isMeta(type))
    return fault("type-not-storable", `${typeToText(type)} is for queries and messages and cannot be stored`);
  const tokens = cutTokens(text);
  if (isFault(tokens)) return tokens;
  const [first, ...rest] = tokens;
  const generic = first?.raw === "\\#" && !first.quoted;
  const rdata = generic ? readGeneric(type, rest) : readKnown(type, tokens, apex);
  if (isFault(rdata)) return generic ? rdata : withForm(type, rdata);
  const broken = brokenRule(type, rdata);
  if (broken !== null) return generic ? broken : withForm(type, broken);
  return { kind: "rdata", rdata, warnings: generic ? [] : remarksOn(type, tokens, rdata) };
}

/** Compiles the text of TXT and SPF: a plain string is cut every 255 octets, a list gives one string for each item. */
export function textRdata(value: SourceValue): CompiledRdata {
  const strings = typeof value === "string" ? inStrings(value) : value.strings.map(stringOctets);
  if (strings.length === 0) return fault("text-without-strings", "a list of strings must hold at least one");
  const rdata = joinUnlessFault(
    strings.map((octets) => (isFault(octets) ? octets : joinBytes([Uint8Array.of(octets.length), octets]))),
  );
  if (isFault(rdata)) return rdata;
  return brokenRule(TYPE.TXT, rdata) ?? { kind: "rdata", rdata, warnings: [] };
}

function inStrings(text: string): readonly (Uint8Array | Fault)[] {
  const octets = utf8(text);
  if (isFault(octets)) return [octets];
  const count = Math.max(1, Math.ceil(octets.length / STRING_OCTETS_MAX));
  return Array.from({ length: count }, (_, at) =>
    octets.subarray(STRING_OCTETS_MAX * at, STRING_OCTETS_MAX * (at + 1)),
  );
}

function stringOctets(item: string | { readonly hex: string }): Uint8Array | Fault {
  const octets =
    typeof item === "string"
      ? utf8(item)
      : (fromHex(item.hex) ?? fault("hex-invalid", `"${item.hex}" is not pairs of hexadecimal digits`));
  if (isFault(octets) || octets.length <= STRING_OCTETS_MAX) return octets;
  return fault(
    "string-too-long",
    `a string in a list is ${octets.length} octets long; at most ${STRING_OCTETS_MAX} are allowed (a text outside a list is cut by itself)`,
  );
}

function utf8(text: string): Uint8Array | Fault {
  if (!text.isWellFormed())
    return fault("text-not-unicode", `${JSON.stringify(text)} holds half a surrogate pair; write other octets as hex`);
  return new TextEncoder().encode(text);
}

function readKnown(type: number, tokens: readonly Token[], apex: Name): Uint8Array | Fault {
  const layout = layoutOf(type);
  const mailboxes = tokens.slice(0, MAILBOXES.get(type) ?? 0);
  const wrong = mailboxes.map(({ raw }) => mailboxWithAt(raw, apex)).find((found) => found !== null);
  if (wrong) return wrong;
  if (layout !== null) return readFields(layout, tokens, apex);
  return fault("generic-data-expected", `${typeToText(type)} has no text form here; write \\# LENGTH HEX (RFC 3597 5)`);
}

function readGeneric(type: number, [length, ...digits]: readonly Token[]): Uint8Array | Fault {
  const hex = digits.map(({ raw }) => raw).join("");
  const rdata = fromHex(hex);
  if (length === undefined || !/^\d{1,5}$/.test(length.raw) || Number(length.raw) > RDATA_OCTETS_MAX) {
    return fault(
      "generic-length-invalid",
      `"${length?.raw ?? ""}" after \\# is not a length from 0 to ${RDATA_OCTETS_MAX}`,
    );
  }
  if (rdata === null) return fault("hex-invalid", `"${hex}" is not pairs of hexadecimal digits`);
  if (rdata.length !== Number(length.raw)) {
    return fault("generic-length-mismatch", `\\# says ${length.raw} octets, but ${rdata.length} follow`);
  }
  if (layoutOf(type) === null || knownText(type, rdata) !== null) return rdata;
  return fault("generic-data-unfit", `the octets are not the data of a ${typeToText(type)} record (RFC 3597 4)`);
}

/** Type 0, OPT and the query and meta types (RFC 6895 3.1). */
function isMeta(type: number): boolean {
  return type === 0 || type === TYPE.OPT || (type >= 128 && type <= 255);
}
