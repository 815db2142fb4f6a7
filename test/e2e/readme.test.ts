/**
 * The README's quick start, done as it stands: `npm start`, the four commands, and the transcripts below them. The
 * endpoints' ports are those of the example zones.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { blocksOf, type Command, commandsOf, isShell, wordsOf } from "../support/markdown.ts";
import { fairlead, ROOT } from "./support/dev.ts";
import { freePort } from "./support/ports.ts";
import { run, type Started, start } from "./support/process.ts";

/** As the README promises it. */
const MOVE_MS = 10_000;
const EAST = "192.0.2.10";
const WEST = "198.51.100.20";

const blocks = blocksOf(readFileSync(join(ROOT, "README.md"), "utf8"));
const quickStart =
  blocks
    .filter(isShell)
    .map(commandsOf)
    .find((commands) => commands.some(({ text }) => /\/down$/.test(text))) ?? [];
const transcripts = blocks.filter((block) => block.text.startsWith("$ npx fairlead ")).flatMap(commandsOf);

let started: Started;
let url: string;

beforeAll(async () => {
  started = await start("npm", ["start", "--", "--port", String(await freePort())], { cwd: ROOT });
  url = (await started.line(/serving (http:\/\/\S+)/, 30_000))[1] ?? "";
});

afterAll(() => started?.stop());

/** Runs a command of the README, `npx fairlead` against the server of this test; gives what it prints. */
async function perform(command: Command): Promise<string> {
  const [words = []] = wordsOf(command.text);
  const finished =
    words[0] === "npx"
      ? await fairlead([...words.slice(2), "--server", url])
      : await run(words[0] ?? "", words.slice(1), 10_000);
  expect({ command: command.text, code: finished.code }).toEqual({ command: command.text, code: 0 });
  return finished.stdout;
}

/** The command of the quick start that matches; the README without it is an error. */
function step(pattern: RegExp): Command {
  const found = quickStart.find(({ text }) => pattern.test(text));
  if (found === undefined) throw new Error(`the README's quick start has no ${pattern}`);
  return found;
}

/** The addresses in what a query prints. */
const addressesOf = (printed: string): string[] =>
  [...printed.matchAll(/\sIN\s+A\s+([\d.]+)$/gm)].map((match) => match[1] ?? "");

/** Takes out what differs from run to run: times, ages, generations. */
function comparable(text: string): string[] {
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
    .replaceAll(/[\d.]+ s old/g, "AGE old")
    .replaceAll(/ for [\d.]+ s /g, " for AGE ")
    .replaceAll(/generation \d+/g, "generation N")
    .trim()
    .split("\n")
    .map((line) => line.trimEnd());
}

test("the quick start moves the answer to the west and back, as its transcripts show", async () => {
  const answered = async (): Promise<string[]> => addressesOf(await perform(step(/^npx fairlead query /)));
  await expect.poll(answered, { timeout: MOVE_MS, interval: 500 }).toEqual([EAST]);

  await perform(step(/\/down$/));
  await expect.poll(answered, { timeout: MOVE_MS, interval: 500 }).toEqual([WEST]);
  expect(transcripts.map(({ text }) => text)).toContain(step(/^npx fairlead explain /).text);
  for (const transcript of transcripts) {
    expect(comparable(await perform(transcript))).toEqual(comparable(transcript.output.join("\n")));
  }

  await perform(step(/\/up$/));
  await expect.poll(answered, { timeout: MOVE_MS, interval: 500 }).toEqual([EAST]);
});
