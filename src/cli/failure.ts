/**
 * A failure that a command foresees: what went wrong is told in one sentence and the exit code is 1.
 * Anything else that is thrown is a fault of this program and keeps its stack.
 */
export class Failure extends Error {
  override readonly name = "Failure";
}

/** Gives the message of whatever was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Tells whether what was thrown is the system's error of that code, such as ENOENT. */
export function hasCode(thrown: unknown, code: string): boolean {
  return thrown instanceof Error && "code" in thrown && thrown.code === code;
}
