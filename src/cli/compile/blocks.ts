/**
 * Address blocks of ipBased and `networks`, as text: one spelling of an address (RFC 4291 2.2) and a prefix length. Bits
 * beyond it are warned about and dropped: the block that holds an address is a common way to write it.
 *
 * Route 53 takes IPv4 blocks of /1 to /24 and IPv6 blocks of /1 to /48 (R11.1): what is longer tells single clients
 * apart, which no resolver should reveal, and /0 is what `default` says.
 */
import { networkToText, parseIpv4, parseIpv6, withoutBitsBeyond } from "../../dns/address-text.ts";
import type { Block } from "../../zone/model.ts";
import { type Fault, fault, isFault, type Remark } from "./fault.ts";
import type { Problems } from "./problem.ts";
import type { Place } from "./source.ts";

const FAMILIES = [
  { name: "IPv4", parse: parseIpv4, prefixMax: 24 },
  { name: "IPv6", parse: parseIpv6, prefixMax: 48 },
] as const;

/** Tells whether a text is meant as a block or an address rather than as a name. */
export function looksLikeBlock(text: string): boolean {
  return text.includes("/") || text.includes(":") || parseIpv4(text) !== null;
}

/** A block as read. */
export interface ReadBlock {
  readonly block: Block;
  readonly remark: Remark | null;
}

/** Reads the block that stands at a place; null: it is none, which is told. */
export function takeBlock(text: string, place: Place, problems: Problems): Block | null {
  const read = readBlock(text);
  if (isFault(read)) {
    problems.add(place, read.code, read.message);
    return null;
  }
  if (read.remark !== null) problems.warn(place, read.remark.code, read.remark.message);
  return read.block;
}

/** Reads `203.0.113.0/24`. */
export function readBlock(text: string): ReadBlock | Fault {
  const [, addressText = "", digits] = /^([^/]*)\/(\d{1,3})$/.exec(text) ?? [];
  for (const { name, parse, prefixMax } of FAMILIES) {
    const address = parse(addressText);
    if (address === null) continue;
    const prefixLength = Number(digits);
    if (prefixLength < 1 || prefixLength > prefixMax) {
      return fault(
        "block-prefix-out-of-range",
        `the block "${text}" is /${prefixLength}; allowed are /1 to /${prefixMax} for ${name}`,
      );
    }
    const block = { address: withoutBitsBeyond(address, prefixLength), prefixLength };
    if (block.address.every((octet, at) => octet === address[at])) return { block, remark: null };
    const message = `the block "${text}" has bits beyond its prefix; it is read as "${blockText(block)}"`;
    return { block, remark: { code: "block-host-bits", message } };
  }
  return fault("block-invalid", `"${text}" is no block; allowed are such as 203.0.113.0/24 and 2001:db8::/32`);
}

/** Writes a block in its one spelling; equal blocks have equal texts. */
export function blockText({ address, prefixLength }: Block): string {
  return networkToText(address, prefixLength);
}
