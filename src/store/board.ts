/**
 * The way to the one health board. Every stub must carry the same location hint, since the first caller places the
 * object for good; so nobody else names the board.
 */
import { BOARD_NAME, type BoardRpc, type Env } from "./env.ts";

/** Gives a stub of the board. Cheap; a stub that has failed is not to be kept. */
export function boardOf(env: Env): DurableObjectStub<BoardRpc> {
  const region = env.BOARD_REGION;
  if (region === undefined || region === "") return env.BOARD.getByName(BOARD_NAME);
  return env.BOARD.getByName(BOARD_NAME, { locationHint: region as DurableObjectLocationHint });
}
