/** The JSON that the admin API speaks: never cached, times in RFC 3339 UTC. */

/** An answer of the API. */
export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(body, { status, headers: { "Cache-Control": "no-store", ...headers } });
}

/** An error of the API. */
export function errorOf(status: number, error: string, headers: Readonly<Record<string, string>> = {}): Response {
  return json(status, { error }, headers);
}

/** RFC 3339, UTC. */
export const timeOf = (ms: number): string => new Date(ms).toISOString();

/** The same, where there is a time. */
export const timeOrNull = (ms: number | null): string | null => (ms === null ? null : timeOf(ms));
