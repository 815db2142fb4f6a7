/** Record data that is valid and yet probably not what was meant: told as warnings, never refused. */
import { parseIpv4 } from "../../dns/address-text.ts";
import { layoutOf } from "../../dns/rdata-layout.ts";
import { knownText } from "../../dns/rdata-text.ts";
import { TYPE } from "../../dns/types.ts";
import type { Remark } from "./fault.ts";
import type { Token } from "./rdata-tokens.ts";

/** Finds what is odd about a value in presentation format. */
export function remarksOn(type: number, tokens: readonly Token[], rdata: Uint8Array): readonly Remark[] {
  return [...addressesAsNames(type, tokens), ...(type === TYPE.LOC ? cutPrecisions(tokens, rdata) : [])];
}

/** A name of four numbers below the zone is almost always an address in the wrong place. */
function addressesAsNames(type: number, tokens: readonly Token[]): readonly Remark[] {
  const layout = layoutOf(type) ?? [];
  return tokens
    .filter(({ raw }, at) => layout[at] === "name" && parseIpv4(raw.replace(/\.$/, "")) !== null)
    .map(({ raw }) => ({
      code: "name-looks-like-address",
      message: `"${raw}" is read as a name, and looks like an address`,
    }));
}

/** RFC 1876 2 keeps one digit of each size and precision. */
function cutPrecisions(tokens: readonly Token[], rdata: Uint8Array): readonly Remark[] {
  const written = sizesIn(tokens.map(({ raw }) => raw));
  const kept = sizesIn(knownText(TYPE.LOC, rdata)?.split(" ") ?? []);
  return written.flatMap((size, at) =>
    Number.parseFloat(size) === Number.parseFloat(kept[at] ?? "")
      ? []
      : [
          {
            code: "loc-precision-cut",
            message: `"${size}" is kept as ${kept[at]}; LOC holds one digit of it (RFC 1876 2)`,
          },
        ],
  );
}

/** The words after the altitude, which follows the longitude's hemisphere. */
function sizesIn(words: readonly string[]): readonly string[] {
  return words.slice(words.findIndex((word) => /^[EW]$/i.test(word)) + 2);
}
