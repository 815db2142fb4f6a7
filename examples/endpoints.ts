/**
 * The example endpoints: the servers that the example zones' checks probe, on loopback ports.
 *
 * Each answers `/healthz` with 200 or 503; `/down` and `/up` switch it, so that a person with curl or a browser can
 * take a server out and watch the answers move.
 */
import { createServer, type Server } from "node:http";

export interface Endpoint {
  readonly name: string;
  readonly port: number;
}

/** The ports that the zone files name. */
export const ENDPOINTS: readonly Endpoint[] = [
  { name: "east", port: 8061 },
  { name: "west", port: 8062 },
  { name: "backup", port: 8063 },
];

/** Starts the endpoints; `stop` ends them. Rejects where a port is taken. */
export async function startEndpoints(endpoints: readonly Endpoint[] = ENDPOINTS): Promise<{ stop(): void }> {
  const servers: Server[] = [];
  const stop = () => {
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
  };
  try {
    for (const endpoint of endpoints) servers.push(await startEndpoint(endpoint));
  } catch (thrown) {
    stop();
    throw thrown;
  }
  return { stop };
}

function startEndpoint({ name, port }: Endpoint): Promise<Server> {
  let isUp = true;
  const server = createServer((request, response) => {
    const send = (status: number, text: string) => response.writeHead(status).end(`${text}\n`);
    switch (request.url) {
      case "/healthz":
        return isUp ? send(200, "ok") : send(503, "down");
      case "/up":
      case "/down":
        isUp = request.url === "/up";
        return send(200, `${name} is ${isUp ? "up" : "down"}`);
      default:
        return isUp ? send(200, `hello from ${name}`) : send(503, `${name} is down`);
    }
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}
