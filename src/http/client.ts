/**
 * Who asks, and from where: the network and the place that steering may look at, from the query's Client Subnet or from
 * the connection.
 *
 * Most queries never look, so both are worked out when they are first asked for and then kept. The connecting address
 * is cut short before anything else sees it (RFC 7871 11.1: /24 and /56 are what privacy allows). Where a Client Subnet
 * is, only the deployment's own set of places can tell; without one the connection's place stands for the client's.
 * An IPv4-mapped address is the IPv4 address in it: whoever has one is an IPv4 client.
 */

import { mappedIpv4, parseIpv4, parseIpv6 } from "../dns/address-text.ts";
import type { ClientSubnet } from "../dns/edns.ts";
import type { Client, Place, Subnet } from "../steering/candidate.ts";
import type { Resolver } from "../store/resolver.ts";
import type { Need } from "../zone/model.ts";
import { connectingPlace } from "./connecting-place.ts";

const IPV4_PREFIX_LENGTH = 24;
const IPV6_PREFIX_LENGTH = 56;
/** ::ffff:0:0/96 (RFC 4291 2.5.5.2). */
const MAPPED_PREFIX_LENGTH = 96;

/** A block of addresses that mean another network to everyone: no one can be located by them. */
interface PrivateBlock {
  readonly address: readonly number[];
  readonly prefixLength: number;
}

const PRIVATE_IPV4: readonly PrivateBlock[] = [
  { address: [10], prefixLength: 8 }, // RFC 1918
  { address: [172, 16], prefixLength: 12 }, // RFC 1918
  { address: [192, 168], prefixLength: 16 }, // RFC 1918
  { address: [100, 64], prefixLength: 10 }, // RFC 6598
  { address: [127], prefixLength: 8 }, // loopback
  { address: [169, 254], prefixLength: 16 }, // link-local
];

const PRIVATE_IPV6: readonly PrivateBlock[] = [
  { address: [0xfc], prefixLength: 7 }, // RFC 4193
  { address: [0xfe, 0x80], prefixLength: 10 }, // link-local
  { address: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], prefixLength: 128 }, // loopback
];

/** Gives the client of a query that carries this Client Subnet, or none; what is asked of it is worked out then, and once. */
export function clientOf(sent: ClientSubnet | null, request: Request, places: Pick<Resolver, "place">): Client {
  return new QueryClient(sent, request, places);
}

class QueryClient implements Client {
  readonly #sent: ClientSubnet | null;
  readonly #request: Request;
  readonly #places: Pick<Resolver, "place">;
  #subnet: Subnet | null | undefined;
  #place: Place | null | undefined;

  constructor(sent: ClientSubnet | null, request: Request, places: Pick<Resolver, "place">) {
    this.#sent = sent;
    this.#request = request;
    this.#places = places;
  }

  get subnet(): Subnet | null {
    if (this.#subnet === undefined) {
      const sent = countedSubnet(this.#sent);
      this.#subnet = sent === undefined ? connectingSubnet(this.#request.headers.get("CF-Connecting-IP")) : sent;
    }
    return this.#subnet;
  }

  get place(): Place | Need | null {
    if (this.#place !== undefined) return this.#place;
    const found = this.#findPlace();
    if (found === null || !("kind" in found)) this.#place = found;
    return found;
  }

  #findPlace(): Place | Need | null {
    const sent = countedSubnet(this.#sent);
    if (sent === null) return null;
    return (sent && this.#places.place(sent)) ?? connectingPlace(this.#request.cf);
  }
}

/** The network that a query's Client Subnet names; undefined: none, or a private one, so that the connection's counts; null: unknown. */
function countedSubnet(sent: ClientSubnet | null): Subnet | null | undefined {
  if (sent === null) return undefined;
  const subnet = networkOf(sent);
  if (isPrivate(subnet)) return undefined;
  // RFC 7871 7.1.2: a source prefix of 0 asks not to be located, by the connection neither.
  return subnet.prefixLength === 0 ? null : subnet;
}

/** Tells what a query that carries a Client Subnet has its client's network from; `nothing`: it is not to be located. */
export function networkIsFrom(sent: ClientSubnet): "subnet" | "connection" | "nothing" {
  const subnet = countedSubnet(sent);
  if (subnet === undefined) return "connection";
  return subnet === null ? "nothing" : "subnet";
}

/**
 * Gives the scope that the reply to a query tells. It speaks of the network that the query named: where that was a
 * private one and the connection counted in its stead, the answer holds for all of them, even of the other family; and
 * of an IPv4-mapped one the prefix before the IPv4 address counts too.
 */
export function scopeToTell(sent: ClientSubnet | null, scopePrefixLength: number): number {
  if (sent === null || scopePrefixLength === 0) return scopePrefixLength;
  const subnet = networkOf(sent);
  return isPrivate(subnet) ? 0 : scopePrefixLength + sent.sourcePrefixLength - subnet.prefixLength;
}

function networkOf({ address, sourcePrefixLength }: ClientSubnet): Subnet {
  const ipv4 = sourcePrefixLength > MAPPED_PREFIX_LENGTH ? mappedIpv4(address) : null;
  if (ipv4 === null) return { address, prefixLength: sourcePrefixLength };
  return { address: ipv4, prefixLength: sourcePrefixLength - MAPPED_PREFIX_LENGTH };
}

/** Gives the connecting address cut to its network; null: unknown. */
export function connectingSubnet(text: string | null): Subnet | null {
  if (text === null) return null;
  const ipv6 = parseIpv6(text);
  const ipv4 = ipv6 === null ? parseIpv4(text) : mappedIpv4(ipv6);
  if (ipv4 !== null) return cut(ipv4, IPV4_PREFIX_LENGTH);
  return ipv6 === null ? null : cut(ipv6, IPV6_PREFIX_LENGTH);
}

/** Zeroes all octets behind a prefix that ends at an octet's border. */
function cut(address: Uint8Array, prefixLength: number): Subnet {
  return { address: address.fill(0, prefixLength / 8), prefixLength };
}

function isPrivate(subnet: Subnet): boolean {
  const blocks = subnet.address.length === 4 ? PRIVATE_IPV4 : PRIVATE_IPV6;
  return blocks.some((block) => isWithin(subnet, block));
}

function isWithin(subnet: Subnet, block: PrivateBlock): boolean {
  if (subnet.prefixLength < block.prefixLength) return false;
  return block.address.every((octet, index) => {
    const bits = Math.min(8, block.prefixLength - 8 * index);
    return (octet ^ (subnet.address[index] ?? 0)) >> (8 - bits) === 0;
  });
}
