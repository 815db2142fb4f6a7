/** Reads the document `checks/<hash>`, whose bytes the compiler made and whose hash the reader has verified. */
import { CHECKS_FORMAT, type ChecksDocument } from "./check.ts";

/** Decodes a checks document; null: it is of another format, or none. */
export function decodeChecks(text: string): ChecksDocument | null {
  try {
    const document: unknown = JSON.parse(text);
    return isChecksDocument(document) ? document : null;
  } catch {
    return null;
  }
}

function isChecksDocument(value: unknown): value is ChecksDocument {
  if (typeof value !== "object" || value === null) return false;
  return "format" in value && value.format === CHECKS_FORMAT && "checks" in value && Array.isArray(value.checks);
}
