/**
 * The control port of `fairlead dev`: how `push`, `plan` and the others reach the KV namespace that it holds open.
 *
 * It listens on loopback only and asks for the secret of the lock file, so that no page in a browser and no other
 * user of the machine can publish.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { messageOf } from "../failure.ts";
import type { KvEntry, KvStore } from "../kv.ts";

export type ControlRequest =
  | { readonly kind: "get"; readonly key: string }
  | { readonly kind: "put"; readonly entries: readonly KvEntry[] }
  | { readonly kind: "list"; readonly prefix: string }
  | { readonly kind: "remove"; readonly keys: readonly string[] };

export interface ControlReply {
  readonly value?: string | null;
  readonly keys?: readonly string[];
}

export interface Control {
  readonly port: number;
  close(): void;
}

/** Starts the control port. `onPut` is told the keys of each write, after it. */
export async function startControl(
  store: KvStore,
  secret: string,
  onPut: (keys: readonly string[]) => void,
): Promise<Control> {
  const server = createServer((request, response) => {
    const send = (status: number, body: string) => response.writeHead(status).end(body);
    if (request.method !== "POST" || !bearsSecret(request, secret)) {
      send(401, "the secret of the lock file is needed");
      return;
    }
    answer(request, store, onPut).then(
      (reply) => send(200, JSON.stringify(reply)),
      (thrown: unknown) => send(500, messageOf(thrown)),
    );
  });
  const port = await listen(server);
  return {
    port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(address !== null && typeof address === "object" ? address.port : 0);
    });
  });
}

async function answer(
  message: IncomingMessage,
  store: KvStore,
  onPut: (keys: readonly string[]) => void,
): Promise<ControlReply> {
  const request = JSON.parse(await text(message)) as ControlRequest;
  switch (request.kind) {
    case "get":
      return { value: await store.get(request.key) };
    case "list":
      return { keys: await store.list(request.prefix) };
    case "remove":
      await store.remove(request.keys);
      return {};
    case "put":
      await store.putAll(request.entries);
      onPut(request.entries.map(({ key }) => key));
      return {};
    default:
      request satisfies never;
      throw new Error("unknown request");
  }
}

/** Compares in constant time; digests are compared since lengths may differ. */
function bearsSecret(request: IncomingMessage, secret: string): boolean {
  const digest = (value: string) => createHash("sha256").update(value).digest();
  return timingSafeEqual(digest(request.headers.authorization ?? ""), digest(`Bearer ${secret}`));
}
