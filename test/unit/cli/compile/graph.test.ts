import { describe, expect, test } from "vitest";
import { levelsOf, loopsOf } from "../../../../src/cli/compile/graph.ts";

/** Edges as text: `a>b,c b>c`. */
function edgesOf(text: string): Map<string, string[]> {
  return new Map(
    text.split(" ").map((edge) => {
      const [from = "", to = ""] = edge.split(">");
      return [from, to === "" ? [] : to.split(",")] as const;
    }),
  );
}

describe("levels and loops", () => {
  test.each([
    { name: "a chain has a level for each link", edges: "a>b b>c", levels: "c0 b1 a2", loops: [] },
    { name: "the longest way counts", edges: "a>b,c b>c", levels: "c0 b1 a2", loops: [] },
    { name: "a vertex that points nowhere is an end", edges: "a> b>a", levels: "a0 b1", loops: [] },
    { name: "a vertex that points at itself is a loop", edges: "a>a", levels: "", loops: [["a"]] },
    { name: "a way into a loop is not the loop", edges: "a>b b>c c>b", levels: "", loops: [["b", "c"]] },
    { name: "one of two ways loops", edges: "a>a,b", levels: "b0", loops: [["a"]] },
    { name: "both ways loop", edges: "a>b,c b>a c>a", levels: "", loops: [["a", "b"]] },
    { name: "two loops are two", edges: "a>a b>b", levels: "", loops: [["a"], ["b"]] },
    { name: "a target named twice counts twice", edges: "a>b,b b>", levels: "b0 a1", loops: [] },
  ] as const)("$name", ({ edges, levels, loops }) => {
    const found = levelsOf(edgesOf(edges));
    expect([...found].map(([vertex, level]) => `${vertex}${level}`).join(" ")).toBe(levels);
    expect(loopsOf(edgesOf(edges), found)).toEqual(loops);
  });

  test("a chain of a hundred thousand does not overflow the stack", () => {
    const edges = new Map(Array.from({ length: 100_000 }, (_, at) => [`${at}`, [`${at + 1}`]] as const));
    expect(levelsOf(edges).get("0")).toBe(100_000);
  });
});
