/**
 * Runs the fixtures against the real thing: `fairlead dev` serves the zone that the wire vectors were made for, and
 * every vector is asked by POST and by GET. `node test/fixtures.ts DIR` takes DIR's vectors; where DIR is missing, those
 * under `test/`. Ends with the line `N passed, N failed`.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, startDev } from "./e2e/support/dev.ts";
import { exchange, judge, type Vector } from "./support/vectors.ts";

const OWN = join(ROOT, "test/conformance");

/** The folder that is run: the one asked for, where it is there. */
function chooseFolder(asked: string | undefined): string {
  if (asked !== undefined && existsSync(join(asked, "wire"))) return asked;
  if (asked !== undefined) console.log(`${asked}: no such fixtures here, running those under test/`);
  return OWN;
}

function readVectors(folder: string): Vector[] {
  const files = readdirSync(folder).filter((file) => /^vectors.*\.json$/.test(file));
  return files.toSorted().flatMap((file): Vector[] => JSON.parse(readFileSync(join(folder, file), "utf8")).vectors);
}

/** Asks and judges; no reply at all is a fault too. */
async function faultsOf(url: string, vector: Vector, method: "GET" | "POST"): Promise<string[]> {
  try {
    return judge(vector, await exchange(url, vector, method));
  } catch (error) {
    return [`no reply: ${error}`];
  }
}

async function main(): Promise<number> {
  const vectors = readVectors(join(chooseFolder(process.argv[2]), "wire"));
  const dev = await startDev({ "example.com.yaml": readFileSync(join(OWN, "wire/example.com.yaml"), "utf8") });
  let passed = 0;
  let failed = 0;
  try {
    for (const vector of vectors) {
      for (const method of ["POST", "GET"] as const) {
        const faults = await faultsOf(dev.url, vector, method);
        if (faults.length === 0) passed += 1;
        else failed += 1;
        for (const fault of faults) console.log(`${vector.id} ${vector.name} by ${method}: ${fault}`);
      }
    }
  } finally {
    await dev.stop();
  }
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

process.exitCode = await main();
