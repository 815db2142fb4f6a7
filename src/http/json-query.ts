/**
 * The door for questions in a URL and answers in JSON: `/resolve`, and `/dns-query` for who accepts JSON there.
 *
 * It writes the question as a DNS query and reads the reply that the DoH door gives: steering, forwarding, errors and
 * freshness are those of DNS over HTTPS, and nothing is decided twice.
 */
import { encodeForwardedQuery } from "../dns/forwarded-query.ts";
import { messageToJson } from "../dns/message-json.ts";
import type { Backend } from "./backend.ts";
import { READABLE_BY_ALL } from "./cors.ts";
import { answerMessage } from "./doh.ts";
import { errorOf } from "./json.ts";
import { parseQuestion } from "./json-params.ts";

export type JsonMediaType = "application/dns-json" | "application/json";

/** Answers a GET or HEAD whose question is in the URL's parameters. */
export async function handleJson(
  request: Request,
  search: string,
  type: JsonMediaType,
  backend: Backend,
): Promise<Response> {
  const parsed = parseQuestion(new URLSearchParams(search));
  if (parsed.kind === "error") return errorOf(400, parsed.text, { Vary: "Accept", ...READABLE_BY_ALL });
  const { question } = parsed;
  const response = await answerMessage(encodeForwardedQuery(question), request, backend);
  const reply = messageToJson(new Uint8Array(await response.arrayBuffer()), question.subnet);
  if (reply === null) throw new Error("a reply of our own that cannot be read");
  return new Response(JSON.stringify(reply), {
    headers: {
      "Content-Type": type,
      "Cache-Control": response.headers.get("Cache-Control") ?? "no-store",
      Vary: "Accept",
      "X-Content-Type-Options": "nosniff",
      ...READABLE_BY_ALL,
    },
  });
}
