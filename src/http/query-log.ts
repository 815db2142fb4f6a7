/**
 * The log of queries, for an operator who asks for one: what was asked, what came of it, and from which network, cut
 * short to what does not tell one client from another. Nothing else of a client is written, and without LOG_QUERIES
 * no question is written anywhere.
 */
import { networkToText } from "../dns/address-text.ts";
import { nameToText } from "../dns/name-text.ts";
import type { Query } from "../dns/query.ts";
import { rcodeInHeader } from "../dns/reply.ts";
import { rcodeToText, typeToText } from "../dns/types.ts";
import { logLine } from "../store/log.ts";
import { connectingSubnet } from "./client.ts";

/** Writes the line of a query that `message` answers. */
export function logQuery({ qname, qtype }: Query, message: Uint8Array, request: Request): void {
  const subnet = connectingSubnet(request.headers.get("CF-Connecting-IP"));
  logLine("query", {
    qname: nameToText(qname),
    qtype: typeToText(qtype),
    rcode: rcodeToText(rcodeInHeader(message)),
    client: subnet && networkToText(subnet.address, subnet.prefixLength),
  });
}
