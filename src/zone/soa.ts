/** The SOA as records and negative answers carry it: the zone's fields with the serial put in. */
import { bytesOfName } from "../dns/name.ts";
import type { Soa } from "./model.ts";

const NUMBERS_OCTETS = 20;

/** Writes SOA record data, uncompressed (RFC 1035 3.3.13). */
export function soaRdata(soa: Soa, serial: number): Uint8Array {
  const names = soa.mname.length + soa.rname.length;
  const rdata = new Uint8Array(names + NUMBERS_OCTETS);
  rdata.set(bytesOfName(soa.mname));
  rdata.set(bytesOfName(soa.rname), soa.mname.length);
  const view = new DataView(rdata.buffer, names);
  [serial, soa.refresh, soa.retry, soa.expire, soa.minimum].forEach((value, at) => {
    view.setUint32(at * 4, value);
  });
  return rdata;
}

/** How long a negative answer may be kept: the lesser of the SOA's TTL and MINIMUM (RFC 2308 5). */
export function negativeTtlSeconds(soa: Soa): number {
  return Math.min(soa.ttl, soa.minimum);
}
