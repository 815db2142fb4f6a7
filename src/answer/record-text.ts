/** Records and times as people read them. */
import { nameToText } from "../dns/name-text.ts";
import { rdataToText } from "../dns/rdata-text.ts";
import type { RRset } from "../dns/reply.ts";
import { typeToText } from "../dns/types.ts";

/** Writes the records of a set, each as `www.example.com. 60 IN A 192.0.2.10`. */
export function recordTexts({ owner, type, ttlSeconds, rdata }: RRset): string[] {
  const head = `${nameToText(owner)} ${ttlSeconds} IN ${typeToText(type)}`;
  return rdata.map((one) => `${head} ${rdataToText(type, one)}`);
}

/** Gives milliseconds as seconds with one decimal. */
export const secondsOf = (ms: number): number => Math.round(ms / 100) / 10;

const DAY_MS = 86_400_000;

/** Writes a time as RFC 3339 in UTC, to the millisecond. Days become dates by eras of 400 years, 146,097 days each. */
export function timeToText(ms: number): string {
  // Counted from 1 March of the year 0, so that a leap day ends its year.
  const day = Math.floor(ms / DAY_MS) + 719_468;
  const era = Math.floor(day / 146_097);
  const dayOfEra = day - era * 146_097;
  const leaps = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leaps) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const march = Math.floor((5 * dayOfYear + 2) / 153);
  const date = dayOfYear - Math.floor((153 * march + 2) / 5) + 1;
  const month = march < 10 ? march + 3 : march - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const ofDay = ms - Math.floor(ms / DAY_MS) * DAY_MS;
  const [hours, minutes, seconds] = [ofDay / 3_600_000, (ofDay / 60_000) % 60, (ofDay / 1000) % 60];
  const clock = [hours, minutes, seconds].map((part) => padded(part, 2)).join(":");
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(date, 2)}T${clock}.${padded(ofDay % 1000, 3)}Z`;
}

const padded = (value: number, digits: number): string => String(Math.floor(value)).padStart(digits, "0");
