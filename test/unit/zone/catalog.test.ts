import { expect, test } from "vitest";
import { type Catalog, decodeCatalog } from "../../../src/zone/catalog.ts";

const HASH = "0123456789abcdef0123456789abcdef";
const ENTRY = { hash: HASH, previous: null, serial: 1 };
const CATALOG: Catalog = {
  format: 1,
  generation: 2,
  parent: 1,
  zones: { "example.com": { ...ENTRY, previous: HASH, serial: 2 }, ".": ENTRY },
  checks: HASH,
  published: { at: "2026-11-30T12:00:00Z", by: "", note: "" },
};

const decoded = (changes: object): Catalog | null => decodeCatalog(JSON.stringify({ ...CATALOG, ...changes }));
const withEntry = (changes: object): object => ({ zones: { "example.com": { ...ENTRY, ...changes } } });

test.each([
  { name: "as it is published", changes: {} },
  { name: "of a first generation", changes: { parent: null } },
  { name: "without zones", changes: { zones: {} } },
  { name: "of the highest serial there is", changes: { generation: 0xffffffff } },
  { name: "with keys of a later version", changes: { ...withEntry({ later: 1 }), later: [] } },
])("a catalog $name is read whole", ({ changes }) => {
  expect(decoded(changes)).toEqual({ ...CATALOG, ...changes });
});

test.each([
  { name: "another format", changes: { format: 2 } },
  { name: "no generation", changes: { generation: null } },
  { name: "generation 0, which is no serial", changes: { generation: 0 } },
  { name: "a fraction for a generation", changes: { generation: 1.5 } },
  { name: "a generation of 33 bits", changes: { generation: 2 ** 32 } },
  { name: "a text for a parent", changes: { parent: "1" } },
  { name: "no zones", changes: { zones: null } },
  { name: "no hash of checks", changes: { checks: null } },
  { name: "a hash in capitals", changes: { checks: HASH.toUpperCase() } },
  { name: "a zone without hash", changes: withEntry({ hash: undefined }) },
  { name: "a zone whose hash is a path", changes: withEntry({ hash: `${HASH}/../x` }) },
  { name: "a zone whose previous hash is cut", changes: withEntry({ previous: HASH.slice(1) }) },
  { name: "a zone of serial 0", changes: withEntry({ serial: 0 }) },
  { name: "a zone that is null", changes: { zones: { "example.com": null } } },
  { name: "no time of publication", changes: { published: { by: "", note: "" } } },
])("$name is no catalog", ({ changes }) => {
  expect(decoded(changes)).toBe(null);
});

test.each(["", "null", "[]", "1", '"catalog"', "{", "{}"])("the text %j is no catalog", (text) => {
  expect(decodeCatalog(text)).toBe(null);
});
