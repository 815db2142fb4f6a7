/**
 * The published JSON Schema. After a change of the tables it is written anew by
 * `node -e 'import("./src/cli/compile/schema.ts").then((m) => console.log(JSON.stringify(m.zoneJsonSchema(), null, 2)))' > schema/zone.schema.json`
 * and `npx biome format --write schema`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { zoneJsonSchema } from "../../../../src/cli/compile/schema.ts";
import { accepts } from "../../../support/json-schema.ts";

const ROOT = join(import.meta.dirname, "../../../..");
const ZONE_FILES = join(ROOT, "test/conformance/zone-file");

test("the published schema is the one of the tables", () => {
  const published: unknown = JSON.parse(readFileSync(join(ROOT, "schema/zone.schema.json"), "utf8"));
  expect(published).toEqual(zoneJsonSchema());
});

/** Faults that no schema can see: of the syntax, of values as text, and of siblings with each other. */
const BEYOND = [
  "block-",
  "check-region-duplicate",
  "duplicate-key",
  "failback-without-check",
  "header-duplicate",
  "header-not-allowed",
  "headers-too-many",
  "key-not-text",
  "multiple-documents",
  "nesting-too-deep",
  "network-invalid",
  "network-name-invalid",
  "of-duplicate",
  "set-identifier-duplicate",
  "slow-start-without-check",
  "time-invalid",
  "target-id-duplicate",
  "tree-too-deep",
  "type-duplicate",
  "yaml-",
  "zone-name-invalid",
];

function zoneFiles(folder: string): { readonly name: string; readonly text: string }[] {
  return readdirSync(join(ZONE_FILES, folder))
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => ({ name, text: readFileSync(join(ZONE_FILES, folder, name), "utf8") }));
}

describe("the schema accepts what is read without a problem", () => {
  test.each(zoneFiles("valid"))("$name", ({ text }) => {
    expect(accepts(zoneJsonSchema(), parse(text))).toBe(true);
  });
});

describe("the schema refuses faults of the structure", () => {
  const structural = zoneFiles("invalid").filter(({ name }) => !BEYOND.some((code) => name.startsWith(code)));
  test.each(structural)("$name", ({ text }) => {
    expect(accepts(zoneJsonSchema(), parse(text))).toBe(false);
  });
});
