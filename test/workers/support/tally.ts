/** Reads what the loopback web server has seen. */
import { inject } from "vitest";
import type { Tally } from "./servers.ts";

export async function tallyOf(key: string): Promise<Tally> {
  const response = await fetch(`http://127.0.0.1:${inject("ports").web}/tally/${key}`);
  return response.json<Tally>();
}
