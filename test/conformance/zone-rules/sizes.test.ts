import { describe, expect, test } from "vitest";
import { compileSources } from "../../../src/cli/compile/folder.ts";
import { Problems } from "../../../src/cli/compile/problem.ts";
import { readZone } from "../../../src/cli/compile/read.ts";
import type { SourceBranch, SourceZone } from "../../../src/cli/compile/source.ts";
import { testRules } from "./rules.ts";

/** TXT values of 1,012 octets of data (4 strings of 252), 1,024 with the record's head: 63 fill a message. */
const texts = (count: number): string =>
  JSON.stringify(
    Array.from({ length: count }, (_, at) => [
      `${at}`.padStart(252, "x"),
      ..."abc".split("").map((c) => c.repeat(252)),
    ]),
  );

const multivalue = (answers: number): string =>
  `t:\n  TXT:\n    answers: ${answers}\n    multivalue:\n${["a", "b", "c"].map((id) => `      - { id: ${id}, values: ${texts(30)} }`).join("\n")}`;

describe("answers that fit no message", () => {
  testRules([
    { name: "values that just fit", records: `t: { TXT: ${texts(63)} }`, found: [] },
    { name: "one value more does not", records: `t: { TXT: ${texts(64)} }`, found: ["3 answer-too-large"] },
    { name: "two candidates of multivalue fit", records: multivalue(2), found: [] },
    { name: "three do not", records: multivalue(3), found: ["4 answer-too-large"] },
  ]);
});

/** A zone whose only name has candidates with 40,000 octets each; they are one object, which the reader could not give. */
function zoneOfCandidates(count: number): SourceZone {
  const zone = readZone("zone: example.com\nrecords: { t: { TXT: x } }", "a.yaml", new Problems());
  const [owner] = zone?.owners ?? [];
  const [set] = owner?.sets ?? [];
  if (!zone || !owner || !set) throw new Error("The zone is sound.");
  const { root } = set;
  const { place } = root;
  const member = { kind: "values" as const, values: [{ value: "x".repeat(40_000), place }] };
  const candidates = Array.from({ length: count }, (_, at): SourceBranch => {
    return { ...root, id: { value: `${at}`, place }, weight: 1, member };
  });
  const options = {
    onAllUnhealthy: { kind: "open" },
    affinity: "none",
    failback: { kind: "auto" },
    slowStartSeconds: 0,
  } as const;
  const weighted = { kind: "policy", policy: "weighted", candidates, answers: 8, options } as const;
  return { ...zone, owners: [{ ...owner, sets: [{ ...set, root: { ...root, member: weighted } }] }] };
}

describe("blobs that KV does not store", () => {
  test.each([
    { name: "a name of 24 MB", candidates: 450, codes: [] },
    { name: "a name of 27 MB", candidates: 510, codes: ["blob-too-large"] },
  ])("$name", ({ candidates, codes }) => {
    const { problems, compilation } = compileSources(
      [zoneOfCandidates(candidates)],
      { allowPrivateTargets: false },
      new Problems(),
    );
    expect(problems.map(({ code }) => code)).toEqual(codes);
    expect(compilation === null).toBe(codes.length > 0);
  });
});
