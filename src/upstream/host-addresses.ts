/** Takes a host's addresses out of an upstream's reply: those at the end of the chain of CNAMEs that begins with it. */
import type { Asked, Foreign } from "../dns/foreign.ts";
import { fold } from "../dns/name.ts";
import { sectionsOf } from "../dns/relay.ts";

/** Gives record data of the type that was asked for; none: the host has no such address. */
export function addressesIn(foreign: Foreign, { name, type }: Asked): readonly Uint8Array[] {
  const { answer } = sectionsOf(foreign, { elapsedSeconds: 0, stale: false });
  const end = fold(foreign.chain.at(-1) ?? name);
  return answer.filter((set) => set.type === type && fold(set.owner) === end).flatMap(({ rdata }) => rdata);
}
