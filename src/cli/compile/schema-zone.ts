/**
 * The top level of a zone file: `zone`, `ttl`, `soa`, `networks`, `checks`, `pools`, `records`, of which only `zone` is required.
 */
import { fold, type Name, ROOT } from "../../dns/name.ts";
import { nameToText, parseName } from "../../dns/name-text.ts";
import { quoted, type SourceNode } from "./document.ts";
import { asMapping, fieldsSchema, readFields } from "./fields.ts";
import { toAsciiName } from "./idna.ts";
import type { Problems } from "./problem.ts";
import { TTL_SECONDS_MAX } from "./schema-branch.ts";
import { CHECKS_SHAPE, UNREADABLE } from "./schema-checks.ts";
import { NETWORKS_SHAPE } from "./schema-networks.ts";
import { POOLS_SHAPE } from "./schema-pools.ts";
import { RECORDS_SHAPE } from "./schema-records.ts";
import { integer, type JsonSchema, located, type Shape, TEXT } from "./shapes.ts";
import type { SourceBranch, SourceOwner, SourceSoa, SourceZone } from "./source.ts";

const TTL_SECONDS_DEFAULT = 60;

const APEX: Shape<Name> = {
  read(node, problems) {
    const text = TEXT.read(node, problems);
    if (text === null) return null;
    const ascii = text === "@" ? null : toAsciiName(text);
    // The apex is absolute with or without its final dot.
    const parsed = ascii === null ? null : parseName(ascii, ROOT);
    if (parsed?.kind === "name") return fold(parsed.name);
    const why = parsed === null ? `${quoted(text)} is not a domain name` : parsed.message;
    problems.add(node.place, "zone-name-invalid", `${why}; zone takes the apex, such as example.com`);
    return null;
  },
  schema: { type: "string" },
};

// The bound of a TTL (RFC 2181 8) holds for every time in a SOA.
const SOA_FIELDS = {
  mname: located(TEXT),
  rname: located(TEXT),
  refresh: integer("refresh", 0, TTL_SECONDS_MAX),
  retry: integer("retry", 0, TTL_SECONDS_MAX),
  expire: integer("expire", 0, TTL_SECONDS_MAX),
  minimum: integer("minimum", 0, TTL_SECONDS_MAX),
  ttl: integer("ttl", 0, TTL_SECONDS_MAX),
};

const SERIAL_GIVEN =
  "there is no key serial: a zone's serial is the generation of the publication that changed it last";

const SOA: Shape<SourceSoa> = {
  read(node, problems) {
    const mapping = asMapping(node, "a mapping, such as { minimum: 60 },", problems);
    if (mapping === null) return null;
    const serial = mapping.entries.find(({ key }) => key.value === "serial");
    if (serial) problems.add(serial.key.place, "soa-serial-given", SERIAL_GIVEN);
    const entries = mapping.entries.filter((entry) => entry !== serial);
    return readFields({ ...mapping, entries }, SOA_FIELDS, problems).values;
  },
  schema: fieldsSchema(SOA_FIELDS),
};

const SOA_OF_DEFAULTS: SourceSoa = {
  mname: null,
  rname: null,
  refresh: null,
  retry: null,
  expire: null,
  minimum: null,
  ttl: null,
};

const ZONE_FIELDS = {
  zone: located(APEX),
  ttl: integer("ttl", 0, TTL_SECONDS_MAX),
  soa: SOA,
  networks: NETWORKS_SHAPE,
  checks: CHECKS_SHAPE,
  pools: POOLS_SHAPE,
  records: RECORDS_SHAPE,
};

/** Reads a zone from its file's tree; null where not even its apex is known. */
export function readZoneNode(node: SourceNode, file: string, problems: Problems): SourceZone | null {
  const mapping = asMapping(node, "a zone, a mapping with the key zone,", problems);
  if (mapping === null) return null;
  const { values, has } = readFields(mapping, ZONE_FIELDS, problems);
  if (!has("zone")) {
    problems.add(node.place, "zone-missing", "the key zone is missing; it takes the apex, such as example.com");
  }
  const { zone: apex, ttl, soa, networks, checks, pools, records } = values;
  if (apex === null) return null;
  const text = nameToText(apex.value);
  return {
    file,
    apex,
    apexText: text === "." ? text : text.slice(0, -1),
    ttlSeconds: ttl ?? TTL_SECONDS_DEFAULT,
    soa: soa ?? SOA_OF_DEFAULTS,
    networks: networks ?? new Map(),
    checks: checks?.checks ?? [],
    unreadableChecks: checks?.unreadable ?? new Set(),
    pools: pools ?? [],
    owners: withUnreadable(records ?? [], checks?.unreadable ?? new Set()),
  };
}

/** Marks the uses of checks that stand there but could not be read: that is told at the check, not at each use. */
function withUnreadable(owners: readonly SourceOwner[], names: ReadonlySet<string>): readonly SourceOwner[] {
  if (names.size === 0) return owners;
  const mark = (branch: SourceBranch): SourceBranch => {
    const { check, member } = branch;
    const unreadable = check?.kind === "named" && names.has(check.name.value);
    return {
      ...branch,
      check: unreadable ? UNREADABLE : check,
      member: member.kind === "policy" ? { ...member, candidates: member.candidates.map(mark) } : member,
    };
  };
  return owners.map((owner) => ({ ...owner, sets: owner.sets.map((set) => ({ ...set, root: mark(set.root) })) }));
}

/** The JSON Schema of the top level. */
export const ZONE_SCHEMA: JsonSchema = fieldsSchema(ZONE_FIELDS, { required: ["zone"] });
