/**
 * Names as an operator writes them: owner names, alias targets and names in record data, relative to the apex unless
 * they end in a dot. A name that ends in the apex without its dot could mean either reading, and is refused.
 */
import { fold, isAtOrBelow, type Name, ROOT } from "../../dns/name.ts";
import { nameToText, parseName } from "../../dns/name-text.ts";
import type { Fault } from "./fault.ts";
import { fault } from "./fault.ts";
import { toAsciiName } from "./idna.ts";

export type ResolvedName = { readonly kind: "name"; readonly name: Name } | Fault;

/** Makes a written name absolute, U-labels as A-labels; its case is kept. Codes: `name-invalid`, `name-ends-in-apex`. */
export function resolveOwnerOrTarget(text: string, apex: Name): ResolvedName {
  const ascii = toAsciiName(text);
  if (ascii === null) {
    return fault("name-invalid", `"${text}" is not a name; characters beyond ASCII must form valid labels (UTS 46)`);
  }
  const relative = parseName(ascii, apex);
  if (relative.kind === "error") {
    const absolute = parseName(ascii, ROOT);
    // A name may be too long only because the apex was added to it.
    return absolute.kind === "name" && endsInApex(absolute.name, apex) && ascii !== "@"
      ? ambiguous(text, absolute.name, `${nameToText(absolute.name)}${nameToText(apex)}`)
      : fault("name-invalid", relative.message);
  }
  if (ascii === "@") return relative;
  const absolute = parseName(ascii, ROOT);
  if (absolute.kind === "name" && absolute.name !== relative.name && endsInApex(absolute.name, apex)) {
    return ambiguous(text, absolute.name, nameToText(relative.name));
  }
  return relative;
}

function endsInApex(name: Name, apex: Name): boolean {
  return apex !== ROOT && isAtOrBelow(fold(name), fold(apex));
}

function ambiguous(text: string, absolute: Name, relative: string): Fault {
  return fault(
    "name-ends-in-apex",
    `"${text}" ends in the zone's name without a final dot: write "${nameToText(absolute)}" for that very name, ` +
      `or "${relative}" for the name below the zone`,
  );
}
