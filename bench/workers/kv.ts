/**
 * Workers KV as the runtime's binding speaks to it: `GET /<key>` gives the value or 404. It counts its reads, and tells
 * the count to a request with the header `X-Reads`, which no binding sends.
 */
interface KvEnv {
  /** Values in base64, by key. */
  readonly VALUES: Readonly<Record<string, string>>;
}

let reads = 0;

export default {
  fetch(request: Request, env: KvEnv): Response {
    if (request.headers.has("X-Reads")) return new Response(String(reads));
    reads += 1;
    const value = env.VALUES[decodeURIComponent(new URL(request.url).pathname.slice(1))];
    if (value === undefined) return new Response(null, { status: 404 });
    return new Response(Uint8Array.from(atob(value), (letter) => letter.charCodeAt(0)));
  },
};
