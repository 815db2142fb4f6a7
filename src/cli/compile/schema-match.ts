/**
 * Where a candidate of a policy that places clients belongs: `region` and `bias`, `continent`, `country` and
 * `subdivision`, `networks`, `default`. Which policy takes which of them is for branch-rules.ts.
 */
import { positionOfRegion, REGION_CODES } from "../../steering/regions.ts";
import type { PolicyName } from "../../zone/model.ts";
import { looksLikeBlock, takeBlock } from "./blocks.ts";
import { CONTINENTS, COUNTRIES, countryFault } from "./countries.ts";
import { described, quoted } from "./document.ts";
import { asMapping, type FieldValues, fieldsSchema, readFields } from "./fields.ts";
import { nearestHint } from "./nearest.ts";
import { BOOLEAN, choice, integer, limited, located, oneOrMany, type Shape, TEXT } from "./shapes.ts";
import type { SourceMatch, SourceNetwork, SourceSite } from "./source.ts";

const BIAS_MAX = 99;
/** ISO 3166-2: up to three letters and digits behind the country. */
const SUBDIVISION = /^[A-Z0-9]{1,3}$/;
/** The name of a block in `networks`. */
export const NETWORK_NAME = /^[A-Za-z0-9._-]{1,64}$/;

function degrees(name: string, most: number): Shape<number> {
  return {
    read(node, problems) {
      const value = node.kind === "scalar" ? node.value : null;
      if (typeof value === "number" && Math.abs(value) <= most) return value;
      const message = `${name} is ${described(node)}; allowed are degrees of -${most} to ${most}`;
      problems.add(node.place, `${name}-out-of-range`, message);
      return null;
    },
    schema: { type: "number", minimum: -most, maximum: most },
  };
}

const POSITION_FIELDS = { latitude: degrees("latitude", 90), longitude: degrees("longitude", 180) };

const REGION: Shape<SourceSite> = {
  read(node, problems) {
    if (node.kind === "scalar") {
      const code = TEXT.read(node, problems);
      const position = code === null ? null : positionOfRegion(code);
      if (code === null) return null;
      if (position !== null) return { region: code, ...position };
      const message = `${quoted(code)} is no region${nearestHint(code, REGION_CODES)}; allowed are the codes of AWS regions, location hints of Durable Objects and { latitude: …, longitude: … }`;
      problems.add(node.place, "region-unknown", message);
      return null;
    }
    const mapping = asMapping(node, "a region or { latitude: …, longitude: … }", problems);
    if (mapping === null) return null;
    const { values, has } = readFields(mapping, POSITION_FIELDS, problems);
    if (!has("latitude") || !has("longitude")) {
      problems.add(node.place, "position-incomplete", "a position takes both latitude and longitude");
    }
    const { latitude, longitude } = values;
    if (latitude === null || longitude === null) return null;
    return { region: `${latitude},${longitude}`, latitude, longitude };
  },
  schema: {
    anyOf: [{ enum: REGION_CODES }, fieldsSchema(POSITION_FIELDS, { required: ["latitude", "longitude"] })],
  },
};

const COUNTRY = limited(TEXT, "country-unknown", countryFault, { enum: COUNTRIES });

const SUBDIVISION_CODE = limited(
  TEXT,
  "subdivision-invalid",
  (code) =>
    SUBDIVISION.test(code)
      ? null
      : `the subdivision is ${quoted(code)}; allowed is what ISO 3166-2 writes behind the country, 1 to 3 capitals and digits such as CA`,
  { type: "string", pattern: SUBDIVISION.source },
);

const DEFAULT = limited(
  BOOLEAN,
  "default-not-true",
  (value) => (value ? null : "default is false; allowed is true, for whoever nothing else matches"),
  { enum: [true] },
);

const NETWORK: Shape<SourceNetwork> = {
  read(node, problems) {
    const text = TEXT.read(node, problems);
    if (text === null) return null;
    if (looksLikeBlock(text)) {
      const block = takeBlock(text, node.place, problems);
      return block === null ? null : { kind: "block", block };
    }
    if (NETWORK_NAME.test(text)) return { kind: "named", name: text };
    const message = `${quoted(text)} is neither a name from networks nor a block such as 203.0.113.0/24`;
    problems.add(node.place, "network-invalid", message);
    return null;
  },
  schema: TEXT.schema,
};

/** The keys that place a candidate. */
export const MATCH_FIELDS = {
  region: located(REGION),
  bias: integer("bias", -BIAS_MAX, BIAS_MAX),
  continent: located(choice("continent-unknown", CONTINENTS)),
  country: located(COUNTRY),
  subdivision: located(SUBDIVISION_CODE),
  networks: located(oneOrMany(located(NETWORK))),
  default: located(DEFAULT),
};

/** Which of them the candidates of a policy take. */
export const MATCH_KEYS: Readonly<Record<PolicyName, readonly (keyof typeof MATCH_FIELDS)[]>> = {
  weighted: [],
  failover: [],
  multivalue: [],
  latency: ["region"],
  geolocation: ["continent", "country", "subdivision", "default"],
  geoproximity: ["region", "bias"],
  ipBased: ["networks", "default"],
};

/** Gathers what these keys came to in a candidate of a policy; null where they do not place it, which is told elsewhere. */
export function matchOf(policy: PolicyName | null, values: FieldValues<typeof MATCH_FIELDS>): SourceMatch | null {
  const { region, bias, continent, country, subdivision, networks } = values;
  const byDefault: SourceMatch | null = values.default && { kind: "default", place: values.default.place };
  switch (policy) {
    case "latency":
    case "geoproximity":
      return region && { kind: "site", site: region.value, bias: bias ?? 0, place: region.place };
    case "geolocation":
      if (subdivision && country) {
        const { value: code, place } = subdivision;
        return { kind: "subdivision", country: country.value, code, place };
      }
      if (country) return { kind: "country", code: country.value, place: country.place };
      if (continent) return { kind: "continent", code: continent.value, place: continent.place };
      return byDefault;
    case "ipBased":
      return networks ? { kind: "networks", networks: networks.value, place: networks.place } : byDefault;
    case "weighted":
    case "failover":
    case "multivalue":
    case null:
      return null;
    default:
      return policy satisfies never;
  }
}
