/** The shell's log: one JSON object a line, which Workers Logs indexes by its keys. */

/** Writes one line. `event` is a kebab-case name that does not change. */
export function logError(event: string, details: Readonly<Record<string, unknown>>): void {
  console.error(JSON.stringify({ event, ...details }));
}
