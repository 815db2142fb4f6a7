/** Reads zone files that have no problem. */
import { expect } from "vitest";
import { Problems, problemText } from "../../src/cli/compile/problem.ts";
import { readZone } from "../../src/cli/compile/read.ts";
import type { SourceZone } from "../../src/cli/compile/source.ts";

/** Reads a text that has no problem. */
export function readSoundZone(text: string, file = "zone.yaml"): SourceZone {
  const problems = new Problems();
  const zone = readZone(text, file, problems);
  expect(problems.all().map(problemText)).toEqual([]);
  if (zone === null) throw new Error("the zone could not be read");
  return zone;
}
