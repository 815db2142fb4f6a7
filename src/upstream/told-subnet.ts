/**
 * What an upstream is told of a client's network: nothing, unless the operator says so, and then no more than /24 or
 * /56 (RFC 7871 11.1).
 */
import type { ToldSubnet } from "../dns/forwarded-query.ts";
import type { Query } from "../dns/query.ts";
import type { Client } from "../steering/candidate.ts";

const IPV4_PREFIX_LENGTH_MAX = 24;
const IPV6_PREFIX_LENGTH_MAX = 56;

/** Gives the network to tell; null: none is known. */
export function subnetToTell({ edns }: Query, client: Pick<Client, "subnet">): ToldSubnet | null {
  const { subnet } = client;
  if (subnet === null) {
    // RFC 7871 7.1.2: a client that will not be located is not located by the upstream either.
    const sent = edns?.clientSubnet ?? null;
    return sent?.sourcePrefixLength === 0 ? { address: sent.address, prefixLength: 0 } : null;
  }
  const { address } = subnet;
  const lengthMax = address.length === 4 ? IPV4_PREFIX_LENGTH_MAX : IPV6_PREFIX_LENGTH_MAX;
  if (subnet.prefixLength <= lengthMax) return { address, prefixLength: subnet.prefixLength };
  return { address: address.slice().fill(0, lengthMax / 8), prefixLength: lengthMax };
}

/** Tells whether it is the network that the query named, so that a scope speaks of it. */
export function isNamedByQuery({ edns }: Query, told: ToldSubnet): boolean {
  const named = edns?.clientSubnet ?? null;
  if (named === null || named.address.length !== told.address.length) return false;
  const octets = Math.floor(told.prefixLength / 8);
  return (
    named.sourcePrefixLength >= told.prefixLength &&
    told.address.every((octet, at) => at >= octets || octet === named.address[at])
  );
}

/** Writes a network as part of a cache's key. */
export function subnetKey(told: ToldSubnet | null): string {
  return told === null ? "" : `${told.prefixLength}/${told.address.toHex()}`;
}
