/**
 * The bodies of the admin API's writes: one JSON object of texts, small, read strictly. What is wrong is said, never
 * guessed around: an operator at work on an outage must not find out later that a key was misspelt.
 */
import { REASON_CHARACTERS_MAX } from "../zone/operator-text.ts";

/** What a body came to. */
export type ReadBody =
  | { readonly kind: "fields"; readonly fields: Readonly<Record<string, string>> }
  | { readonly kind: "error"; readonly status: 400 | 413; readonly text: string };

/** Far more than any order needs. */
const BODY_BYTES_MAX = 4096;

/** Reads a body whose keys are among `required` and `optional`, each a text. */
export async function readBody(
  request: Request,
  required: readonly string[],
  optional: readonly string[] = [],
): Promise<ReadBody> {
  const text = await readText(request);
  if (text === null) return { kind: "error", status: 413, text: `A body has at most ${BODY_BYTES_MAX} octets.` };
  const value = parseObject(text);
  if (value === null) return badBody("The body must be a JSON object.");
  const known = [...required, ...optional];
  for (const [key, field] of Object.entries(value)) {
    if (!known.includes(key)) return badBody(`There is no key "${key}"; there are ${known.join(", ")}.`);
    if (typeof field !== "string") return badBody(`"${key}" must be a text.`);
    const { length } = key === "reason" ? [...field] : "";
    if (length > REASON_CHARACTERS_MAX) {
      return badBody(`"reason" has ${length} characters; at most ${REASON_CHARACTERS_MAX} are allowed.`);
    }
  }
  const missing = required.find((key) => !Object.hasOwn(value, key) || value[key] === "");
  if (missing !== undefined) return badBody(`"${missing}" is required.`);
  return { kind: "fields", fields: value as Readonly<Record<string, string>> };
}

/** A body that says something impossible. */
export function badBody(text: string): ReadBody & { readonly kind: "error" } {
  return { kind: "error", status: 400, text };
}

/** Null: too long. Reads no more than it has to. */
async function readText(request: Request): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let octets = 0;
  for await (const part of request.body ?? []) {
    octets += part.length;
    if (octets > BODY_BYTES_MAX) return null;
    parts.push(part);
  }
  return new Blob(parts).text();
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
