/**
 * Names as an operator writes them: owner names, alias targets and names in record data, relative to the apex unless
 * they end in a dot. A name that ends in the apex without its dot could mean either reading, and is refused.
 */
import { fold, isAtOrBelow, type Name, ROOT } from "../../dns/name.ts";
import { nameToText, parseName } from "../../dns/name-text.ts";
import { readHostName } from "./address.ts";
import { type Fault, fault, isFault } from "./fault.ts";
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

/** Reads the name of a host outside, which is always absolute. Code: `host-name-invalid`. */
export function resolveHost(text: string): ResolvedName {
  const host = readHostName(text);
  if (isFault(host)) return host;
  const parsed = parseName(host, ROOT);
  return parsed.kind === "name" ? parsed : fault("host-name-invalid", parsed.message);
}

/** Makes a mailbox absolute, which is written as a name (RFC 1035 8). Code besides those of names: `mailbox-with-at`. */
export function resolveMailbox(text: string, apex: Name): ResolvedName {
  return mailboxWithAt(text, apex) ?? resolveOwnerOrTarget(text, apex);
}

/** Finds an address of mail where its name belongs; an @ that is escaped or alone is meant as it stands. */
export function mailboxWithAt(text: string, apex: Name): Fault | null {
  const [, local, domain = ""] = /^((?:\\.|[^\\@])*)@(.*)$/s.exec(text) ?? [];
  if (local === undefined || text === "@") return null;
  const label = local.replace(/\\.|\./gs, (unit) => (unit === "." ? "\\." : unit)) || "hostmaster";
  const parsed = parseName(domain, ROOT);
  const away = parsed.kind === "name" && domain !== "@" && fold(parsed.name) !== fold(apex) ? parsed.name : null;
  const spelt = away === null ? `"${label}" or "${label}.${nameToText(apex)}"` : `"${label}.${nameToText(away)}"`;
  return fault("mailbox-with-at", `"${text}" has an @ where the name of a mailbox has a dot: write ${spelt}`);
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
