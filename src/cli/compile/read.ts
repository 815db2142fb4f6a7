/**
 * Reads the zone files of a folder: which files, how large, in what encoding and syntax. What keys mean is the schema's
 * (`schema-zone.ts` downwards); what zones mean, alone and together, is judged afterwards.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SourceNode } from "./document.ts";
import { readJson } from "./document-json.ts";
import { readYaml } from "./document-yaml.ts";
import { Places } from "./places.ts";
import type { Problems } from "./problem.ts";
import { readZoneNode } from "./schema-zone.ts";
import type { SourceZone } from "./source.ts";

/** A zone of 100,000 names is 5 to 25 MB. */
const FILE_OCTETS_MAX = 64 * 1024 * 1024;
/** Files whose names begin with a dot are left alone, as a shell's `*` does: editors keep their locks and copies there. */
const ZONE_FILE = /^[^.].*\.(?:yaml|yml|json)$/s;
const BLANK = /^[ \t\r\n]*$/;

/** Reads every zone file directly in a folder, in order of their names. */
export function readFolder(dir: string, problems: Problems): SourceZone[] {
  const names = listZoneFiles(dir);
  if (names.length === 0) {
    problems.add({ file: dir, line: 1, column: 1 }, "no-zone-file", whyNoZoneFile(dir));
  }
  const zones: SourceZone[] = [];
  for (const name of names) {
    const file = join(dir, name);
    const text = readText(file, problems);
    const zone = text === null ? null : readZone(text, file, problems);
    if (zone !== null) zones.push(zone);
  }
  return zones;
}

/** Reads one zone file's text; null where not even its apex could be read. A file named `.json` must be JSON. */
export function readZone(text: string, file: string, problems: Problems): SourceZone | null {
  const places = new Places(file, text);
  const node = readDocument(text, file, places, problems);
  return node === null ? null : readZoneNode(node, file, problems);
}

function readDocument(text: string, file: string, places: Places, problems: Problems): SourceNode | null {
  if (BLANK.test(text)) {
    problems.add(places.at(0), "file-empty", "the file holds nothing; a zone file has at least the key zone");
    return null;
  }
  return file.endsWith(".json") ? readJson(text, places, problems) : readYaml(text, places, problems);
}

/** No folder holds no file. */
function listZoneFiles(dir: string): string[] {
  try {
    return readdirSync(dir)
      .filter((name) => ZONE_FILE.test(name))
      .toSorted();
  } catch {
    return [];
  }
}

function whyNoZoneFile(dir: string): string {
  const found = existsSync(dir) ? statSync(dir) : null;
  if (found === null) return `there is no folder ${dir}`;
  if (!found.isDirectory()) return `${dir} is a file; name its folder, ${dirname(dir)}`;
  return `there is no zone file in ${dir}; read are *.yaml, *.yml and *.json directly in it`;
}

/** Reads a file's text; null where that cannot be done, which is told. */
export function readText(file: string, problems: Problems): string | null {
  const place = { file, line: 1, column: 1 };
  try {
    const { size } = statSync(file);
    if (size <= FILE_OCTETS_MAX)
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(readFileSync(file));
    problems.add(place, "file-too-large", `the file has ${size} octets; allowed are up to ${FILE_OCTETS_MAX}`);
  } catch (error) {
    // The decoder's fault is a TypeError; everything else comes from the file system.
    if (error instanceof TypeError)
      problems.add(place, "file-not-utf8", "the file is not valid UTF-8; no other encoding is read");
    else
      problems.add(
        place,
        "file-unreadable",
        `the file cannot be read: ${error instanceof Error ? error.message : error}`,
      );
  }
  return null;
}
