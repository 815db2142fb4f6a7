/**
 * Where the connection comes from, as Cloudflare tells in `request.cf`. Every field may be missing, and what is there
 * may say that nothing is known: `XX`, or `T1` for the Tor network.
 *
 * It is the place of whoever connects, which a Client Subnet says nothing of: its scope is 0.
 */
import type { Place, Position } from "../steering/candidate.ts";

const CONTINENT = /^(?:AF|AN|AS|EU|NA|OC|SA)$/;
const COUNTRY = /^(?!XX$)[A-Z]{2}$/;
const SUBDIVISION = /^[A-Z0-9]{1,3}$/;

/** Degrees as text, as Cloudflare writes them. */
const DEGREES = /^-?\d{1,3}(?:\.\d+)?$/;

/** Reads the place of a connection; null: nothing is known of it. */
export function connectingPlace(cf: object | undefined): Place | null {
  const { continent, country, regionCode, latitude, longitude } = (cf ?? {}) as Readonly<Record<string, unknown>>;
  const place = {
    continent: matching(continent, CONTINENT),
    country: matching(country, COUNTRY),
    subdivision: matching(regionCode, SUBDIVISION),
    position: positionOf(matching(latitude, DEGREES), matching(longitude, DEGREES)),
  };
  return Object.values(place).every((known) => known === null) ? null : { ...place, scopePrefixLength: 0 };
}

function matching(value: unknown, pattern: RegExp): string | null {
  return typeof value === "string" && pattern.test(value) ? value : null;
}

function positionOf(latitude: string | null, longitude: string | null): Position | null {
  if (latitude === null || longitude === null) return null;
  const position = { latitude: Number(latitude), longitude: Number(longitude) };
  return Math.abs(position.latitude) <= 90 && Math.abs(position.longitude) <= 180 ? position : null;
}
