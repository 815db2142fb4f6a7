/**
 * Names and record data as other servers send them: with pointers (RFC 1035 4.1.4).
 *
 * A pointer may only lead to before the place where its own name, or the piece of it that it ends, begins: every
 * reading comes to an end, whatever was sent, and soon, since no name needs more pointers than it can have labels.
 * Where the places of the names before are known it may lead to one of them alone: other octets, as those of an ID or a
 * TTL, change when a message is passed on. What is not well formed is null and never a guess.
 */
import { LABEL_OCTETS_MAX, NAME_OCTETS_MAX, type Name } from "./name.ts";
import { uint16At } from "./octets.ts";
import { cutRdata, fieldEnd, layoutOf } from "./rdata-layout.ts";

const POINTER_MIN = 0xc0;
/** As many labels as 255 octets can hold; thousands of records may share one long row of pointers. */
const POINTERS_MAX = 127;

/** A name, and where the octets behind it begin. */
export interface NameThere {
  readonly name: Name;
  readonly end: number;
}

/** Where names, and their endings, stand in a message that is read from its beginning. */
export type Places = Set<number>;

/** Reads the name at `from`, pointers followed; notes its own places among those that pointers may lead to. */
export function readName(message: Uint8Array, from: number, places: Places | null = null): NameThere | null {
  let octets = "";
  let end = -1;
  let pieceFrom = from;
  let at = from;
  let pointers = 0;
  for (;;) {
    const length = message[at];
    if (length === undefined) return null;
    if (end < 0) places?.add(at);
    if (length >= POINTER_MIN) {
      pointers += 1;
      const target = uint16At(message, at) & 0x3fff;
      if (at + 2 > message.length || target >= pieceFrom || pointers > POINTERS_MAX) return null;
      if (places !== null && !places.has(target)) return null;
      if (end < 0) end = at + 2;
      pieceFrom = target;
      at = target;
      continue;
    }
    if (length > LABEL_OCTETS_MAX || octets.length + 1 + length > NAME_OCTETS_MAX) return null;
    const labelEnd = at + 1 + length;
    if (labelEnd > message.length) return null;
    for (; at < labelEnd; at += 1) octets += String.fromCharCode(message[at] ?? 0);
    if (length === 0) return { name: octets as Name, end: end < 0 ? at : end };
  }
}

/**
 * Copies record data out of a message, its names written out; null where it does not fit its type. Pointers are
 * followed in every type whose names are known: RFC 3597 4 asks that of a reader for more types than a writer may
 * compress.
 */
export function readRdata(
  message: Uint8Array,
  type: number,
  from: number,
  end: number,
  places: Places | null = null,
): Uint8Array | null {
  const layout = layoutOf(type);
  if (!layout?.includes("name")) return checked(type, message.slice(from, end));
  const parts: Uint8Array[] = [];
  let octets = 0;
  const add = (part: Uint8Array): void => {
    parts.push(part);
    octets += part.length;
  };
  const within = message.subarray(0, end);
  let at = from;
  for (const kind of layout) {
    if (kind === "name") {
      const there = readName(message, at, places);
      if (there === null || there.end > end) return null;
      add(Uint8Array.from(there.name, (octet) => octet.charCodeAt(0)));
      at = there.end;
    } else {
      const behind = fieldEnd(kind, within, at);
      if (behind === null || behind > end) return null;
      add(message.subarray(at, behind));
      at = behind;
    }
  }
  if (at !== end) return null;
  const rdata = new Uint8Array(octets);
  let written = 0;
  for (const part of parts) {
    rdata.set(part, written);
    written += part.length;
  }
  return checked(type, rdata);
}

function checked(type: number, rdata: Uint8Array): Uint8Array | null {
  return layoutOf(type) === null || cutRdata(type, rdata) !== null ? rdata : null;
}
