/** Takes a host's addresses out of an upstream's reply: those at the end of the chain of CNAMEs that begins with it. */
import type { Asked, Foreign } from "../dns/foreign.ts";
import { fold, nameAt } from "../dns/name.ts";
import { sectionsOf } from "../dns/relay.ts";
import { TYPE } from "../dns/types.ts";

/** As many as the resolvers in use follow; a longer chain, or a loop, leads to nothing. */
const LINKS_MAX = 16;

/** Gives record data of the type that was asked for; none: the host has no such address. */
export function addressesIn(foreign: Foreign, { name, type }: Asked): readonly Uint8Array[] {
  const { answer } = sectionsOf(foreign, { elapsedSeconds: 0, stale: false });
  let owner = name;
  for (let link = 0; link <= LINKS_MAX; link += 1) {
    const here = answer.filter((set) => fold(set.owner) === owner);
    const addresses = here.filter((set) => set.type === type).flatMap(({ rdata }) => rdata);
    if (addresses.length > 0) return addresses;
    const target = here.find((set) => set.type === TYPE.CNAME)?.rdata[0];
    if (target === undefined) return [];
    owner = fold(nameAt(target, 0));
  }
  return [];
}
