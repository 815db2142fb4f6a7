/**
 * Policies that look at where the client is, one row a fact. `at` names a candidate's place as `US-CA`, `US`, `NA`, `*`,
 * a distance in km along the equator with its bias as `150+50`, or blocks; health is one letter per candidate.
 */
import type { Client, Place } from "../../src/steering/candidate.ts";
import type { Match, PolicyName } from "../../src/zone/model.ts";
import { clientAt, clientIn } from "../support/health.ts";

export interface PlacedCase {
  readonly name: string;
  readonly policy: PolicyName;
  readonly at: readonly string[];
  readonly health: string;
  readonly client: Client;
  /** The number of the candidate, from 1; 0: no answer. */
  readonly answered: number;
  /** The scope of the answer. */
  readonly scope: number;
}

const CALIFORNIA = clientAt({ continent: "NA", country: "US", subdivision: "CA" });
const AMERICA = clientAt({ continent: "NA", country: "US" });
const JAPAN = clientAt({ continent: "AS", country: "JP", subdivision: "13" });
const NOWHERE = clientAt({});
const NATIONS = ["US-CA", "US", "NA", "*"];
/** Where distances are counted from. */
const GREENWICH = clientAt({ position: { latitude: 0, longitude: 0 } });

export const GEOLOCATION: readonly PlacedCase[] = [
  geo("T51 the smallest place wins", NATIONS, "HHHH", CALIFORNIA, 1),
  geo("T52 unhealthy: the next larger place", NATIONS, "UHHH", CALIFORNIA, 2),
  geo("T53 all places unhealthy: the default", NATIONS, "UUUH", CALIFORNIA, 4),
  geo("T54 everything unhealthy: the smallest place", NATIONS, "UUUU", CALIFORNIA, 1),
  geo("T55 a client in no place: the default", NATIONS, "HHHH", JAPAN, 4),
  geo("T56 a client in no place, no default: no answer", ["US"], "H", JAPAN, 0),
  geo("T57 a client that is not placed: the default", NATIONS, "HHHH", NOWHERE, 4),
  geo("T57 an unknown client: the default", NATIONS, "HHHH", { subnet: null, place: null }, 4),
  geo("T58 a country without its subdivision: the default", ["US-CA", "US-NY", "*"], "HHH", AMERICA, 3),
  geo("T58 … and no default: no answer", ["US-CA", "US-NY"], "HH", AMERICA, 0),
  geo("a subdivision belongs to its country", ["AU-CA", "*"], "HH", CALIFORNIA, 2),
  geo("R9.4 health never leads to a place that does not hold the client", ["US", "JP"], "UH", AMERICA, 1),
  { ...geo("the place's scope is the answer's", ["US", "*"], "HH", scoped(20), 1), scope: 20 },
];

export const GEOPROXIMITY: readonly PlacedCase[] = [
  near("T59 a positive bias draws clients", ["150+50", "100"], "HH", 1),
  near("T60 a negative bias sends them away", ["150-50", "200"], "HH", 2),
  near("T61 the nearest is unhealthy: the next", ["150+50", "100"], "UH", 2),
  near("nothing healthy: the nearest", ["300", "100", "200"], "UUU", 2),
  { ...near("without a position: the order written", ["300", "100"], "HH", 1), client: NOWHERE },
];

