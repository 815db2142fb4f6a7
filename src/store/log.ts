/** The shell's log: one JSON object a line, which Workers Logs indexes by its keys. */

/** Writes one line of what is no error. `event` is a kebab-case name that does not change. */
export function logLine(event: string, details: Readonly<Record<string, unknown>>): void {
  console.log(JSON.stringify({ event, ...details }));
}

/** Writes one line. `event` is a kebab-case name that does not change. */
export function logError(event: string, details: Readonly<Record<string, unknown>>): void {
  console.error(JSON.stringify({ event, ...details }));
}

/** Writes what was thrown, with its stack where it has one. */
export const textOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
