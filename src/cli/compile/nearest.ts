/**
 * Finds the known word that a mistyped one most likely stands for: by edit distance (insertions, deletions,
 * substitutions and swapped neighbours count one each), without regard to case; the first of equals.
 */

/** A longer word is no slip of the finger, and the distance costs its length times that of each known word. */
const WORD_LENGTH_MAX = 64;

/** Gives the part of a message that names the known word nearest to `word`; empty where none is near enough. */
export function nearestHint(word: string, known: Iterable<string>): string {
  const nearest = nearestTo(word, known);
  if (nearest === null) return "";
  const typed = word.slice(0, WORD_LENGTH_MAX);
  const slips = editDistance(typed.toLowerCase(), nearest.toLowerCase());
  const allowed = Math.max(1, Math.floor(Math.max(typed.length, nearest.length) / 3));
  // A word of which nothing is left was not meant.
  return slips <= allowed && slips < typed.length ? `; the nearest is "${nearest}"` : "";
}

/** Gives the known word nearest to `word`, however far; null where none is known. */
export function nearestTo(word: string, known: Iterable<string>): string | null {
  const typed = word.slice(0, WORD_LENGTH_MAX).toLowerCase();
  let nearest: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const distance = editDistance(typed, candidate.toLowerCase());
    if (distance < least) [nearest, least] = [candidate, distance];
  }
  return nearest;
}

function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}
