/**
 * The bodies of the admin API's writes: one JSON object of texts, small, read strictly. What is wrong is said, never
 * guessed around: an operator at work on an outage must not find out later that a key was misspelt.
 */

/** What a body came to. */
export type ReadBody =
  | { readonly kind: "fields"; readonly fields: Readonly<Record<string, string>> }
  | { readonly kind: "error"; readonly status: 400 | 413; readonly text: string };

/** Far more than any order needs. */
const BODY_BYTES_MAX = 4096;

/** RFC 3339 in UTC, as the API writes times. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;

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
  }
  const missing = required.find((key) => !Object.hasOwn(value, key) || value[key] === "");
  if (missing !== undefined) return badBody(`"${missing}" is required.`);
  return { kind: "fields", fields: value as Readonly<Record<string, string>> };
}

/** A body that says something impossible. */
export function badBody(text: string): ReadBody & { readonly kind: "error" } {
  return { kind: "error", status: 400, text };
}

/** Reads a time; null: it is none. */
export function parseTime(text: string): number | null {
  const ms = TIME.test(text) ? Date.parse(text) : Number.NaN;
  // Days that a month does not have are carried over by the parser.
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 19) !== text.slice(0, 19) ? null : ms;
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
