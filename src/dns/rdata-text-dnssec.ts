/** Type bitmaps (RFC 4034 4.1.2) and the dates of signatures (RFC 4034 3.2) in presentation form. */

import { typeToText } from "./types.ts";

const WINDOW_OCTETS_MAX = 32;
const DAY_SECONDS = 86_400;

/** Writes a type bitmap as mnemonics; null where its windows are out of order, empty, or end in a zero octet. */
export function typeBitmapToText(octets: Uint8Array): string | null {
  const types: string[] = [];
  let last = -1;
  let at = 0;
  while (at < octets.length) {
    const window = octets[at] ?? 0;
    const length = octets[at + 1] ?? 0;
    const end = at + 2 + length;
    if (window <= last || length === 0 || length > WINDOW_OCTETS_MAX || end > octets.length) return null;
    if (octets[end - 1] === 0) return null;
    for (let bit = 0; bit < 8 * length; bit += 1) {
      const octet = octets[at + 2 + (bit >> 3)] ?? 0;
      if ((octet & (0x80 >> (bit & 7))) !== 0) types.push(typeToText(256 * window + bit));
    }
    last = window;
    at = end;
  }
  return types.join(" ");
}

/** Writes seconds since 1970 as YYYYMMDDHHmmSS in UTC. The core has no clock, so the 32 bits are taken as they are (until 2106). */
export function dateOf(seconds: number): string {
  const day = Math.floor(seconds / DAY_SECONDS);
  const second = seconds % DAY_SECONDS;
  const parts = [...civilDate(day), Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join("");
}

/** Gives year, month and day of a day since 1970, by counting years from March so that the leap day comes last. */
function civilDate(day: number): [number, number, number] {
  // 719468 days from 0000-03-01 to 1970-01-01; 146097 days in 400 years.
  const shifted = day + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const dayOfMonth = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  return [era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfMonth];
}
