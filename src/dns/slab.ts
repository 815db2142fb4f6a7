/**
 * Where finished messages lie: side by side in slabs. A buffer of its own for each would have to leave the heap, one by
 * one, when it is sent. What has been kept is never written again.
 */

const SLAB_OCTETS = 16_384;
/** For so few octets a loop beats the call of `set`. */
const LOOP_OCTETS_MAX = 128;

let slab = new Uint8Array(SLAB_OCTETS);
let slabUsed = 0;

/** Copies the first `octets` of what is in the making to where nothing is written again. */
export function keep(draft: Uint8Array, octets: number): Uint8Array {
  if (octets > SLAB_OCTETS) return draft.slice(0, octets);
  if (octets > SLAB_OCTETS - slabUsed) {
    slab = new Uint8Array(SLAB_OCTETS);
    slabUsed = 0;
  }
  const message = slab.subarray(slabUsed, slabUsed + octets);
  slabUsed += octets;
  if (octets > LOOP_OCTETS_MAX) message.set(draft.subarray(0, octets));
  else for (let at = 0; at < octets; at += 1) message[at] = draft[at] ?? 0;
  return message;
}
