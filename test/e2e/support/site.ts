/** A web server on loopback for pages that browsers are to load, and who has asked for them. */
import { createServer } from "node:http";

export interface Visit {
  /** Host header, without the port. */
  readonly host: string;
  readonly path: string;
  readonly userAgent: string;
}

export interface Site {
  readonly visits: readonly Visit[];
  stop(): Promise<void>;
}

/** Serves pages by host and path (`www.example.com/`); whatever else is asked for is not there. */
export async function startSite(port: number, pages: Readonly<Record<string, string>>): Promise<Site> {
  const visits: Visit[] = [];
  const server = createServer((request, response) => {
    const host = (request.headers.host ?? "").replace(/:\d+$/, "");
    const path = request.url ?? "";
    visits.push({ host, path, userAgent: request.headers["user-agent"] ?? "" });
    const page = pages[host + path];
    response.writeHead(page === undefined ? 404 : 200, { "Content-Type": "text/html", Connection: "close" });
    response.end(page);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    visits,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
