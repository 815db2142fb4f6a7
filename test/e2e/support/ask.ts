/** Asks over DoH as a plain client does, and reads the answer with a DNS library that is not the product's own. */
import { type Answer, type DecodedPacket, decode, encode, type PacketOpt, type RecordType } from "dns-packet";

/** RFC 8914: the option that carries an extended error. */
const OPTION_EDE = 15;

/** RFC 7871. */
const OPTION_CLIENT_SUBNET = 8;

export interface Asked {
  readonly rcode: string;
  /** The record data of the Answer section as text, sorted. */
  readonly data: readonly string[];
  /** INFO-CODEs of the extended errors, in order. */
  readonly extendedErrors: readonly number[];
}

/** Sends one query by POST, with an OPT record, for a client in `subnet` (`203.0.113.0/24`) where it is given. */
export async function ask(url: string, name: string, type: RecordType = "A", subnet?: string): Promise<Asked> {
  const query = encode({
    type: "query",
    id: 0,
    flags: 0,
    questions: [{ type, name }],
    additionals: [
      {
        type: "OPT",
        name: ".",
        udpPayloadSize: 1232,
        extendedRcode: 0,
        ednsVersion: 0,
        flags: 0,
        flag_do: false,
        options: subnet === undefined ? [] : [clientSubnet(subnet)],
      },
    ],
  });
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/dns-message" },
    body: new Uint8Array(query),
    signal: AbortSignal.timeout(5_000),
  });
  if (response.status !== 200) throw new Error(`HTTP ${response.status}: ${await response.text()}`);
  const reply = decode(Buffer.from(await response.arrayBuffer()));
  return {
    rcode: rcodeOf(reply),
    data: (reply.answers ?? []).map(dataText).toSorted(),
    extendedErrors: extendedErrorsOf(reply),
  };
}

/** RFC 7871 6: the network part of an address, whose other bits are 0. */
function clientSubnet(subnet: string): PacketOpt {
  const [ip = "", length = ""] = subnet.split("/");
  return { code: OPTION_CLIENT_SUBNET, ip, sourcePrefixLength: Number(length) };
}

function rcodeOf(reply: DecodedPacket): string {
  return "rcode" in reply ? String(reply.rcode) : "?";
}

function dataText(answer: Answer): string {
  return "data" in answer ? String(answer.data) : "";
}

function extendedErrorsOf(reply: DecodedPacket): number[] {
  return (reply.additionals ?? [])
    .flatMap((record) => (record.type === "OPT" ? (record.options ?? []) : []))
    .filter((option) => Number(option.code) === OPTION_EDE)
    .map((option) =>
      "data" in option && option.data instanceof Uint8Array ? Buffer.from(option.data).readUInt16BE(0) : -1,
    );
}
