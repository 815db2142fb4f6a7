/**
 * What an operator writes beside an override, in a zone file and to the admin API alike: until when it holds, as a time
 * of RFC 3339 5.6 in any offset, and a reason in a few words.
 */

/** In characters: a reason is shown in one line wherever its override is. */
export const REASON_CHARACTERS_MAX = 256;

/** Leap seconds are left out: the clocks that a time is compared with have none. */
export const TIME_TEXT =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d+))?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

const MONTH_DAYS: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const DAY_MS = 86_400_000;
/** From 1 January of the year 0 to that of 1970. */
const EPOCH_DAYS = 719_528;

/** Reads a time, in milliseconds since the epoch; null: it is none. Parts of a millisecond are left away. */
export function parseTime(text: string): number | null {
  const parts = TIME_TEXT.exec(text);
  if (parts === null) return null;
  const [year = 0, month = 1, day = 1, hours = 0, minutes = 0, seconds = 0] = parts.slice(1, 7).map(Number);
  const [fraction = "", sign = "+", offsetHours = "0", offsetMinutes = "0"] = parts.slice(7);
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const lengths = isLeap ? MONTH_DAYS.with(1, 29) : MONTH_DAYS;
  if (day > (lengths[month - 1] ?? 0)) return null;
  // Of the years before this one, the year 0 included, which was a leap year.
  const leapDays = Math.ceil(year / 4) - Math.ceil(year / 100) + Math.ceil(year / 400);
  const ofYear = lengths.slice(0, month - 1).reduce((sum, length) => sum + length, day - 1);
  const days = year * 365 + leapDays + ofYear - EPOCH_DAYS;
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * (sign === "-" ? -1 : 1);
  const ofDay = (hours * 60 + minutes - offset) * 60_000 + seconds * 1000 + Number(fraction.padEnd(3, "0").slice(0, 3));
  return days * DAY_MS + ofDay;
}
