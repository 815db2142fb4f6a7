/**
 * `GET /api/explain`: why a client gets an answer. Turns the outcome into the JSON of the contract and decides nothing
 * else: the client is that of a query which comes over this connection and carries `subnet` as its Client Subnet.
 * Without `subnet` it is one that nothing is known of, so that odds are those of everybody.
 */

import { type ExplainedLink, explain } from "../answer/explain.ts";
import { secondsOf } from "../answer/record-text.ts";
import type { ClientSubnet } from "../dns/edns.ts";
import { nameToText } from "../dns/name-text.ts";
import { typeToText } from "../dns/types.ts";
import { type DatedStatus, dated } from "../health/dated.ts";
import type { Client, Subnet } from "../steering/candidate.ts";
import { type BoardHealth, type Env, RPC_FORMAT } from "../store/env.ts";
import type { IsolateResolver } from "../store/resolver.ts";
import type { Catalog } from "../zone/catalog.ts";
import { askBoard } from "./api-board.ts";
import { checkNamesOf } from "./api-spelling.ts";
import { clientOf, scopeToTell } from "./client.ts";
import { parseExplainParams } from "./explain-params.ts";
import { explainClient } from "./explained-client.ts";
import { errorOf, json, timeOf } from "./json.ts";
import { datedStatuses } from "./observed.ts";

/** `GET /api/explain`. */
export async function explanationOf(request: Request, env: Env, resolver: IsolateResolver): Promise<Response> {
  const search = new URL(request.url).searchParams;
  const parsed = parseExplainParams(search);
  if (parsed.kind === "error") return errorOf(400, parsed.text);
  const { name, type, subnet, given } = parsed.params;
  if (!(await resolver.isReady())) return errorOf(503, "No zones have been loaded yet.");
  const { world } = resolver;
  const supposed = new Map<string, "healthy" | "unhealthy">();
  for (const [written, verdict] of given) {
    const check = checkNamesOf(written).find((name) => world.hasCheck(name));
    if (check === undefined) return errorOf(400, noCheck(written));
    supposed.set(check, verdict);
  }
  const { recursionAvailable: ra, publicNames } = world.settings;
  const question = { qname: name, qtype: type, ra, publicNames };
  const sent = subnet && clientSubnetOf(subnet);
  const client = sent === null ? NOBODY_KNOWN : clientOf(sent, request, resolver);
  const statuses = await statusesOf(env);
  const settled = await resolver.settle(({ zones, health, hosts, nowMs }, draw) => {
    const view = world.suppose(dated(health, statuses), supposed);
    const outcome = explain(question, zones, view, client, draw, nowMs, hosts);
    if (outcome.kind === "need") return outcome;
    const told = explainClient(sent, client, resolver);
    return told.kind === "need"
      ? { kind: "need", keys: [told.key] }
      : { ...outcome, told, nowMs, catalog: world.catalog };
  }, request);
  if (settled.kind === "unsettled") return errorOf(503, settled.text);
  const { explanation, told, nowMs, catalog } = settled;
  const { answer } = explanation;
  const { snapshotAtMs } = world;
  return json(200, {
    name: nameToText(name),
    type: typeToText(type),
    subnet: search.get("subnet") || null,
    client: { from: told.from, subnet: told.subnet, place: told.place },
    snapshot: {
      at: snapshotAtMs === null ? null : timeOf(snapshotAtMs),
      ageSeconds: snapshotAtMs === null ? null : secondsOf(nowMs - snapshotAtMs),
    },
    ...explanation,
    links: explanation.links.map((link) => datedLink(link, catalog)),
    answer: { ...answer, scope: answer.scope === null ? null : scopeToTell(sent, answer.scope) },
  });
}

function noCheck(written: string): string {
  const hint = written.includes("/") ? "" : " The full name of one is ZONE/NAME, such as example.com/web.";
  return `There is no check "${written}".${hint}`;
}

/** How checks stand, since when and why; empty where the board is away, so that recent changes alone have their time. */
async function statusesOf(env: Env): Promise<ReadonlyMap<string, DatedStatus>> {
  const health = await askBoard<BoardHealth>(env, (board) => board.health());
  return datedStatuses(health?.format === RPC_FORMAT ? health.checks : []);
}

/** The catalog does not say when an earlier version came; its serial is made up, so that it is below the new one. */
function datedLink(link: ExplainedLink, catalog: Catalog | null): ExplainedLink {
  if (link.hash === undefined || catalog === null) return link;
  const isCurrent = Object.values(catalog.zones).some(({ hash }) => hash === link.hash);
  return isCurrent ? link : { ...link, generation: null, earlier: true };
}

const NOBODY_KNOWN: Client = { subnet: null, place: null };

function clientSubnetOf({ address, prefixLength }: Subnet): ClientSubnet {
  return { family: address.length === 4 ? 1 : 2, sourcePrefixLength: prefixLength, address };
}
