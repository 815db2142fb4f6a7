/**
 * The admin API's writes: an operator's override of a check, the status of a push check, the release of a candidate
 * that a manual failback holds back. They are orders to the board, which stores them before it says that they are done.
 */
import {
  type CheckHealth,
  type Env,
  type LatchHealth,
  type OrderReceipt,
  type OverrideOrder,
  RPC_FORMAT,
} from "../store/env.ts";
import { parseTime } from "../zone/operator-text.ts";
import { askBoard, BOARD_AWAY } from "./api-board.ts";
import { badBody, type ReadBody, readBody } from "./api-body.ts";
import { checkBody } from "./api-health.ts";
import { checkNameOf, ownerOf, typeOf } from "./api-spelling.ts";
import { errorOf, json } from "./json.ts";

/** `POST /api/checks/ZONE/NAME/override`; `by` is whose token it is. */
export async function override(request: Request, env: Env, by: string): Promise<Response> {
  const check = checkIn(request);
  if (check === null) return badPath();
  const body = await readBody(request, ["verdict"], ["until", "reason"]);
  const order = body.kind === "error" ? body : overrideIn(body.fields, by);
  if (order.kind === "error") return errorOf(order.status, order.text);
  const message = { format: RPC_FORMAT, check, override: order.override } as const;
  return answerOf(await askBoard<OrderReceipt<CheckHealth>>(env, (board) => board.override(message)), shown);
}

/** `POST /api/checks/ZONE/NAME/status`. */
export async function status(request: Request, env: Env): Promise<Response> {
  const check = checkIn(request);
  if (check === null) return badPath();
  const body = await readBody(request, ["status"], ["reason"]);
  if (body.kind === "error") return errorOf(body.status, body.text);
  const { status: told, reason = "" } = body.fields;
  if (told !== "healthy" && told !== "unhealthy") return errorOf(400, '"status" must be healthy or unhealthy.');
  const message = { format: RPC_FORMAT, check, report: { status: told, reason } } as const;
  return answerOf(await askBoard<OrderReceipt<CheckHealth>>(env, (board) => board.push(message)), shown);
}

/** Says that a path leads to no check's order; where a name's slashes are not encoded, how it is written. */
export function nothingAt(request: Request): string {
  const parts = new URL(request.url).pathname.split("/").slice(4);
  const isOrder = parts.length > 2 && /^(?:override|status)$/.test(parts.at(-1) ?? "");
  if (!isOrder) return "There is nothing here.";
  return `There is nothing here; write the check's name as one segment: ${parts.slice(0, -1).join("%2F")}`;
}

/** `POST /api/release`. */
export async function release(request: Request, env: Env): Promise<Response> {
  const body = await readBody(request, ["owner", "type", "path"]);
  if (body.kind === "error") return errorOf(body.status, body.text);
  const { owner = "", type = "", path = "" } = body.fields;
  const place = { owner: ownerOf(owner), type: typeOf(type), path };
  if (place.owner === null) return errorOf(400, `"${owner}" is no domain name.`);
  if (place.type === null) return errorOf(400, `"${type}" is no record type.`);
  const message = { format: RPC_FORMAT, owner: place.owner, type: place.type, path } as const;
  return answerOf(await askBoard<OrderReceipt<LatchHealth>>(env, (board) => board.release(message)), (latch) => latch);
}

type OrderedOverride = { readonly kind: "order"; readonly override: OverrideOrder["override"] };

function overrideIn(
  { verdict, until, reason }: Readonly<Record<string, string>>,
  by: string,
): OrderedOverride | (ReadBody & { readonly kind: "error" }) {
  if (verdict === "auto") {
    return until === undefined ? { kind: "order", override: null } : badBody('"until" has no meaning with "auto".');
  }
  if (verdict !== "up" && verdict !== "down") return badBody('"verdict" must be up, down or auto.');
  if (!reason) return badBody('"reason" is required: it is shown wherever the override is.');
  if (until === undefined) return { kind: "order", override: { verdict, untilMs: null, reason, by } };
  const untilMs = parseTime(until);
  if (untilMs === null)
    return badBody(`"${until}" is no time; write 2027-01-31T12:00:00Z, or an offset in place of the Z.`);
  if (untilMs <= Date.now()) return badBody(`"${until}" is past.`);
  return { kind: "order", override: { verdict, untilMs, reason, by } };
}

const shown = (check: CheckHealth) => checkBody(check, Date.now());

function answerOf<T>(receipt: OrderReceipt<T> | null, show: (now: T) => unknown): Response {
  switch (receipt?.kind) {
    case undefined:
      return errorOf(503, BOARD_AWAY);
    case "done":
      return json(200, show(receipt.now));
    case "unknown":
      return errorOf(404, receipt.text);
    case "refused":
      return errorOf(409, receipt.text);
    default:
      return receipt satisfies never;
  }
}

/** Reads `/api/checks/ZONE/NAME/…` from the path as sent: a name's own slashes are percent-encoded. Null: it cannot be decoded. */
function checkIn(request: Request): string | null {
  const [zone = "", name = ""] = new URL(request.url).pathname.split("/").slice(3);
  try {
    return checkNameOf(decodeURIComponent(zone), decodeURIComponent(name));
  } catch {
    return null;
  }
}

const badPath = (): Response => errorOf(400, "The path is not percent-encoded UTF-8.");
