/** Calls the board for people, who wait longer than queries do and are told plainly that it is away. */
import { boardOf } from "../store/board.ts";
import type { BoardRpc, Env } from "../store/env.ts";
import { within } from "../store/wait.ts";

const BOARD_TIMEOUT_MS = 5_000;

export const BOARD_AWAY = "The health board cannot be reached.";

/** Asks the board; null: it cannot be reached. The stub's own types lose readonly arrays and maps on their way. */
export function askBoard<T>(env: Env, ask: (board: DurableObjectStub<BoardRpc>) => unknown): Promise<T | null> {
  return within(ask(boardOf(env)) as Promise<T>, BOARD_TIMEOUT_MS, null);
}
