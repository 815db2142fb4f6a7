/** Outside hosts as steering sees them: a test names what it is about, and any other host is unknown. */
import type { Name } from "../../src/dns/name.ts";
import { nameToText } from "../../src/dns/name-text.ts";
import { EDE, TYPE, typeToText } from "../../src/dns/types.ts";
import type { HostReading, HostView } from "../../src/steering/hosts.ts";
import { NOW_MS } from "./health.ts";

export interface KnownHost {
  /** Last octets of 192.0.2.x, or of 2001:db8::x. */
  readonly numbers?: readonly number[];
  readonly ttlSeconds?: number;
  readonly ageSeconds?: number;
  readonly stale?: boolean;
}

const UNREACHABLE: HostReading = {
  kind: "unknown",
  error: { infoCode: EDE.NO_REACHABLE_AUTHORITY, text: "no upstream can be reached" },
};

/** Gives a view of hosts by `lb.example.net. A`; null: it is not in memory. */
export function hostsOf(known: Readonly<Record<string, KnownHost | null>>): HostView {
  const find = (host: Name, type: number): HostReading => {
    const name = `${nameToText(host)} ${typeToText(type)}`;
    const there = known[name];
    if (there === undefined) return UNREACHABLE;
    if (there === null) return { kind: "need", key: name };
    const { numbers = [], ttlSeconds = 300, ageSeconds = 0, stale = false } = there;
    const rdata = numbers.map((number) => addressOf(type, number));
    return {
      kind: "addresses",
      values: { kind: "values", rdata: new Map(rdata.length > 0 ? [[type, rdata]] : []) },
      ttlSeconds,
      lookedUpMs: NOW_MS - ageSeconds * 1000,
      stale,
    };
  };
  return { find };
}

function addressOf(type: number, number: number): Uint8Array {
  if (type === TYPE.A) return Uint8Array.of(192, 0, 2, number);
  return Uint8Array.of(0x20, 0x01, 0x0d, 0xb8, ...new Array<number>(11).fill(0), number);
}
