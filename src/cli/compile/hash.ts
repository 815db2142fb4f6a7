/**
 * The one hash of everything that is named by its content: blobs, checks, probes.
 *
 * 128 bits of SHA-256: enough against accident, and an operator who may write zones has no need to find collisions.
 */
import { createHash } from "node:crypto";

const HASH_HEX_DIGITS = 32;

/** Gives the first 32 hexadecimal digits of the SHA-256 of a text in UTF-8. */
export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, HASH_HEX_DIGITS);
}
