/**
 * Record data against other implementations and against the vectors of the RFCs: text to octets and back.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseRdata } from "../../../src/cli/compile/rdata.ts";
import { nameOfLabels } from "../../../src/dns/name.ts";
import { fromHex, toHex } from "../../../src/dns/octet-text.ts";
import { rdataToText } from "../../../src/dns/rdata-text.ts";
import { typeFromText } from "../../../src/dns/types.ts";
import { RFC_ROWS, SVCB_REFUSALS } from "./rfc.cases.ts";

const APEX = nameOfLabels(["zone", "example", "org"]);

const rows = readFileSync(join(import.meta.dirname, "synthetic.tsv"), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => line.split("\t"));

function compiled(type: string, text: string): string {
  const result = parseRdata(typeFromText(type) ?? 0, text, APEX);
  return result.kind === "rdata" ? toHex(result.rdata).toLowerCase() : result.code;
}

function printed(type: string, hex: string): string {
  return rdataToText(typeFromText(type) ?? 0, fromHex(hex) ?? new Uint8Array());
}

describe("record data as BIND and dnspython have it", () => {
  test("the table is whole", () => expect(rows.length).toBe(42));

  test.each(rows)("%s %s", (type = "", text = "", hex = "") => {
    expect(compiled(type, text)).toBe(hex);
    expect(printed(type, hex)).toBe(text);
  });
});

describe("record data as the RFCs have it", () => {
  test.each(RFC_ROWS)("$name", ({ type, text, hex, canonical = text }) => {
    expect(compiled(type, text)).toBe(hex.replaceAll(" ", ""));
    expect(printed(type, hex.replaceAll(" ", ""))).toBe(canonical);
  });

  test.each(SVCB_REFUSALS)("$name", ({ text, code }) => expect(compiled("SVCB", text)).toBe(code));
});
