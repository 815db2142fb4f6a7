/**
 * Numbers of two octets in network order. Plain arithmetic on the array: a DataView made for each message would cost
 * more than everything that is read from one.
 */

/** Reads a number of two octets; octets beyond the end count as zero. */
export function uint16At(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}

/** Writes a number of two octets. */
export function putUint16(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value >> 8;
  bytes[at + 1] = value;
}
