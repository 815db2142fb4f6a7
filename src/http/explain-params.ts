/**
 * The parameters of `GET /api/explain`, read strictly: what is wrong is said, never guessed around.
 */
import { parseIpv4, parseIpv6 } from "../dns/address-text.ts";
import { type Name, ROOT } from "../dns/name.ts";
import { parseName } from "../dns/name-text.ts";
import { TYPE, typeFromText } from "../dns/types.ts";
import type { Subnet } from "../steering/candidate.ts";
import { toAscii } from "./idn.ts";

export interface ExplainParams {
  readonly name: Name;
  readonly type: number;
  readonly subnet: Subnet | null;
  /** Verdicts to suppose, by the check's full name as written. */
  readonly given: ReadonlyMap<string, "healthy" | "unhealthy">;
}

export type ParsedParams =
  | { readonly kind: "params"; readonly params: ExplainParams }
  | { readonly kind: "error"; readonly text: string };

const KNOWN = new Set(["name", "type", "subnet", "given"]);
/** RFC 5936 and RFC 1995: transfers are no answers to explain. */
const TRANSFERS: readonly number[] = [TYPE.AXFR, TYPE.IXFR];
const PREFIX_LENGTH = /^(0|[1-9]\d{0,2})$/;

/** Reads the parameters; an empty `type` or `subnet` counts as not given. */
export function parseExplainParams(search: URLSearchParams): ParsedParams {
  for (const key of search.keys()) {
    if (!KNOWN.has(key)) return fault(`There is no parameter "${key}"; there are ${[...KNOWN].join(", ")}.`);
    if (key !== "given" && search.getAll(key).length > 1) return fault(`"${key}" is given more than once.`);
  }
  const nameText = search.get("name") ?? "";
  if (nameText === "" || nameText === "@") return fault('"name" is required: an absolute name, as www.example.com.');
  const ascii = toAscii(nameText);
  if (ascii === null) return fault(`"${nameText}" is no international name (UTS 46).`);
  const parsed = parseName(ascii, ROOT);
  if (parsed.kind === "error") return fault(parsed.message);
  const typeText = search.get("type") || "A";
  const type = typeFromText(typeText);
  if (type === null || TRANSFERS.includes(type)) return fault(`"${typeText}" is no type that can be explained.`);
  const subnetText = search.get("subnet") || null;
  const subnet = subnetText === null ? null : parseSubnet(subnetText);
  if (subnetText !== null && subnet === null) {
    return fault(`"${subnetText}" is no subnet; write 203.0.113.0/24 or 2001:db8::/56.`);
  }
  const given = new Map<string, "healthy" | "unhealthy">();
  for (const text of search.getAll("given")) {
    const border = text.lastIndexOf("=");
    const verdict = text.slice(border + 1);
    if (border < 1 || (verdict !== "healthy" && verdict !== "unhealthy")) {
      return fault(`"${text}" cannot be supposed; write CHECK=healthy or CHECK=unhealthy.`);
    }
    given.set(text.slice(0, border), verdict);
  }
  return { kind: "params", params: { name: parsed.name, type, subnet, given } };
}

/** Reads a subnet in CIDR notation, or an address alone, which means the whole of it; bits beyond the prefix are cleared. */
export function parseSubnet(text: string): Subnet | null {
  const [addressText = "", prefixText, ...more] = text.split("/");
  const address = parseIpv4(addressText) ?? parseIpv6(addressText);
  if (address === null || more.length > 0 || !PREFIX_LENGTH.test(prefixText ?? "0")) return null;
  const prefixLength = prefixText === undefined ? address.length * 8 : Number(prefixText);
  if (prefixLength > address.length * 8) return null;
  const cleared = address.map((octet, at) => octet & (0xff00 >> Math.min(8, Math.max(0, prefixLength - at * 8))));
  return { address: cleared, prefixLength };
}

function fault(text: string): ParsedParams {
  return { kind: "error", text };
}
