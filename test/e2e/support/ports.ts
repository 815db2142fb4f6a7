/** Free ports on loopback. */
import { createServer } from "node:net";

/** Finds a TCP port that is free on every one of the loopback addresses given. */
export async function freePort(...addresses: readonly string[]): Promise<number> {
  for (;;) {
    const port = await listenBriefly(0, addresses[0] ?? "127.0.0.1");
    if (port === null) continue;
    const others = await Promise.all(addresses.slice(1).map((address) => listenBriefly(port, address)));
    if (!others.includes(null)) return port;
  }
}

/** Gives the port that was bound; null where it was taken. */
function listenBriefly(port: number, address: string): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(null));
    server.listen(port, address, () => {
      const bound = server.address();
      server.close(() => resolve(bound !== null && typeof bound === "object" ? bound.port : null));
    });
  });
}
