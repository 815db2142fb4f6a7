/**
 * `GET /api/explain`: why a client gets an answer. Turns the outcome into the JSON of the contract and decides nothing
 * else.
 */
import { explain } from "../answer/explain.ts";
import { nameToText } from "../dns/name-text.ts";
import { typeToText } from "../dns/types.ts";
import type { Client } from "../steering/candidate.ts";
import type { IsolateResolver } from "../store/resolver.ts";
import { parseExplainParams } from "./explain-params.ts";
import { errorOf, json, secondsOf, timeOf } from "./json.ts";

/** `GET /api/explain`. */
export async function explanationOf(search: URLSearchParams, resolver: IsolateResolver): Promise<Response> {
  const parsed = parseExplainParams(search);
  if (parsed.kind === "error") return errorOf(400, parsed.text);
  const { name, type, subnet, given } = parsed.params;
  if (!(await resolver.isReady())) return errorOf(503, "No zones have been loaded yet.");
  const { world } = resolver;
  const unknown = [...given.keys()].find((check) => !world.hasCheck(check));
  if (unknown !== undefined) return errorOf(400, `There is no check "${unknown}".`);
  const { recursionAvailable: ra, publicNames } = world.settings;
  const question = { qname: name, qtype: type, ra, publicNames };
  // RFC 7871 7.1.2: a prefix of 0 asks not to be located.
  const located = subnet?.prefixLength === 0 ? null : subnet;
  const client: Client = {
    subnet: located,
    get place() {
      return located && world.place(located);
    },
  };
  const settled = await resolver.settle(({ zones, health, nowMs }, draw) => {
    const outcome = explain(question, zones, world.suppose(health, given), client, draw, nowMs);
    return outcome.kind === "need" ? outcome : { ...outcome, nowMs };
  });
  if (settled.kind === "unsettled") return errorOf(503, settled.text);
  const { explanation, nowMs } = settled;
  const { snapshotAtMs } = world;
  return json(200, {
    name: nameToText(name),
    type: typeToText(type),
    subnet: search.get("subnet") || null,
    snapshot: {
      at: snapshotAtMs === null ? null : timeOf(snapshotAtMs),
      ageSeconds: snapshotAtMs === null ? null : secondsOf(nowMs - snapshotAtMs),
    },
    ...explanation,
  });
}
