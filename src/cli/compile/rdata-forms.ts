/**
 * How the data of the types with several fields is written, by example: whoever leaves a field out is shown all of them.
 * HEX and BASE64 stand for digits.
 */
import { TYPE, typeToText } from "../../dns/types.ts";
import type { Fault } from "./fault.ts";

const DIGEST = "12345 13 2 HEX";
const KEY = "257 3 13 BASE64";
const SIGNATURE = "A 13 2 300 20270101000000 20261201000000 12345 example.com. BASE64";
const CERTIFICATE_ASSOCIATION = "3 1 1 HEX";

/** The forms by type. */
export const FORMS: ReadonlyMap<number, string> = new Map<number, string>([
  [TYPE.SOA, "ns1 hostmaster 1 7200 900 1209600 300"],
  [TYPE.WKS, "192.0.2.1 TCP 25"],
  [TYPE.HINFO, "PC Linux"],
  [TYPE.MINFO, "requests errors"],
  [TYPE.MX, "10 mail"],
  [TYPE.RP, "hostmaster contact"],
  [TYPE.AFSDB, "1 afsdb"],
  [TYPE.RT, "10 relay"],
  [TYPE.SIG, SIGNATURE],
  [TYPE.KEY, KEY],
  [TYPE.PX, "10 map822 mapx400"],
  [TYPE.GPOS, "13.4 52.5 34.0"],
  [TYPE.LOC, "52 31 N 13 24 E 34m"],
  [TYPE.SRV, "10 5 5060 sip"],
  [TYPE.NAPTR, "10 100 U E2U+sip !^.*$!sip:info@example.com! ."],
  [TYPE.KX, "10 kx"],
  [TYPE.CERT, "PKIX 12345 13 BASE64"],
  [TYPE.SINK, "1 0 0 BASE64"],
  [TYPE.DS, DIGEST],
  [TYPE.SSHFP, "4 2 HEX"],
  [TYPE.IPSECKEY, "10 1 2 192.0.2.1 BASE64"],
  [TYPE.RRSIG, SIGNATURE],
  [TYPE.NSEC, "www A AAAA"],
  [TYPE.DNSKEY, KEY],
  [TYPE.NSEC3, "1 0 0 - 2vptu5timamqttgl4luu9kg21e0aor3s A AAAA"],
  [TYPE.NSEC3PARAM, "1 0 0 -"],
  [TYPE.TLSA, CERTIFICATE_ASSOCIATION],
  [TYPE.SMIMEA, CERTIFICATE_ASSOCIATION],
  [TYPE.HIP, "2 HEX BASE64"],
  [TYPE.RKEY, KEY],
  [TYPE.TALINK, "before after"],
  [TYPE.CDS, DIGEST],
  [TYPE.CDNSKEY, KEY],
  [TYPE.CSYNC, "66 3 A NS AAAA"],
  [TYPE.ZONEMD, "2026113000 1 1 HEX"],
  [TYPE.SVCB, "1 . alpn=h2"],
  [TYPE.HTTPS, "1 . alpn=h2"],
  [TYPE.DSYNC, "CDS NOTIFY 5300 notify"],
  [TYPE.NID, "10 2001:0db8:0000:0001"],
  [TYPE.L32, "10 192.0.2.1"],
  [TYPE.L64, "10 2001:0db8:0000:0001"],
  [TYPE.LP, "10 locator"],
  [TYPE.URI, "10 1 https://www.example.com/"],
  [TYPE.CAA, "0 issue ca.example.net"],
  [TYPE.DOA, "0 1 2 text/plain BASE64"],
  [TYPE.AMTRELAY, "10 0 1 192.0.2.1"],
  [TYPE.TA, DIGEST],
  [TYPE.DLV, DIGEST],
]);

/** Faults that come of a field that is left out, put elsewhere or one too many; the others say what a field takes. */
const OF_THE_WHOLE = new Set(["record-data-incomplete", "record-data-too-long", "number-out-of-range", "type-unknown"]);

/** Gives the fault with the form of its type, where the form is what helps. */
export function withForm(type: number, fault: Fault): Fault {
  const form = FORMS.get(type);
  if (form === undefined || !OF_THE_WHOLE.has(fault.code)) return fault;
  return { ...fault, message: `${fault.message}; ${typeToText(type)} is written like "${form}"` };
}
