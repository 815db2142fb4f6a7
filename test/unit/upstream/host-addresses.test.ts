import { describe, expect, test } from "vitest";
import { addressesIn } from "../../../src/upstream/host-addresses.ts";
import { A_RECORD, ASKED, foreignOf, recordHex, soaRecord } from "../../support/foreign.ts";
import { hexOf, nameHex } from "../../support/wire.ts";

const TTL = "0000003c";
const cname = (target: string, owner = "c00c"): string => recordHex("0005", TTL, nameHex(target), owner);
const address = (owner: string, last: string): string => recordHex("0001", TTL, `c00002${last}`, owner);

describe("a host's addresses in a reply", () => {
  const rows: readonly {
    readonly name: string;
    readonly answer: readonly string[];
    readonly found: readonly string[];
  }[] = [
    { name: "are its own", answer: [A_RECORD, address("c00c", "08")], found: ["c0000207", "c0000208"] },
    {
      name: "are those with another TTL too",
      answer: [A_RECORD, address(nameHex("WWW.example.com"), "08")],
      found: ["c0000207", "c0000208"],
    },
    {
      name: "are those at the end of its CNAMEs, in whatever order and case",
      answer: [
        address(nameHex("c.example.net"), "09"),
        cname("C.example.net", nameHex("b.example.net")),
        cname("B.example.NET"),
      ],
      found: ["c0000209"],
    },
    {
      name: "are not those of a name that nothing leads to",
      answer: [address(nameHex("b.example.net"), "09")],
      found: [],
    },
    { name: "are none behind a CNAME that leads nowhere", answer: [cname("b.example.net")], found: [] },
    { name: "are none behind CNAMEs that loop", answer: [cname("www.example.com")], found: [] },
    { name: "are none of another type", answer: [recordHex("001c", TTL, `20010db8${"00".repeat(12)}`)], found: [] },
    { name: "are none in a negative reply", answer: [], found: [] },
  ];
  test.each(rows)("$name", ({ answer, found }) => {
    const foreign = foreignOf({ answer, authority: answer.length === 0 ? [soaRecord(TTL)] : [] });
    expect(addressesIn(foreign, ASKED).map((octets) => hexOf(octets))).toEqual(found);
  });
});
