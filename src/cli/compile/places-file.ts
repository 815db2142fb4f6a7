/**
 * `places.csv` beside the zone files: where address blocks are, one row a block.
 *
 *   block,continent,country,subdivision,latitude,longitude
 *   203.0.113.0/24,EU,DE,BE,52.5,13.4
 *
 * A field may be empty: not known; it may stand in quotes (RFC 4180), without line breaks. Blocks may lie in one
 * another: the smallest that holds a client's prefix counts. They may be as small as one address, as the data that is on
 * offer is, unlike those of ipBased, which nobody but the operator chooses.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { mappedIpv4, networkToText, parseIpv4, parseIpv6 } from "../../dns/address-text.ts";
import type { Block } from "../../zone/model.ts";
import type { PlaceFacts, PlaceRow } from "../../zone/places.ts";
import { blockText } from "./blocks.ts";
import { CONTINENTS, countryFault } from "./countries.ts";
import type { Problems } from "./problem.ts";
import { readText } from "./read.ts";
import type { Place } from "./source.ts";

const PLACES_FILE = "places.csv";

const HEADER = ["block", "continent", "country", "subdivision", "latitude", "longitude"] as const;
type Column = (typeof HEADER)[number];

const SUBDIVISION = /^[A-Z0-9]{1,3}$/;
const DEGREES = /^-?\d{1,3}(?:\.\d{1,20})?$/;

interface Field {
  readonly text: string;
  readonly place: Place;
}

/** Reads the file of a folder; null: it has none. */
export function readPlacesOf(dir: string, problems: Problems): readonly PlaceRow[] | null {
  const file = join(dir, PLACES_FILE);
  if (!existsSync(file)) return null;
  const text = readText(file, problems);
  return text === null ? null : readPlaces(text, file, problems);
}

/** Reads the rows of a file's text; those with problems are left out. */
export function readPlaces(text: string, file: string, problems: Problems): readonly PlaceRow[] {
  const lines = text.split(/\r?\n/);
  const header = splitLine(lines[0] ?? "", file, 1);
  if (header?.map((field) => field.text).join() !== HEADER.join()) {
    problems.add({ file, line: 1, column: 1 }, "places-header-wrong", `the first line must be ${HEADER.join(",")}`);
    return [];
  }
  const rows: PlaceRow[] = [];
  const lineOfBlock = new Map<string, number>();
  for (const [index, lineText] of lines.entries()) {
    if (index === 0 || lineText === "") continue;
    const place = { file, line: index + 1, column: 1 };
    const row = rowOf(lineText, place, problems);
    const block = row?.block() ?? null;
    const facts = row?.facts() ?? null;
    if (block === null) continue;
    const text = blockText(block);
    const other = lineOfBlock.get(text);
    if (other !== undefined) {
      problems.add(place, "places-block-duplicate", `the block ${text} is in line ${other} too`);
    } else {
      lineOfBlock.set(text, place.line);
      if (facts !== null) rows.push({ ...block, facts });
    }
  }
  return rows;
}

/** Cuts a line into its fields; null where they are not those of a row. */
function rowOf(lineText: string, place: Place, problems: Problems): Row | null {
  const fields = splitLine(lineText, place.file, place.line);
  if (fields === null) {
    problems.add(place, "places-quotes-wrong", 'a field in quotes ends with a quote; a quote within it is written ""');
    return null;
  }
  if (fields.length === HEADER.length) return new Row(fields, problems);
  const message = `the row has ${fields.length} fields; there must be ${HEADER.length}: ${HEADER.join(",")}`;
  problems.add(place, "places-fields-wrong", message);
  return null;
}

/** Cuts a line at its commas; null: its quotes are wrong. */
function splitLine(text: string, file: string, line: number): readonly Field[] | null {
  const fields: Field[] = [];
  for (let at = 0; at <= text.length; ) {
    const isQuoted = text[at] === '"';
    const pattern = isQuoted ? /"((?:[^"]|"")*)"(?=,|$)/y : /[^,"]*(?=,|$)/y;
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) return null;
    const value = isQuoted ? (match[1] ?? "").replaceAll('""', '"') : match[0];
    fields.push({ text: value.trim(), place: { file, line, column: at + 1 } });
    at += match[0].length + 1;
  }
  return fields;
}

