/** Web servers on loopback that stand for an operator's endpoints: up, down and up again on the same address. */
import { createServer, type Server } from "node:http";

export interface Origin {
  /** Closes every connection and refuses new ones. */
  down(): Promise<void>;
  up(): Promise<void>;
}

/** Starts a server that answers every path with HTTP 200 and a page that says `text`. */
export async function startOrigin(address: string, port: number, text: string): Promise<Origin> {
  let server: Server | null = null;
  const origin: Origin = {
    async up() {
      const starting = createServer((_request, response) => {
        response.writeHead(200, { "Content-Type": "text/html", "Cache-Control": "no-store", Connection: "close" });
        response.end(`<!doctype html><title>${text}</title><p>${text}</p>\n`);
      });
      await new Promise<void>((resolve, reject) => {
        starting.once("error", reject);
        starting.listen(port, address, resolve);
      });
      server = starting;
    },
    async down() {
      const stopping = server;
      server = null;
      if (stopping === null) return;
      stopping.closeAllConnections();
      await new Promise((resolve) => stopping.close(resolve));
    },
  };
  await origin.up();
  return origin;
}
