/**
 * The request headers of a check. Names and values go into a request as they are, so that what could end a line, or
 * say something of the connection that is the prober's to say, is refused (RFC 9110 5.5, 5.6.2, 7.6.1).
 */
import { quoted } from "./document.ts";
import { asMapping } from "./fields.ts";
import { type Shape, TEXT } from "./shapes.ts";

type Header = readonly [name: string, value: string];

const HEADERS_MAX = 16;
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/;
/** Visible ASCII, with blanks and tabs inside only. */
const VALUE = /^(?:[\x21-\x7e](?:[\t\x20-\x7e]{0,1022}[\x21-\x7e])?)?$/;

/** The connection's own (RFC 9110 7.6.1), what frames a body that a probe never has, and what asks to wait before one. */
const CONNECTION_HEADERS = new Set([
  ...["connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"],
  ...["proxy-authenticate", "proxy-authorization", "content-length", "expect"],
]);

/** The mapping `headers`; names in lower case, sorted. */
export const HEADERS: Shape<readonly Header[]> = {
  read(node, problems) {
    const mapping = asMapping(node, "a mapping of header names to values", problems);
    if (mapping === null) return null;
    const { entries } = mapping;
    if (entries.length > HEADERS_MAX) {
      const message = `there are ${entries.length} headers; at most ${HEADERS_MAX} are allowed`;
      problems.add(node.place, "headers-too-many", message);
    }
    const headers = new Map<string, string>();
    for (const { key, node: written } of entries) {
      const name = key.value.toLowerCase();
      const wrong = faultOf(name, key.value, headers);
      if (wrong !== null) problems.add(key.place, ...wrong);
      const value = TEXT.read(written, problems);
      if (value === null) continue;
      if (VALUE.test(value)) headers.set(name, value);
      else {
        const message = `the value of ${quoted(key.value)} is ${quoted(value)}; allowed are up to 1,024 characters of ASCII without line breaks, and no blanks at its ends`;
        problems.add(written.place, "header-value-invalid", message);
      }
    }
    return [...headers].toSorted(([a], [b]) => (a < b ? -1 : 1));
  },
  schema: {
    type: "object",
    propertyNames: { pattern: NAME.source },
    additionalProperties: { type: ["string", "number"], pattern: VALUE.source },
  },
};

function faultOf(
  name: string,
  written: string,
  others: ReadonlyMap<string, string>,
): readonly [code: string, message: string] | null {
  if (!NAME.test(name)) {
    const message = `${quoted(written)} is no name of a header; allowed are 1 to 64 letters, digits and !#$%&'*+.^_\`|~-`;
    return ["header-name-invalid", message];
  }
  if (name === "host") return ["header-not-allowed", "the Host header is written by the key host"];
  if (CONNECTION_HEADERS.has(name)) {
    return ["header-not-allowed", `${written} says something of the connection, which is the prober's own`];
  }
  return others.has(name) ? ["header-duplicate", `the header ${written} stands there twice, in other letters`] : null;
}
