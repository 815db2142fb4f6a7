/** Whatever a zone file holds, reading it ends with a zone or with problems at places of the file. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SourceNode } from "../../src/cli/compile/document.ts";
import { readJson } from "../../src/cli/compile/document-json.ts";
import { Places } from "../../src/cli/compile/places.ts";
import { Problems } from "../../src/cli/compile/problem.ts";
import { readZone } from "../../src/cli/compile/read.ts";

const RUNS = { seed: 20_261_130, numRuns: 2000 };

const WORDS = [
  ..."{}[],:-\n \"'&*?|>#@",
  ...["\n  ", "zone", "example.com", "records", "www", "A", "TXT", "192.0.2.1", "weighted", "failover", "values", "id"],
  ...["networks", "office", "203.0.113.0/24", "ipBased", "latency", "region", "weur", "geolocation", "country", "DE"],
  ...["override", "until", "2026-12-01T00:00:00Z", "draining", "since", "onAllUnhealthy", "failback", "after", "off"],
  ...["headers", "of", "atLeast", "60%", "calculated", "push", "quorum", "regions", "default"],
  ...[
    "weight",
    "ttl",
    "alias",
    "hex",
    "check",
    "checks",
    "type",
    "1",
    "1.5",
    "true",
    "null",
    "&a ",
    "*a ",
    "---\n",
    ": ",
  ],
];
const wordyText = fc.array(fc.constantFrom(...WORDS), { maxLength: 60 }).map((words) => words.join(""));

/** What JSON.parse gives for a node, with the first of equal keys. */
function plainValue(node: SourceNode): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list") return node.items.map(plainValue);
  return Object.fromEntries(node.entries.map(({ key, node: value }) => [key.value, plainValue(value)]));
}

function readsAs(text: string): { readonly value: unknown } | null {
  const node = readJson(text, new Places("a.json", text), new Problems());
  return node === null ? null : { value: plainValue(node) };
}

function parsesAs(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

describe("a zone file of any text", () => {
  test.each(["a.yaml", "a.json"])("%s is read or has a problem inside the file", (file) => {
    const property = fc.property(fc.oneof(wordyText, fc.string({ unit: "binary" })), (text) => {
      const problems = new Problems();
      const zone = readZone(text, file, problems);
      const lines = text.split("\n");
      for (const { place } of problems.all()) {
        expect(place.column).toBeGreaterThan(0);
        expect(place.column).toBeLessThanOrEqual((lines[place.line - 1]?.length ?? Number.NaN) + 1);
      }
      expect(zone !== null || problems.hasProblems).toBe(true);
    });
    fc.assert(property, RUNS);
  });
});

describe("JSON is what JSON.parse takes for it", () => {
  test("a sound text has the same value", () => {
    const property = fc.property(fc.json({ stringUnit: "binary" }), (text) => {
      expect(readsAs(text)).toEqual(parsesAs(text));
    });
    fc.assert(property, RUNS);
  });

  test("a text with one character changed is accepted or refused alike", () => {
    const changed = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom(...'{}[],:"\\01.e-+tn \t\n\v'))
      .map(([text, at, sign]) => text.slice(0, at % text.length) + sign + text.slice((at % text.length) + 1));
    const property = fc.property(changed, (text) => {
      expect(readsAs(text) === null).toBe(parsesAs(text) === null);
    });
    fc.assert(property, RUNS);
  });
});
