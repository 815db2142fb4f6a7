/**
 * LOC from presentation form to octets (RFC 1876 3): degrees, optional minutes and seconds, hemisphere, twice; altitude;
 * then size, horizontal and vertical precision, which default to 1 m, 10,000 m and 10 m.
 */
import { type Fault, fault } from "./fault.ts";
import { joinBytes, numberBytes } from "./rdata-bytes.ts";

const EQUATOR = 2 ** 31;
const ALTITUDE_ZERO_CM = 10_000_000;
const ALTITUDE_CM_MAX = 2 ** 32 - 1 - ALTITUDE_ZERO_CM;
/** 9 × 10⁹ cm, the largest size one digit and its exponent can say, and what 9 more digits below it are cut to. */
const PRECISION_CM_MAX = 9_999_999_999;
const PRECISION_DEFAULTS = [0x12, 0x16, 0x13];
/** As BIND reads them: digits may be missing on one side of the point, and a plus sign stands before whole metres. */
const METRES = /^(-?|\+(?=\d))(?=\.?\d)(\d{0,8})(?:\.(\d{0,2}))?m?$/i;
const SECONDS = /^(?=\.?\d)(\d{0,2})(?:\.(\d{0,3}))?$/;

/** Reads a place on Earth. */
export function readLoc(words: readonly string[]): Uint8Array | Fault {
  const latitude = readAngle(words, 90, ["N", "S"]);
  if (latitude === null)
    return fault(
      "loc-latitude-invalid",
      `"${words.join(" ")}" does not begin with a latitude: 0–90 [0–59 [0–59.999]] N or S`,
    );
  const afterLatitude = words.slice(latitude.used);
  const longitude = readAngle(afterLatitude, 180, ["E", "W"]);
  if (longitude === null) {
    return fault(
      "loc-longitude-invalid",
      `"${afterLatitude.join(" ")}" does not begin with a longitude: 0–180 [0–59 [0–59.999]] E or W`,
    );
  }
  const [altitudeText = "", ...precisionTexts] = afterLatitude.slice(longitude.used);
  const altitude = centimetres(altitudeText);
  if (altitude === null || altitude < -ALTITUDE_ZERO_CM || altitude > ALTITUDE_CM_MAX) {
    return fault("loc-altitude-invalid", `"${altitudeText}" is not an altitude from -100000.00m to 42849672.95m`);
  }
  if (precisionTexts.length > 3)
    return fault("record-data-too-long", `"${precisionTexts[3]}" follows a value that is already whole`);
  const precisions = PRECISION_DEFAULTS.map((usual, at) => readPrecision(precisionTexts[at], usual));
  const bad = precisions.indexOf(null);
  if (bad >= 0) return fault("loc-precision-invalid", `"${precisionTexts[bad]}" is not a size from 0m to 90000000m`);
  return joinBytes([
    Uint8Array.of(0, ...precisions.map((octet) => octet ?? 0)),
    numberBytes(EQUATOR + latitude.ms, 4),
    numberBytes(EQUATOR + longitude.ms, 4),
    numberBytes(ALTITUDE_ZERO_CM + altitude, 4),
  ]);
}

interface Angle {
  /** Thousandths of a second of arc, negative to the south and west. */
  readonly ms: number;
  /** Words it took. */
  readonly used: number;
}

function readAngle(
  words: readonly string[],
  degreesMax: number,
  [positive, negative]: readonly [string, string],
): Angle | null {
  const at = words.findIndex((word) => [positive, negative].includes(word.toUpperCase()));
  if (at < 1 || at > 3) return null;
  const [degrees = "", minutes = "0", seconds = "0"] = words.slice(0, at);
  const split = SECONDS.exec(seconds);
  if (!/^\d{1,3}$/.test(degrees) || !/^\d{1,2}$/.test(minutes) || split === null) return null;
  if (Number(minutes) > 59 || Number(split[1]) > 59) return null;
  const ms =
    (Number(degrees) * 3600 + Number(minutes) * 60 + Number(split[1])) * 1000 +
    Number((split[2] ?? "0").padEnd(3, "0"));
  if (ms > degreesMax * 3_600_000) return null;
  return { ms: words[at]?.toUpperCase() === negative ? -ms : ms, used: at + 1 };
}

function centimetres(text: string): number | null {
  const parts = METRES.exec(text);
  if (parts === null) return null;
  const value = Number(parts[2]) * 100 + Number((parts[3] ?? "0").padEnd(2, "0"));
  return parts[1] === "-" ? -value : value;
}

/** RFC 1876 2: one decimal digit and a power of ten; further digits are cut off, as BIND does. */
function readPrecision(text: string | undefined, usual: number): number | null {
  if (text === undefined) return usual;
  const value = centimetres(text);
  if (value === null || value < 0 || Object.is(value, -0) || value > PRECISION_CM_MAX) return null;
  const digits = String(value);
  return value === 0 ? 0 : (Number(digits[0]) << 4) | (digits.length - 1);
}
