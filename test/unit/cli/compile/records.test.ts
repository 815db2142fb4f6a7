import { expect, test } from "vitest";
import { planOf } from "../../../../src/cli/compile/plan.ts";
import { compileTexts } from "../../../support/build.ts";
import { group, poolZone, target, zones } from "../../../support/pools.ts";

test("a pool that changed is in the plan by its name, and the record sets that answer with it are not", () => {
  const compiled = (weight: number) => {
    const web = { zones: zones(), targetGroups: { g: group([target(11, "a", { weight }), target(21, "b")]) } };
    const { compilation } = compileTexts([poolZone(web)]);
    if (compilation === null) throw new Error("the zone has no problem");
    return compilation;
  };
  const [now] = compiled(1).zones;
  const [plan] = planOf(compiled(2), new Map(now ? [["example.com", now]] : []), null).zones;
  expect(plan && { ...plan }).toEqual({
    apexText: "example.com",
    kind: "changed",
    added: [],
    changed: ["pool example.com/web"],
    removed: [],
    before: 2,
    apexNsChanged: false,
  });
});
