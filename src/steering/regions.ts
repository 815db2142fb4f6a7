/**
 * Where regions are: Durable Object location hints, at the middle of what the hint names, and AWS regions, at the city
 * that AWS names them after. For comparing distances; nothing else is decided by them.
 */
import type { Position } from "./candidate.ts";

/** Latitude and longitude in degrees. */
const LOCATION_HINTS: Readonly<Record<string, readonly [number, number]>> = {
  wnam: [37.4, -122.1],
  enam: [39.0, -77.5],
  sam: [-23.5, -46.6],
  weur: [50.1, 8.7],
  eeur: [52.2, 21.0],
  apac: [1.35, 103.8],
  "apac-ne": [35.7, 139.7],
  "apac-se": [1.35, 103.8],
  oc: [-33.9, 151.2],
  afr: [-26.2, 28.0],
  me: [25.2, 55.3],
};

const AWS_REGIONS: Readonly<Record<string, readonly [number, number]>> = {
  "us-east-1": [38.9, -77.4], // Northern Virginia
  "us-east-2": [40.0, -83.0], // Ohio
  "us-west-1": [37.4, -121.9], // Northern California
  "us-west-2": [45.8, -119.7], // Oregon
  "us-gov-east-1": [40.0, -83.0],
  "us-gov-west-1": [45.8, -119.7],
  "ca-central-1": [45.5, -73.6], // Montreal
  "ca-west-1": [51.0, -114.1], // Calgary
  "mx-central-1": [20.6, -100.4], // Queretaro
  "sa-east-1": [-23.5, -46.6], // Sao Paulo
  "eu-west-1": [53.3, -6.3], // Dublin
  "eu-west-2": [51.5, -0.1], // London
  "eu-west-3": [48.9, 2.4], // Paris
  "eu-central-1": [50.1, 8.7], // Frankfurt
  "eu-central-2": [47.4, 8.5], // Zurich
  "eu-north-1": [59.3, 18.1], // Stockholm
  "eu-south-1": [45.5, 9.2], // Milan
  "eu-south-2": [41.6, -0.9], // Zaragoza
  "eusc-de-east-1": [52.4, 13.1], // Brandenburg
  "il-central-1": [32.1, 34.8], // Tel Aviv
  "me-central-1": [24.5, 54.4], // United Arab Emirates
  "me-south-1": [26.2, 50.6], // Bahrain
  "af-south-1": [-33.9, 18.4], // Cape Town
  "ap-east-1": [22.3, 114.2], // Hong Kong
  "ap-east-2": [25.0, 121.5], // Taipei
  "ap-northeast-1": [35.7, 139.7], // Tokyo
  "ap-northeast-2": [37.6, 127.0], // Seoul
  "ap-northeast-3": [34.7, 135.5], // Osaka
  "ap-south-1": [19.1, 72.9], // Mumbai
  "ap-south-2": [17.4, 78.5], // Hyderabad
  "ap-southeast-1": [1.35, 103.8], // Singapore
  "ap-southeast-2": [-33.9, 151.2], // Sydney
  "ap-southeast-3": [-6.2, 106.8], // Jakarta
  "ap-southeast-4": [-37.8, 145.0], // Melbourne
  "ap-southeast-5": [3.1, 101.7], // Malaysia
  "ap-southeast-6": [-36.8, 174.8], // New Zealand
  "ap-southeast-7": [13.8, 100.5], // Thailand
  "cn-north-1": [39.9, 116.4], // Beijing
  "cn-northwest-1": [37.5, 105.2], // Ningxia
};

const POSITIONS: ReadonlyMap<string, Position> = new Map(
  Object.entries({ ...LOCATION_HINTS, ...AWS_REGIONS }).map(([code, [latitude, longitude]]) => [
    code,
    { latitude, longitude },
  ]),
);

/** All codes that have a position: Durable Object location hints first. */
export const REGION_CODES: readonly string[] = [...POSITIONS.keys()];

/** The location hints among them, which probers may run at. */
export const LOCATION_HINT_CODES: readonly string[] = Object.keys(LOCATION_HINTS);

/** Gives the position of a location hint or an AWS region; null: there is no such code. */
export function positionOfRegion(code: string): Position | null {
  return POSITIONS.get(code) ?? null;
}
