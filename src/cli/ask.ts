/**
 * Asks a DoH server one question (RFC 8484 4.1, GET), always with EDNS.
 */
import type { Network } from "../dns/address-text.ts";
import { bytesOfName, type Name } from "../dns/name.ts";
import { toBase64 } from "../dns/octet-text.ts";
import { putUint16 } from "../dns/octets.ts";
import { HEADER_OCTETS } from "../dns/query.ts";
import { CLASS, OPTION, TYPE } from "../dns/types.ts";
import { Failure, messageOf } from "./failure.ts";
import { type Message, readMessage } from "./message.ts";
import { toldBy } from "./told-by-server.ts";

export interface Question {
  readonly qname: Name;
  readonly qtype: number;
  readonly subnet: Network | null;
}

/** What dig asks for; a DoH server ignores it (RFC 8484 6). */
const UDP_PAYLOAD_OCTETS = 1232;

const RECURSION_DESIRED = 0x0100;
const MEDIA_TYPE = "application/dns-message";

/** Writes a query; its ID is 0, so that caches can serve it (RFC 8484 4.1). */
export function encodeQuery({ qname, qtype, subnet }: Question): Uint8Array {
  const header = new Uint8Array(HEADER_OCTETS);
  putUint16(header, 2, RECURSION_DESIRED);
  putUint16(header, 4, 1);
  putUint16(header, 10, 1);
  const options = subnet === null ? [] : subnetOption(subnet);
  const opt = [0, ...pair(TYPE.OPT), ...pair(UDP_PAYLOAD_OCTETS), 0, 0, 0, 0, ...pair(options.length), ...options];
  return Uint8Array.from([...header, ...bytesOfName(qname), ...pair(qtype), ...pair(CLASS.IN), ...opt]);
}

/** RFC 7871 6: only the octets that the prefix reaches are sent. */
function subnetOption({ address, prefixLength }: Network): number[] {
  const sent = address.subarray(0, Math.ceil(prefixLength / 8));
  const data = [...pair(address.length === 4 ? 1 : 2), prefixLength, 0, ...sent];
  return [...pair(OPTION.CLIENT_SUBNET), ...pair(data.length), ...data];
}

function pair(value: number): [number, number] {
  return [value >> 8, value & 0xff];
}

/** Asks; throws where no DNS answer came. */
export async function ask(server: string, question: Question): Promise<Message> {
  const url = new URL(server);
  url.searchParams.set("dns", toBase64Url(encodeQuery(question)));
  const response = await fetch(url, { headers: { accept: MEDIA_TYPE } }).catch((thrown: unknown) => {
    const cause = thrown instanceof Error && thrown.cause !== undefined ? messageOf(thrown.cause) : messageOf(thrown);
    throw new Failure(`no answer from ${server}: ${cause || messageOf(thrown)}`);
  });
  const type = response.headers.get("content-type")?.split(";")[0]?.trim();
  if (!response.ok || type !== MEDIA_TYPE) {
    const what = `HTTP ${response.status}, content type ${type ?? "none"}${await toldBy(response)}`;
    const hint = response.status === 404 ? "; if it has ACCESS_TOKENS, put the token into the path" : "";
    throw new Failure(`no DNS answer from ${server}: ${what}${hint}`);
  }
  const read = readMessage(new Uint8Array(await response.arrayBuffer()));
  if (read.kind === "broken") throw new Failure(`the answer of ${server} is not a DNS message: ${read.why}`);
  return read.message;
}

function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
