/** The answers that many questions bring, and how often: shares are looked at, never a single draw. */
import { ask } from "./ask.ts";

/** Questions under way at once. */
const AT_ONCE = 50;

/** Values of a chi-square with one or two degrees of freedom above this come once in 10⁶ by chance. */
const CHI_SQUARE_MAX = 27.63;

/** Whole answers as text, addresses sorted and joined by a space ("" is NODATA), each with its number. */
export type Draws = Readonly<Record<string, number>>;

/** Asks for A of a name again and again. */
export async function draw(url: string, name: string, questions: number): Promise<Draws> {
  const drawn: Record<string, number> = {};
  for (let left = questions; left > 0; left -= AT_ONCE) {
    const asked = Array.from({ length: Math.min(left, AT_ONCE) }, () => ask(url, name));
    for (const { data } of await Promise.all(asked)) {
      const answer = data.join(" ");
      drawn[answer] = (drawn[answer] ?? 0) + 1;
    }
  }
  return drawn;
}

/** The different answers, sorted. With equal odds one of four stays unseen in 80 draws once in 10⁹. */
export async function answersOf(url: string, name: string, questions = 80): Promise<string[]> {
  return Object.keys(await draw(url, name, questions)).toSorted();
}

/** Every address that is in any of the answers, sorted. */
export async function addressesOf(url: string, name: string, questions = 80): Promise<string[]> {
  const answers = await answersOf(url, name, questions);
  return [...new Set(answers.flatMap((answer) => answer.split(" ")))].toSorted();
}

/** Tells whether answers came in the shares given: those and no others, by Pearson's chi-square. */
export function isInShares(drawn: Draws, shares: Readonly<Record<string, number>>): boolean {
  if (Object.keys(drawn).some((answer) => !(answer in shares))) return false;
  const total = Object.values(drawn).reduce((sum, count) => sum + count, 0);
  const weights = Object.values(shares).reduce((sum, share) => sum + share, 0);
  const square = Object.entries(shares).reduce((sum, [answer, share]) => {
    const awaited = (total * share) / weights;
    return sum + ((drawn[answer] ?? 0) - awaited) ** 2 / awaited;
  }, 0);
  return square <= CHI_SQUARE_MAX;
}
