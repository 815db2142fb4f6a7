/**
 * The parameters of `GET /api/explain`, read strictly: what is wrong is said, never guessed around.
 */
import { parseNetwork } from "../dns/address-text.ts";
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
  const subnet = subnetText === null ? null : parseNetwork(subnetText);
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

function fault(text: string): ParsedParams {
  return { kind: "error", text };
}
