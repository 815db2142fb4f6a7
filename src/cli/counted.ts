/** Numbers before what they count. */

/** Writes a number and its noun, whose plural ends in s: `1 zone`, `2 zones`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
