/**
 * What record data must satisfy beyond its layout, judged on octets, so that data given in hexadecimal is held to it too.
 *
 * Only rules whose breach makes a record useless to everybody are here: a digest of the wrong length, parameters that
 * contradict each other. Unknown algorithms and tags pass, since registries grow.
 */
import { octetString } from "../../dns/octet-text.ts";
import { uint16At } from "../../dns/octets.ts";
import { cutRdata, type Field } from "../../dns/rdata-layout.ts";
import { SVC_KEY, svcKeyToText } from "../../dns/rdata-text-svcb.ts";
import { TYPE } from "../../dns/types.ts";
import { type Fault, fault } from "./fault.ts";
import { isSubstitution } from "./rdata-naptr.ts";

export const RDATA_OCTETS_MAX = 65_535;

type Rule = (fields: readonly Field[]) => Fault | null;

/** Digest lengths by algorithm: RFC 4034 A.2, RFC 4509, RFC 5933, RFC 6605, RFC 9558, RFC 9563. */
const DS_DIGEST_OCTETS = new Map([
  [1, 20],
  [2, 32],
  [3, 32],
  [4, 48],
  [5, 32],
  [6, 32],
]);
/** RFC 6698 2.1.3. */
const TLSA_OCTETS = new Map([
  [1, 32],
  [2, 64],
]);
/** RFC 4255 3.1.2, RFC 6594 4. */
const SSHFP_OCTETS = new Map([
  [1, 20],
  [2, 32],
]);
/** RFC 8976 5.3. */
const ZONEMD_OCTETS = new Map([
  [1, 48],
  [2, 64],
]);

const RULES: ReadonlyMap<number, Rule> = new Map<number, Rule>([
  [TYPE.DS, digestRule(2, 3, DS_DIGEST_OCTETS)],
  [TYPE.CDS, digestRule(2, 3, DS_DIGEST_OCTETS)],
  [TYPE.DLV, digestRule(2, 3, DS_DIGEST_OCTETS)],
  [TYPE.TA, digestRule(2, 3, DS_DIGEST_OCTETS)],
  [TYPE.TLSA, digestRule(2, 3, TLSA_OCTETS)],
  [TYPE.SMIMEA, digestRule(2, 3, TLSA_OCTETS)],
  [TYPE.SSHFP, digestRule(1, 2, SSHFP_OCTETS)],
  [TYPE.ZONEMD, digestRule(2, 3, ZONEMD_OCTETS)],
  [
    TYPE.X25,
    (fields) =>
      /^\d{4,}$/.test(stringAt(fields, 0))
        ? null
        : fault("x25-invalid", "an X.121 address is four or more digits (RFC 1183 3.1)"),
  ],
  [TYPE.GPOS, gposRule],
  [
    TYPE.NSEC,
    (fields) =>
      fields[1]?.octets.length === 0
        ? fault("nsec-without-types", "NSEC lists at least one type, since its own name has the NSEC (RFC 4034 4.1.2)")
        : null,
  ],
  [TYPE.NAPTR, naptrRule],
  [TYPE.SVCB, svcbRule],
  [TYPE.HTTPS, svcbRule],
  [
    TYPE.URI,
    (fields) =>
      fields[2]?.octets.length === 0
        ? fault("uri-target-empty", "the target of a URI record must not be empty (RFC 7553 4.4)")
        : null,
  ],
]);

/** Types whose last field may hold nothing. */
const MAY_END_EMPTY: ReadonlySet<number> = new Set([TYPE.KEY, TYPE.EID, TYPE.NIMLOC]);

/** Finds what is wrong with record data that fits its layout; null: nothing. */
export function brokenRule(type: number, rdata: Uint8Array): Fault | null {
  if (rdata.length > RDATA_OCTETS_MAX) {
    return fault(
      "record-data-over-65535",
      `the record data is ${rdata.length} octets long; at most ${RDATA_OCTETS_MAX} are allowed`,
    );
  }
  const fields = cutRdata(type, rdata);
  if (fields === null) return null;
  const last = fields.at(-1);
  if ((last?.kind === "hex" || last?.kind === "base64") && last.octets.length === 0 && !MAY_END_EMPTY.has(type)) {
    return fault("record-data-incomplete", "the digits at the end are missing");
  }
  return RULES.get(type)?.(fields) ?? null;
}

