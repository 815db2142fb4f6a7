/** Type bitmaps (RFC 4034 4.1.2) and the dates of signatures (RFC 4034 3.2), from presentation form to octets. */
import { typeFromText } from "../../dns/types.ts";
import { type Fault, fault, isFault } from "./fault.ts";
import { joinBytes, numberBytes, readNumber } from "./rdata-bytes.ts";

const U32_MAX = 2 ** 32 - 1;

/** Reads types into windows of 256, each as short as it can be; order and repetition do not matter. */
export function readTypeBitmap(words: readonly string[]): Uint8Array | Fault {
  const windows = new Map<number, Uint8Array>();
  for (const word of words) {
    const type = typeFromText(word);
    if (type === null) return fault("type-unknown", `"${word}" is not a record type`);
    const bits = windows.get(type >> 8) ?? new Uint8Array(32);
    const octet = (type & 0xff) >> 3;
    bits[octet] = (bits[octet] ?? 0) | (0x80 >> (type & 7));
    windows.set(type >> 8, bits);
  }
  const ordered = [...windows].toSorted(([a], [b]) => a - b);
  return joinBytes(
    ordered.map(([window, bits]) => {
      const length = bits.findLastIndex((octet) => octet !== 0) + 1;
      return joinBytes([Uint8Array.of(window, length), bits.subarray(0, length)]);
    }),
  );
}

/** Reads YYYYMMDDHHmmSS in UTC, or seconds since 1970. */
export function readDate(text: string): Uint8Array | Fault {
  const date = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text);
  if (date === null) {
    const seconds = readNumber(text, U32_MAX);
    return isFault(seconds)
      ? fault("date-invalid", `"${text}" is neither YYYYMMDDHHmmSS nor a number of seconds`)
      : numberBytes(seconds, 4);
  }
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = date.slice(1).map(Number);
  const ms = Date.UTC(year, month - 1, day, hour, minute, second);
  // Date.UTC carries the 31st of April over into May: only a date that comes back as written exists.
  const digits = new Date(ms).toISOString().replace(/\D/g, "").slice(0, 14);
  if (digits !== text || ms < 0 || ms / 1000 > U32_MAX) {
    return fault("date-invalid", `"${text}" is not a date from 1970 to 2106`);
  }
  return numberBytes(ms / 1000, 4);
}
