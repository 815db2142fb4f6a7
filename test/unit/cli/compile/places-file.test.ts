import { describe, expect, test } from "vitest";
import { blockText } from "../../../../src/cli/compile/blocks.ts";
import { readPlaces } from "../../../../src/cli/compile/places-file.ts";
import { Problems, problemText } from "../../../../src/cli/compile/problem.ts";

const HEADER = "block,continent,country,subdivision,latitude,longitude";

function read(text: string) {
  const problems = new Problems();
  const rows = readPlaces(text, "places.csv", problems);
  return {
    rows: rows.map(({ facts, ...block }) => [blockText(block), facts]),
    problems: problems.all().map(problemText),
  };
}

const NOTHING = { continent: null, country: null, subdivision: null, position: null };

describe("readPlaces", () => {
  test("reads rows with any of their fields, quotes, and line ends of either kind", () => {
    const lines = [
      HEADER,
      "203.0.113.0/24,EU,DE,BE,52.5,-13.4",
      "",
      '"2001:db8::/32","NA","US","","",""',
      "198.51.100.7/32,,,,0,0",
      "0.0.0.0/0,,,,,",
      "",
    ];
    expect(read(lines.join("\r\n"))).toEqual({
      rows: [
        [
          "203.0.113.0/24",
          { continent: "EU", country: "DE", subdivision: "BE", position: { latitude: 52.5, longitude: -13.4 } },
        ],
        ["2001:db8::/32", { ...NOTHING, continent: "NA", country: "US" }],
        ["198.51.100.7/32", { ...NOTHING, position: { latitude: 0, longitude: 0 } }],
        ["0.0.0.0/0", NOTHING],
      ],
      problems: [],
    });
  });

  test.each([
    { name: "nothing", text: "" },
    { name: "no header", text: "203.0.113.0/24,EU,DE,BE,52.5,13.4\n" },
    { name: "other columns", text: "network,continent,country,subdivision,latitude,longitude\n" },
    { name: "another separator", text: `${HEADER.replaceAll(",", ";")}\n203.0.113.0/24;EU;;;;\n` },
  ])("the header is required: $name", ({ text }) => {
    expect(read(text)).toEqual({
      rows: [],
      problems: [`places.csv:1:1: places-header-wrong: the first line must be ${HEADER}`],
    });
  });

  test.each([
    {
      name: "too few fields",
      row: "203.0.113.0/24,EU",
      problems: [`1: places-fields-wrong: the row has 2 fields; there must be 6: ${HEADER}`],
    },
    {
      name: "quotes that do not end",
      row: '"203.0.113.0/24,EU,DE,,,',
      problems: ['1: places-quotes-wrong: a field in quotes ends with a quote; a quote within it is written ""'],
    },
    {
      name: "no block",
      row: "203.0.113.0,EU,,,,",
      problems: ['1: block-invalid: "203.0.113.0" is no block; allowed are such as 203.0.113.0/24'],
    },
    {
      name: "a prefix that is too long",
      row: "203.0.113.0/33,EU,,,,",
      problems: ['1: block-invalid: "203.0.113.0/33" is no block; allowed are such as 203.0.113.0/24'],
    },
    {
      name: "an IPv4-mapped block, whose clients are those of the IPv4 block",
      row: "::ffff:203.0.113.0/120,EU,,,,",
      problems: ['1: block-ipv4-mapped: "::ffff:203.0.113.0/120" is an IPv4-mapped block; write "203.0.113.0/24"'],
    },
    {
      name: "bits beyond the prefix",
      row: "203.0.113.9/24,EU,,,,",
      problems: ['1: block-host-bits: "203.0.113.9/24" has bits beyond its prefix; the block is "203.0.113.0/24"'],
    },
    {
      name: "every field wrong, each told at its own place",
      row: "x,EUR,UK,Berlin,91,-181",
      problems: [
        '1: block-invalid: "x" is no block; allowed are such as 203.0.113.0/24',
        '3: continent-unknown: "EUR" is no continent; allowed are AF AN AS EU NA OC SA',
        `7: country-unknown: "UK" is no country's code of two capitals (ISO 3166-1); write GB`,
        '10: subdivision-invalid: the subdivision is "Berlin"; allowed is what ISO 3166-2 writes behind the country, such as CA',
        '17: latitude-out-of-range: latitude is "91"; allowed are degrees of -90 to 90',
        '20: longitude-out-of-range: longitude is "-181"; allowed are degrees of -180 to 180',
      ],
    },
    {
      name: "a subdivision alone",
      row: "203.0.113.0/24,NA,,CA,,",
      problems: ['20: subdivision-without-country: the subdivision "CA" says nothing without its country'],
    },
    {
      name: "half a position",
      row: "203.0.113.0/24,NA,US,CA,37.5,",
      problems: ["25: position-incomplete: a position takes both latitude and longitude"],
    },
    {
      name: "degrees in another notation",
      row: "203.0.113.0/24,NA,US,CA,1e1,0",
      problems: ['25: latitude-out-of-range: latitude is "1e1"; allowed are degrees of -90 to 90'],
    },
  ])("$name", ({ row, problems }) => {
    expect(read(`${HEADER}\n${row}\n`)).toEqual({ rows: [], problems: problems.map((text) => `places.csv:2:${text}`) });
  });

  test("a block is told of once, however it is written", () => {
    const { rows, problems } = read(`${HEADER}\n2001:db8::/32,EU,,,,\n\n2001:DB8:0::/32,NA,,,,\n`);
    expect(rows.map(([block]) => block)).toEqual(["2001:db8::/32"]);
    expect(problems).toEqual(["places.csv:4:1: places-block-duplicate: the block 2001:db8::/32 is in line 2 too"]);
  });
});
