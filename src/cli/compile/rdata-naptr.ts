/**
 * The substitution of a NAPTR record: delimiter, expression, delimiter, replacement, delimiter, flags (RFC 3402 3.2).
 *
 * The expression is a POSIX extended one, which no engine here speaks. Its structure is judged, as far as it makes an
 * expression that none would take: groups, brackets and repetitions. What it matches is not known.
 */

const DELIMITER_REFUSED = /[\\0-9i\0]/;
/** An escaped character, or a bracket expression whole: `[]a]`, `[^a-z]`, `[[:alpha:]]`. */
const ATOM = /\\[\s\S]|\[(?:\^?\]|(?!\^?\]))(?:\[[:.=][^\]]*\]|[^\]])*\]/g;
const REPEATS_NOTHING = /(?:^|[(|^$*+?]|\{[\d,]*\})[*+?{]/;
const EMPTY_BRANCH = /^\||\|$|\|\||\(\||\|\)/;
const REPETITION_MAX = 255;

/** Tells whether a substitution can be applied at all. */
export function isSubstitution(text: string): boolean {
  const delimiter = text.charAt(0);
  const parts: readonly string[] = text.match(/\\[\s\S]|[\s\S]/g) ?? [];
  const cuts = parts.flatMap((part, at) => (part === delimiter ? [at] : []));
  const [, second = 0, third = 0] = cuts;
  if (DELIMITER_REFUSED.test(delimiter) || cuts.length !== 3) return false;
  const groups = groupsIn(parts.slice(1, second).join(""));
  const references = parts.slice(second + 1, third).flatMap((part) => /^\\(\d)$/.exec(part)?.slice(1) ?? []);
  return (
    groups !== null &&
    references.every((reference) => Number(reference) >= 1 && Number(reference) <= groups) &&
    /^i*$/.test(parts.slice(third + 1).join(""))
  );
}

/** Counts the groups of an expression; null where it is none. */
function groupsIn(expression: string): number | null {
  const plain = expression.replace(ATOM, "x");
  if (plain === "" || /\[|\{[^}]*$/.test(plain) || REPEATS_NOTHING.test(plain) || EMPTY_BRANCH.test(plain)) return null;
  for (const [, low = "", high = low] of plain.matchAll(/\{(\d*)(?:,(\d+))?\}/g)) {
    if (Number(low) > Number(high) || Number(high) > REPETITION_MAX) return null;
  }
  let groups = 0;
  let open = 0;
  for (const sign of plain) {
    if (sign === "(") [groups, open] = [groups + 1, open + 1];
    // One that closes nothing stands for itself.
    if (sign === ")") open = Math.max(0, open - 1);
  }
  return open === 0 ? groups : null;
}
