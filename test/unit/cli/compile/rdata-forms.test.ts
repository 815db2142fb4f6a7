import { expect, test } from "vitest";
import { parseRdata } from "../../../../src/cli/compile/rdata.ts";
import { FORMS } from "../../../../src/cli/compile/rdata-forms.ts";
import { nameOfLabels } from "../../../../src/dns/name.ts";
import { isRest, layoutOf } from "../../../../src/dns/rdata-layout.ts";
import { TYPE, typeToText } from "../../../../src/dns/types.ts";

const APEX = nameOfLabels(["example", "com"]);

/** Kinds of fields that are several in what is written. */
const COMPOSITE = new Set(["wks", "loc", "gateway", "relay", "hip"]);

test("every type with several fields has a form", () => {
  const several = Object.values(TYPE).filter((type) => {
    const layout = layoutOf(type) ?? [];
    return layout.length > 1 || layout.some((kind) => isRest(kind) && COMPOSITE.has(kind));
  });
  expect(several.map(typeToText)).toEqual([...FORMS.keys()].map(typeToText));
});

const rows = [...FORMS].map(([type, form]) => ({ type, mnemonic: typeToText(type), form }));

test.each(rows)("$mnemonic may be written like $form", ({ type, form }) => {
  const text = form.replace("HEX", "ab".repeat(type === TYPE.ZONEMD ? 48 : 32)).replace("BASE64", "AQID");
  expect(parseRdata(type, text, APEX)).toMatchObject({ kind: "rdata", warnings: [] });
});

test.each([
  {
    name: "a field that is left out",
    type: TYPE.MX,
    text: "mail",
    message: '"mail" is not a whole number from 0 to 65535; MX is written like "10 mail"',
  },
  {
    name: "a field that is left out in the middle",
    type: TYPE.SRV,
    text: "10 5 w",
    message: '"w" is not a whole number from 0 to 65535; SRV is written like "10 5 5060 sip"',
  },
  {
    name: "the end that is left out",
    type: TYPE.HTTPS,
    text: "1",
    message: 'the record data ends before it is whole; HTTPS is written like "1 . alpn=h2"',
  },
  {
    name: "the digits that are left out",
    type: TYPE.DS,
    text: "1 8 2",
    message: 'the digits at the end are missing; DS is written like "12345 13 2 HEX"',
  },
  {
    name: "a fault in a field shows no form",
    type: TYPE.MX,
    text: "10 a..b",
    message: '"a..b" has an empty label; labels are 1 to 63 octets',
  },
  {
    name: "a type with one field has no form",
    type: TYPE.A,
    text: "192.0.2.1 192.0.2.2",
    message: '"192.0.2.2" follows record data that is already whole',
  },
])("$name", ({ type, text, message }) => {
  expect(parseRdata(type, text, APEX)).toMatchObject({ kind: "error", message });
});
