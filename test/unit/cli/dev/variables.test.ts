import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { unknownVariables, VARIABLES } from "../../../../src/cli/dev/variables.ts";
import { PROJECT_ROOT } from "../../../../src/cli/project.ts";

test("the variables are those that the Worker reads", () => {
  const source = readFileSync(join(PROJECT_ROOT, "src", "store", "env.ts"), "utf8");
  const env = /export interface Env \{.*?^\}/ms.exec(source)?.[0] ?? "";
  expect(VARIABLES).toEqual([...env.matchAll(/^ {2}readonly (\w+)\??: string;$/gm)].map(([, name]) => name));
});

test.each([
  { name: "a known one is not told", names: ["UPSTREAMS", "REGIONS"], told: [] },
  {
    name: "a mistyped one is told with the one that it is nearest to",
    names: ["UPSTREAM", "REGIONS", "Access_Token"],
    told: [
      'UPSTREAM is no variable of the Worker; the nearest is "UPSTREAMS"',
      'Access_Token is no variable of the Worker; the nearest is "ACCESS_TOKENS"',
    ],
  },
  { name: "one that is near to none is told alone", names: ["FOO"], told: ["FOO is no variable of the Worker"] },
])("$name", ({ names, told }) => {
  expect(unknownVariables(names)).toEqual(told);
});