/** Reads one row's fields and tells all that is wrong with them. */
class Row {
  readonly #fields: readonly Field[];
  readonly #problems: Problems;

  constructor(fields: readonly Field[], problems: Problems) {
    this.#fields = fields;
    this.#problems = problems;
  }

  block(): Block | null {
    const text = this.#text("block");
    const [, addressText = "", digits] = /^([^/]*)\/(\d{1,3})$/.exec(text) ?? [];
    const address = parseIpv4(addressText) ?? parseIpv6(addressText);
    const prefixLength = Number(digits);
    if (address === null || prefixLength > address.length * 8) {
      return this.#refuse("block", "block-invalid", `"${text}" is no block; allowed are such as 203.0.113.0/24`);
    }
    const ipv4 = prefixLength > 96 ? mappedIpv4(address) : null;
    if (ipv4 !== null) {
      const meant = networkToText(ipv4, prefixLength - 96);
      return this.#refuse("block", "block-ipv4-mapped", `"${text}" is an IPv4-mapped block; write "${meant}"`);
    }
    const inside = address.map((octet, at) => octet & (0xff00 >> Math.min(8, Math.max(0, prefixLength - 8 * at))));
    if (inside.every((octet, at) => octet === address[at])) return { address, prefixLength };
    const meant = blockText({ address: inside, prefixLength });
    return this.#refuse("block", "block-host-bits", `"${text}" has bits beyond its prefix; the block is "${meant}"`);
  }

  facts(): PlaceFacts | null {
    const continent = this.#continent();
    const country = this.#country();
    const subdivision = this.#subdivision(country);
    const latitude = this.#degrees("latitude", 90);
    const longitude = this.#degrees("longitude", 180);
    const isWrong = [continent, country, subdivision, latitude, longitude].includes(undefined);
    if (latitude !== undefined && longitude !== undefined && (latitude === null) !== (longitude === null)) {
      return this.#refuse("latitude", "position-incomplete", "a position takes both latitude and longitude");
    }
    if (isWrong) return null;
    const position = latitude == null || longitude == null ? null : { latitude, longitude };
    return { continent: continent ?? null, country: country ?? null, subdivision: subdivision ?? null, position };
  }

  /** In this and the following, undefined: wrong, which has been told. */
  #continent(): string | null | undefined {
    const text = this.#text("continent");
    if (text === "") return null;
    if (CONTINENTS.some((code) => code === text)) return text;
    this.#refuse("continent", "continent-unknown", `"${text}" is no continent; allowed are ${CONTINENTS.join(" ")}`);
    return undefined;
  }

  #country(): string | null | undefined {
    const text = this.#text("country");
    if (text === "") return null;
    const wrong = countryFault(text);
    if (wrong === null) return text;
    this.#refuse("country", "country-unknown", wrong);
    return undefined;
  }

  #subdivision(country: string | null | undefined): string | null | undefined {
    const text = this.#text("subdivision");
    if (text === "") return null;
    if (!SUBDIVISION.test(text)) {
      const message = `the subdivision is "${text}"; allowed is what ISO 3166-2 writes behind the country, such as CA`;
      this.#refuse("subdivision", "subdivision-invalid", message);
      return undefined;
    }
    if (country !== null) return text;
    this.#refuse(
      "subdivision",
      "subdivision-without-country",
      `the subdivision "${text}" says nothing without its country`,
    );
    return undefined;
  }

  #degrees(column: "latitude" | "longitude", most: number): number | null | undefined {
    const text = this.#text(column);
    if (text === "") return null;
    if (DEGREES.test(text) && Math.abs(Number(text)) <= most) return Number(text);
    const message = `${column} is "${text}"; allowed are degrees of -${most} to ${most}`;
    this.#refuse(column, `${column}-out-of-range`, message);
    return undefined;
  }

  #text(column: Column): string {
    return this.#fields[HEADER.indexOf(column)]?.text ?? "";
  }

  #refuse(column: Column, code: string, message: string): null {
    const place = this.#fields[HEADER.indexOf(column)]?.place;
    if (place !== undefined) this.#problems.add(place, code, message);
    return null;
  }
}
