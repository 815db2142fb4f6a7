/**
 * Types whose fields depend on one another, from presentation form to octets: APL (RFC 3123 5), WKS (RFC 1035 3.4.2),
 * IPSECKEY (RFC 4025 3), AMTRELAY (RFC 8777 4.3), HIP (RFC 8005 6).
 */
import { parseIpv4, parseIpv6 } from "../../dns/address-text.ts";
import { bytesOfName, type Name } from "../../dns/name.ts";
import { fromBase64, fromHex } from "../../dns/octet-text.ts";
import { type Fault, fault, isFault } from "./fault.ts";
import { joinBytes, joinUnlessFault, numberBytes, readNumber } from "./rdata-bytes.ts";
import { resolveOwnerOrTarget } from "./resolve-name.ts";

const PROTOCOLS = new Map([
  ["icmp", 1],
  ["tcp", 6],
  ["udp", 17],
]);

/** Reads address prefixes: `1:192.0.2.0/24 !2:2001:db8::/32`. */
export function readApl(words: readonly string[]): Uint8Array | Fault {
  return joinUnlessFault(words.map(readAplItem));
}

function readAplItem(word: string): Uint8Array | Fault {
  const [, negated, family, address = "", prefix] = /^(!?)([12]):([^/]+)\/(\d{1,3})$/.exec(word) ?? [];
  const octets = family === "1" ? parseIpv4(address) : family === "2" ? parseIpv6(address) : null;
  if (octets === null || Number(prefix) > 8 * octets.length) {
    return fault("apl-item-invalid", `"${word}" is not [!]1:IPV4/PREFIX or [!]2:IPV6/PREFIX`);
  }
  // RFC 3123 4: trailing zero octets are left out.
  const kept = octets.subarray(0, octets.findLastIndex((octet) => octet !== 0) + 1);
  const head = Uint8Array.of(0, Number(family), Number(prefix), (negated === "!" ? 0x80 : 0) | kept.length);
  return joinBytes([head, kept]);
}

/** Reads a protocol and ports, which are numbers here: names of services differ from machine to machine. */
export function readWks([protocol = "", ...ports]: readonly string[]): Uint8Array | Fault {
  const number = PROTOCOLS.get(protocol.toLowerCase()) ?? readNumber(protocol, 255);
  if (isFault(number)) return number;
  const bits = new Uint8Array(8192);
  for (const text of ports) {
    const port = readNumber(text, 65_535);
    if (isFault(port)) return fault(port.code, `${port.message}; services are written as the numbers of their ports`);
    bits[port >> 3] = (bits[port >> 3] ?? 0) | (0x80 >> (port & 7));
  }
  return joinBytes([Uint8Array.of(number), bits.subarray(0, bits.findLastIndex((octet) => octet !== 0) + 1)]);
}

/** Reads precedence, gateway type, algorithm, gateway and key. */
export function readGateway(words: readonly string[], apex: Name): Uint8Array | Fault {
  const [precedenceText, kindText, algorithmText, gateway, ...key] = words;
  if (precedenceText === undefined || kindText === undefined || algorithmText === undefined || gateway === undefined) {
    return fault("record-data-incomplete", "precedence, gateway type, algorithm and gateway are needed");
  }
  const precedence = readNumber(precedenceText, 255);
  const kind = readNumber(kindText, 255);
  const algorithm = readNumber(algorithmText, 255);
  if (isFault(precedence)) return precedence;
  if (isFault(kind)) return kind;
  if (isFault(algorithm)) return algorithm;
  const target = readEndpoint(kind, gateway, apex);
  if (isFault(target)) return target;
  const octets = fromBase64(key.join(""));
  if (octets === null) return fault("base64-invalid", `"${key.join(" ")}" is not base64 with its padding (RFC 4648 4)`);
  return joinBytes([Uint8Array.of(precedence, kind, algorithm), target, octets]);
}

/** Reads precedence, discovery bit, relay type and relay. */
export function readRelay(words: readonly string[], apex: Name): Uint8Array | Fault {
  const [precedenceText, discoveryText, kindText, relay, extra] = words;
  if (precedenceText === undefined || discoveryText === undefined || kindText === undefined || relay === undefined) {
    return fault("record-data-incomplete", "precedence, discovery bit, relay type and relay are needed");
  }
  if (extra !== undefined) return fault("record-data-too-long", `"${extra}" follows a value that is already whole`);
  const precedence = readNumber(precedenceText, 255);
  const discovery = readNumber(discoveryText, 1);
  const kind = readNumber(kindText, 127);
  if (isFault(precedence)) return precedence;
  if (isFault(discovery)) return discovery;
  if (isFault(kind)) return kind;
  const target = readEndpoint(kind, relay, apex);
  return isFault(target) ? target : joinBytes([Uint8Array.of(precedence, (discovery << 7) | kind), target]);
}

/** Reads algorithm, host identity tag, public key and rendezvous servers. */
export function readHip(
  [algorithmText = "", tagText = "", keyText = "", ...servers]: readonly string[],
  apex: Name,
): Uint8Array | Fault {
  const algorithm = readNumber(algorithmText, 255);
  if (isFault(algorithm)) return algorithm;
  const tag = fromHex(tagText);
  if (tag === null || tag.length === 0 || tag.length > 255) {
    return fault("hex-invalid", `"${tagText}" is not a host identity tag of 1 to 255 octets in hexadecimal digits`);
  }
  const key = fromBase64(keyText);
  if (key === null || key.length === 0) return fault("base64-invalid", `"${keyText}" is not a public key in base64`);
  const head = [Uint8Array.of(tag.length, algorithm), numberBytes(key.length, 2), tag, key];
  return joinUnlessFault([...head, ...servers.map((server) => readName(server, apex))]);
}

/** Reads what IPSECKEY and AMTRELAY point at: 0 nothing (`.`), 1 IPv4, 2 IPv6, 3 a name. */
function readEndpoint(kind: number, text: string, apex: Name): Uint8Array | Fault {
  if (kind === 3) return readName(text, apex);
  const octets =
    kind === 0 && text === "." ? new Uint8Array() : kind === 1 ? parseIpv4(text) : kind === 2 ? parseIpv6(text) : null;
  return (
    octets ??
    fault(
      "gateway-invalid",
      `"${text}" does not fit type ${kind}; 0 is written with ".", 1 with an IPv4 and 2 with an IPv6 address, 3 with a name`,
    )
  );
}

function readName(text: string, apex: Name): Uint8Array | Fault {
  const resolved = resolveOwnerOrTarget(text, apex);
  return resolved.kind === "error" ? resolved : bytesOfName(resolved.name);
}
