/**
 * The yardstick: a Worker that does nothing but send. Status, headers and octets are those of the product's own reply,
 * taken before the run; a POST's body is awaited, since a Worker that leaves it unread is spared half the work.
 */
interface BareEnv {
  readonly REPLY: { readonly status: number; readonly headers: Record<string, string>; readonly body: number[] };
}

let body: Uint8Array<ArrayBuffer> | null = null;

export default {
  async fetch(request: Request, env: BareEnv): Promise<Response> {
    body ??= new Uint8Array(env.REPLY.body);
    if (request.method === "POST") await request.arrayBuffer();
    return new Response(body, { status: env.REPLY.status, headers: env.REPLY.headers });
  },
};
