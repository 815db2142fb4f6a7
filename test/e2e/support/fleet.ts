/**
 * Targets of probes on loopback: many addresses, one port. Each is up, down (connections are refused) or stalled
 * (connections are taken and never answered), answers with the status codes it is told, and counts its probes.
 */
import { createServer, type Server } from "node:http";
import { freePort } from "./ports.ts";

export interface Fleet {
  /** The one port of all targets. */
  readonly port: number;
  up(...addresses: readonly string[]): Promise<void>;
  down(...addresses: readonly string[]): Promise<void>;
  /** Brings up those that are listed and takes down all others. */
  only(...addresses: readonly string[]): Promise<void>;
  /** Takes a probe in and says nothing until it is brought up again. */
  stall(address: string): void;
  /** The status codes of the next probes, in order; 200 after them. */
  answerNext(address: string, codes: readonly number[]): void;
  /** How many probes a target has answered so far. */
  probes(address: string): number;
  stop(): Promise<void>;
}

/** Lists addresses such as 127.0.10.1 to 127.0.10.4, for `127.0.10` and 4. */
export function addressesIn(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${prefix}.${at + 1}`);
}

/** Starts one target at each address; all are up. */
export async function startFleet(addresses: readonly string[]): Promise<Fleet> {
  const port = await freePort(...addresses);
  const targets = new Map(addresses.map((address) => [address, new Target(address, port)]));
  const one = (address: string): Target => {
    const target = targets.get(address);
    if (target === undefined) throw new Error(`there is no target at ${address}`);
    return target;
  };
  const all = async (chosen: readonly string[], act: (target: Target) => Promise<void>): Promise<void> => {
    await Promise.all(chosen.map((address) => act(one(address))));
  };
  const up = (...chosen: readonly string[]) => all(chosen, (target) => target.up());
  const down = (...chosen: readonly string[]) => all(chosen, (target) => target.down());
  const fleet: Fleet = {
    port,
    up,
    down,
    async only(...chosen) {
      await Promise.all([up(...chosen), down(...addresses.filter((address) => !chosen.includes(address)))]);
    },
    stall: (address) => one(address).stall(),
    answerNext: (address, codes) => one(address).answerNext(codes),
    probes: (address) => one(address).probes,
    stop: () => down(...addresses),
  };
  await up(...addresses);
  return fleet;
}

class Target {
  probes = 0;
  readonly #address: string;
  readonly #port: number;
  #server: Server | null = null;
  #codes: number[] = [];
  #stalled = false;

  constructor(address: string, port: number) {
    this.#address = address;
    this.#port = port;
  }

  async up(): Promise<void> {
    this.#stalled = false;
    if (this.#server !== null) return;
    const server = createServer((_request, response) => {
      if (this.#stalled) return;
      this.probes += 1;
      response.writeHead(this.#codes.shift() ?? 200, { Connection: "close" }).end();
    });
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(this.#port, this.#address, resolve);
    });
  }

  async down(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server === null) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }

  stall(): void {
    this.#stalled = true;
  }

  answerNext(codes: readonly number[]): void {
    this.#codes = [...codes];
  }
}