function digestRule(algorithmField: number, digestField: number, lengths: ReadonlyMap<number, number>): Rule {
  return (fields) => {
    const algorithm = fields[algorithmField]?.octets[0] ?? 0;
    const length = fields[digestField]?.octets.length;
    const wanted = lengths.get(algorithm);
    if (wanted === undefined || length === wanted) return null;
    return fault("digest-length-wrong", `a digest of type ${algorithm} has ${wanted} octets, this one has ${length}`);
  };
}

/** RFC 1712 3: longitude and latitude in degrees, altitude in metres, as decimal text. */
function gposRule(fields: readonly Field[]): Fault | null {
  const [longitude, latitude, altitude] = [0, 1, 2].map((at) => stringAt(fields, at));
  const within = (text = "", limit: number): boolean =>
    /^[+-]?\d+(?:\.\d*)?$/.test(text) && Math.abs(Number(text)) <= limit;
  // BIND's limits: RFC 1712's own example gives the latitude first, so both may reach 180.
  return within(longitude, 180) && within(latitude, 180) && within(altitude, Number.POSITIVE_INFINITY)
    ? null
    : fault(
        "gpos-invalid",
        `"${longitude}" "${latitude}" "${altitude}" are not longitude, latitude and altitude as decimal numbers`,
      );
}

function naptrRule(fields: readonly Field[]): Fault | null {
  const flags = stringAt(fields, 2);
  if (!/^[A-Za-z0-9]*$/.test(flags))
    return fault("naptr-flags-invalid", `"${flags}" are not flags; flags are letters and digits (RFC 3403 4.1)`);
  const expression = stringAt(fields, 4);
  return expression === "" || isSubstitution(expression)
    ? null
    : fault("naptr-regexp-invalid", `"${expression}" is not an expression like !pattern!replacement!i (RFC 3402 3.2)`);
}

/** RFC 9460 2.4.2, 7.1.1 and 8; RFC 9461 5. */
function svcbRule(fields: readonly Field[]): Fault | null {
  const [priority, , last] = fields.map(({ octets }) => octets);
  if (priority === undefined || last === undefined) return null;
  const parameters = parametersIn(last);
  if (priority.every((octet) => octet === 0) && parameters.size > 0) {
    return fault(
      "svcb-alias-with-parameters",
      "a record of priority 0 is an alias and takes no parameters (RFC 9460 2.4.2)",
    );
  }
  if (parameters.has(SVC_KEY.NO_DEFAULT_ALPN) && !parameters.has(SVC_KEY.ALPN)) {
    return fault("svcb-no-default-alpn-alone", "no-default-alpn needs alpn beside it (RFC 9460 7.1.1)");
  }
  const mandatory = parameters.get(SVC_KEY.MANDATORY);
  for (let at = 0, before = 0; mandatory !== undefined && at < mandatory.length; at += 2) {
    const key = uint16At(mandatory, at);
    if (key <= before)
      return fault(
        "svcb-mandatory-invalid",
        "mandatory lists keys in ascending order, once each, and never itself (RFC 9460 8)",
      );
    if (!parameters.has(key))
      return fault("svcb-mandatory-missing", `mandatory names ${svcKeyToText(key)}, which is not given (RFC 9460 8)`);
    before = key;
  }
  const path = parameters.get(SVC_KEY.DOHPATH);
  if (path !== undefined && !/^\/.*\{[^}]*\bdns\b[^}]*\}/s.test(octetString(path))) {
    return fault(
      "svcb-dohpath-invalid",
      `"${octetString(path)}" is not a relative URI template with the variable dns (RFC 9461 5)`,
    );
  }
  return null;
}

function parametersIn(octets: Uint8Array): ReadonlyMap<number, Uint8Array> {
  const parameters = new Map<number, Uint8Array>();
  for (let at = 0; at < octets.length; at += 4 + uint16At(octets, at + 2)) {
    parameters.set(uint16At(octets, at), octets.subarray(at + 4, at + 4 + uint16At(octets, at + 2)));
  }
  return parameters;
}

function stringAt(fields: readonly Field[], at: number): string {
  return octetString(fields[at]?.octets.subarray(1) ?? new Uint8Array());
}
