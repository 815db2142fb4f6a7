/** Reads a body of HTTP that may be longer than it should, without holding more of it than is wanted. */

/** Gives the whole body; null, and the rest unread, where it is longer than `octetsMax`. Rejects where it breaks off. */
export async function readBounded(
  body: ReadableStream<Uint8Array> | null,
  octetsMax: number,
): Promise<Uint8Array | null> {
  if (body === null) return new Uint8Array(0);
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let octets = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    octets += next.value.length;
    if (octets > octetsMax) {
      await reader.cancel();
      return null;
    }
    chunks.push(next.value);
  }
  const whole = new Uint8Array(octets);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
