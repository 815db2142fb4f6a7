/** A folder with one zone of one address, and what a server on it answers. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ask } from "../../../src/cli/ask.ts";
import { readQname } from "../../../src/cli/query.ts";
import { rcodeToText } from "../../../src/dns/types.ts";
import { folderForTest } from "./for-test.ts";
import { until } from "./process.ts";

/** The zone's file. */
export const zone = (address: string) => `zone: example.com\nttl: 5\nrecords:\n  www: { A: ${address} }\n`;

/** Makes the folder. */
export async function zoneFolder(address: string): Promise<{ dir: string; write: (text: string) => Promise<void> }> {
  const dir = await folderForTest();
  const write = (text: string) => writeFile(join(dir, "example.com.yaml"), text);
  await write(zone(address));
  return { dir, write };
}

/** The answer's addresses, or its status where it is not NOERROR. */
export async function addresses(url: string, name = "www.example.com"): Promise<string> {
  const { rcode, answer } = await ask(url, { qname: readQname(name), qtype: 1, subnet: null });
  return rcode === 0 ? answer.map(({ rdata }) => rdata.join(".")).join(" ") : rcodeToText(rcode);
}

/** Asks until the answer is as expected; gives the last one. */
export async function answers(url: string, expected: string, withinMs: number): Promise<string> {
  let last = "";
  await until(withinMs, async () => {
    last = await addresses(url);
    return last === expected ? true : undefined;
  });
  return last;
}

/** Whether something still listens there. */
export async function isServing(url: string): Promise<boolean> {
  return await fetch(url).then(
    () => true,
    () => false,
  );
}