export const IP_BASED: readonly PlacedCase[] = [
  by("T62 a block that holds the client's prefix", ["2001:db8::/32", "*"], "HH", v6("20010db80000", 48), 1, 32),
  by("T63 a prefix shorter than the block is not in it", ["2001:db8:0::/48", "*"], "HH", v6("20010db8", 32), 2, 48),
  by("T64 no block and no default: no answer", ["203.0.113.0/24"], "H", clientIn("198.51.100.0/24"), 0, 5),
  by("T66 the subnet that the query carries decides", ["203.0.113.0/24", "*"], "HH", clientIn("203.0.113.0/24"), 1, 24),
  by("T66 elsewhere, the default", ["203.0.113.0/24", "*"], "HH", clientIn("198.51.100.0/24"), 2, 5),
  by("R11.2 the longest block wins", ["203.0.0.0/16", "203.0.113.0/24", "*"], "HHH", clientIn("203.0.113.0/24"), 2, 24),
  by(
    "R11.3 unhealthy: the next longest block",
    ["203.0.0.0/16", "203.0.113.0/24", "*"],
    "HUH",
    clientIn("203.0.113.0/24"),
    1,
    24,
  ),
  by("R11.3 … then the default", ["203.0.0.0/16", "203.0.113.0/24", "*"], "UUH", clientIn("203.0.113.0/24"), 3, 24),
  by(
    "nothing healthy: the longest block",
    ["203.0.0.0/16", "203.0.113.0/24", "*"],
    "UUU",
    clientIn("203.0.113.0/24"),
    2,
    24,
  ),
  by(
    "the scope leaves out a block inside the deciding one",
    ["203.0.0.0/16", "203.0.113.0/24"],
    "HH",
    clientIn("203.0.128.0/20"),
    1,
    17,
  ),
  by(
    "the scope may be longer than the source",
    ["203.0.0.0/16", "203.0.113.0/24"],
    "HH",
    clientIn("203.0.0.0/16"),
    1,
    18,
  ),
  by("the other family's blocks do not matter", ["2001:db8::/32", "*"], "HH", clientIn("203.0.113.0/24"), 2, 0),
  by("an unknown client: the default, scope 0", ["203.0.113.0/24", "*"], "HH", { subnet: null, place: null }, 2, 0),
];

function geo(name: string, at: readonly string[], health: string, client: Client, answered: number): PlacedCase {
  return { name, policy: "geolocation", at, health, client, answered, scope: 0 };
}

function near(name: string, at: readonly string[], health: string, answered: number): PlacedCase {
  return { name, policy: "geoproximity", at, health, client: GREENWICH, answered, scope: 0 };
}

function by(
  name: string,
  at: readonly string[],
  health: string,
  client: Client,
  answered: number,
  scope: number,
): PlacedCase {
  return { name, policy: "ipBased", at, health, client, answered, scope };
}

function scoped(scopePrefixLength: number): Client {
  const place: Partial<Place> = { continent: "NA", country: "US", scopePrefixLength };
  return clientAt(place);
}

/** A client by the octets of its IPv6 prefix in hexadecimal. */
function v6(hex: string, prefixLength: number): Client {
  return { subnet: { address: Uint8Array.from(Buffer.from(hex.padEnd(32, "0"), "hex")), prefixLength }, place: null };
}

const EQUATOR_KM = 2 * Math.PI * 6371;

/** Reads a place as rows write it. */
export function matchOf(policy: PolicyName, text: string): Match {
  if (text === "*") return { kind: "default" };
  if (policy === "ipBased") return { kind: "blocks", blocks: [blockOf(text)] };
  if (policy === "geoproximity") {
    const [, kilometres = "", bias = "0"] = /^(\d+)([+-]\d+)?$/.exec(text) ?? [];
    return {
      kind: "site",
      region: text,
      latitude: 0,
      longitude: (Number(kilometres) / EQUATOR_KM) * 360,
      bias: Number(bias),
    };
  }
  const [country = "", code] = text.split("-");
  if (code !== undefined) return { kind: "subdivision", country, code };
  return ["NA", "AS", "EU"].includes(text) ? { kind: "continent", code: text } : { kind: "country", code: text };
}

function blockOf(text: string) {
  const [address = "", length = ""] = text.split("/");
  if (!address.includes(":"))
    return { address: Uint8Array.from(address.split("."), Number), prefixLength: Number(length) };
  const groups = address
    .split(":")
    .filter(Boolean)
    .map((group) => group.padStart(4, "0"));
  return {
    address: Uint8Array.from(Buffer.from(groups.join("").padEnd(32, "0"), "hex")),
    prefixLength: Number(length),
  };
}
