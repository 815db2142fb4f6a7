/**
 * U-labels become A-labels (UTS 46, non-transitional processing), label by label.
 *
 * Node's `domainToASCII` is made for hosts: it reads `1.2` as an address and judges a whole name at once. So only labels
 * that are not ASCII go through it, and underscores, escapes and everything else that a DNS name may hold stay as they are.
 */
import { domainToASCII } from "node:url";

const LABEL = /(?:\\.|[^.\\])+|\\$/gsu;
const ASCII = /^\p{ASCII}*$/u;

/** Gives a name's text with every U-label as A-label; null where a label is not valid in an internationalised name. */
export function toAsciiName(text: string): string | null {
  if (ASCII.test(text)) return text;
  let valid = true;
  const ascii = text.replace(LABEL, (label) => {
    const converted = toAsciiLabel(label);
    valid &&= converted !== null;
    return converted ?? label;
  });
  return valid ? ascii : null;
}

function toAsciiLabel(label: string): string | null {
  if (ASCII.test(label)) return label;
  // An escape names an octet, a U-label characters: the two have no meaning together.
  if (label.includes("\\")) return null;
  // The second label keeps a label of digits from being read as an address.
  const converted = domainToASCII(`${label}.a`);
  const ascii = converted.slice(0, -2);
  // A label of nothing but ignored characters would turn the dot before it into a final one.
  return ascii === "" ? null : ascii;
}
