/** Requests to the doors for questions, and a backend that answers from zones in memory, where everybody is healthy. */
import { answer } from "../../src/answer/answer.ts";
import type { Backend } from "../../src/http/backend.ts";
import { answerAt, targetOf } from "../../src/http/dispatch.ts";
import type { Guard } from "../../src/http/guard.ts";
import { IN_ORDER } from "./ask.ts";
import { zonesOf } from "./build.ts";
import { resolverOf } from "./doh.ts";
import { ALL_HEALTHY, NOW_MS } from "./health.ts";

export const ORIGIN = "https://dns.example.com";

/** Answers from zones as a deployment without upstreams does. */
export function backendOf(...texts: readonly string[]): Backend {
  const zones = zonesOf(...texts);
  return resolverOf(({ qname, qtype }, client) => {
    const outcome = answer({ qname, qtype, ra: false, publicNames: [] }, zones, ALL_HEALTHY, client, IN_ORDER, NOW_MS);
    if (outcome.kind === "need") throw new Error("everything is in memory");
    return outcome;
  });
}

/** Knocks with a path and its query string. */
export async function knock(
  path: string,
  init: RequestInit,
  backend: Backend,
  guard: Guard | null = null,
): Promise<Response> {
  const request = new Request(ORIGIN + path, init);
  const target = targetOf(request.url);
  if (target === null) throw new Error(`no questions are asked at ${path}`);
  return answerAt(target, request, guard, backend, request.url);
}
