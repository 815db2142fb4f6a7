/**
 * Service parameters from presentation form to octets (RFC 9460 2.1, 7 and appendix A; RFC 9461 5).
 *
 * Order does not matter in text; the octets are in ascending order of keys. Rules between parameters are in
 * rdata-rules.ts.
 */
import { parseIpv4, parseIpv6 } from "../../dns/address-text.ts";
import { bytesOf, fromBase64, unescapeText } from "../../dns/octet-text.ts";
import { SVC_KEY, svcKeyFromText, svcKeyToText, svcParamsToText } from "../../dns/rdata-text-svcb.ts";
import { type Fault, fault, isFault } from "./fault.ts";
import { joinBytes, numberBytes, readNumber } from "./rdata-bytes.ts";

/** RFC 9460 14.3.1: reserved as an invalid key. */
const INVALID_KEY = 65_535;
const GENERIC_KEY = /^key\d/;

/** Reads parameters, `key`, `key=value` or `key="value"` each. */
export function readSvcParams(words: readonly string[]): Uint8Array | Fault {
  const values = new Map<number, Uint8Array>();
  for (const word of words) {
    const [, name = "", raw] = /^([^=]*)(?:=([\s\S]*))?$/.exec(word) ?? [];
    const key = svcKeyFromText(name);
    if (key === null || key === INVALID_KEY) {
      return fault(
        "svcb-key-unknown",
        `"${name}" is not a service parameter key; unknown ones are written key0 to key65534`,
      );
    }
    if (values.has(key)) return fault("svcb-key-repeated", `"${name}" is given twice`);
    const octets = GENERIC_KEY.test(name) ? readGenericValue(key, raw) : readValue(key, raw);
    if (isFault(octets)) return octets;
    if (octets === null) return fault("svcb-value-invalid", `"${word}" does not hold what ${name} needs`);
    values.set(key, octets);
  }
  const ordered = [...values].toSorted(([a], [b]) => a - b);
  return joinBytes(ordered.map(([key, value]) => parameterBytes(key, value)));
}

function parameterBytes(key: number, value: Uint8Array): Uint8Array {
  return joinBytes([numberBytes(key, 2), numberBytes(value.length, 2), value]);
}

/** RFC 9460 2.1: behind keyN the value is the octets themselves, of a key that has a name too. */
function readGenericValue(key: number, raw: string | undefined): Uint8Array | Fault {
  const text = unescapeText(raw ?? "");
  if (text === null) return escapeFault(raw);
  const octets = bytesOf(text);
  const name = svcKeyToText(key);
  if (GENERIC_KEY.test(name) || svcParamsToText(parameterBytes(key, octets)) !== null) return octets;
  return fault(
    "svcb-value-invalid",
    `"key${key}=${raw ?? ""}" does not hold the octets of ${name}, which keyN takes (RFC 9460 2.1); its text is written ${name}=…`,
  );
}

function escapeFault(raw: string | undefined): Fault {
  return fault("escape-invalid", `"${raw ?? ""}" has an escape other than \\X and \\000 to \\255`);
}

/** Gives a value's octets; null where it is not what the key needs. */
function readValue(key: number, raw: string | undefined): Uint8Array | Fault | null {
  if (key === SVC_KEY.NO_DEFAULT_ALPN) return raw === undefined || raw === "" ? new Uint8Array() : null;
  const text = unescapeText(raw ?? "");
  if (text === null) return escapeFault(raw);
  switch (key) {
    case SVC_KEY.MANDATORY:
      return mandatory(text);
    case SVC_KEY.ALPN:
      return alpn(text);
    case SVC_KEY.PORT: {
      const port = readNumber(text, 65_535);
      return isFault(port) ? port : numberBytes(port, 2);
    }
    case SVC_KEY.IPV4HINT:
      return listOf(text, parseIpv4);
    case SVC_KEY.ECH: {
      const octets = fromBase64(text);
      return octets === null || octets.length === 0 ? null : octets;
    }
    case SVC_KEY.IPV6HINT:
      return listOf(text, parseIpv6);
    default:
      return bytesOf(text);
  }
}

function listOf(text: string, read: (item: string) => Uint8Array | null): Uint8Array | null {
  const items = text.split(",").map(read);
  const valid = items.filter((item) => item !== null);
  return valid.length === items.length ? joinBytes(valid) : null;
}

/** RFC 9460 8: the keys are listed in any order, once each, and stored in ascending order. */
function mandatory(text: string): Uint8Array | null {
  const keys = text.split(",").map(svcKeyFromText);
  const valid = keys.filter((key) => key !== null);
  if (valid.length < keys.length || new Set(valid).size < valid.length) return null;
  return joinBytes(valid.toSorted((a, b) => a - b).map((key) => numberBytes(key, 2)));
}

/** RFC 9460 A.1: items between commas, in which a comma and a backslash are escaped once more. */
function alpn(text: string): Uint8Array | null {
  const items: string[] = [];
  let item = "";
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (character === ",") {
      items.push(item);
      item = "";
    } else if (character === "\\") {
      const escaped = text[at + 1];
      if (escaped !== "," && escaped !== "\\") return null;
      item += escaped;
      at += 1;
    } else {
      item += character;
    }
  }
  items.push(item);
  if (items.some((protocol) => protocol === "" || protocol.length > 255)) return null;
  return joinBytes(items.flatMap((protocol) => [Uint8Array.of(protocol.length), bytesOf(protocol)]));
}
