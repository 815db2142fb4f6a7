/** Small writers that the readers of record data share. */
import { type Fault, fault, isFault } from "./fault.ts";

/** Joins runs of octets. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Joins runs of octets, unless one of them is a fault: then the first fault. */
export function joinUnlessFault(parts: readonly (Uint8Array | Fault)[]): Uint8Array | Fault {
  const sound: Uint8Array[] = [];
  for (const part of parts) {
    if (isFault(part)) return part;
    sound.push(part);
  }
  return joinBytes(sound);
}

/** Writes a number in `octets` octets, most significant first. */
export function numberBytes(value: number, octets: number): Uint8Array {
  return Uint8Array.from({ length: octets }, (_, at) => Math.floor(value / 256 ** (octets - 1 - at)) % 256);
}

/** Reads a decimal number from 0 to `most`. */
export function readNumber(text: string, most: number): number | Fault {
  if (/^\d{1,10}$/.test(text) && Number(text) <= most) return Number(text);
  return fault("number-out-of-range", `"${text}" is not a whole number from 0 to ${most}`);
}
