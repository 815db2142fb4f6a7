/**
 * International names as people type them (UTS 46), label by label: the runtime's own URL parser turns a host's
 * U-labels into A-labels, so that no table of characters is carried here.
 *
 * Labels of ASCII alone are left as they are, escapes and case included: a DNS name may hold what no host may.
 */

/** The full stops of UTS 46 2.3. */
const STOPS = /[\u3002\uff0e\uff61]/g;
const NON_ASCII = /[^\0-\x7f]/;
/** What a label may hold besides letters of other scripts: anything else would mean something to a URL. */
const PLAIN = /^[A-Za-z0-9_-]*$/;
/** Keeps the parser from taking a label of digits for the end of an address. */
const SUFFIX = ".x";

/** Turns each label that is not ASCII into an A-label; null where that cannot be done. */
export function toAscii(name: string): string | null {
  if (!NON_ASCII.test(name)) return name;
  const labels = name.replace(STOPS, ".").split(".").map(labelToAscii);
  return labels.includes(null) ? null : labels.join(".");
}

function labelToAscii(label: string): string | null {
  if (!NON_ASCII.test(label)) return label;
  if (!PLAIN.test(label.replace(/[^\0-\x7f]/g, ""))) return null;
  const host = URL.parse(`http://${label}${SUFFIX}`)?.hostname ?? "";
  const ascii = host.slice(0, -SUFFIX.length);
  // Some characters stand for nothing, some for several with a dot among them.
  return host.endsWith(SUFFIX) && /^[a-z0-9_-]+$/.test(ascii) ? ascii : null;
}
