/** The mapping `networks`: names for lists of address blocks, for the candidates of ipBased. */
import type { Block } from "../../zone/model.ts";
import { blockText, looksLikeBlock, takeBlock } from "./blocks.ts";
import { quoted } from "./document.ts";
import { asMapping } from "./fields.ts";
import type { Problems } from "./problem.ts";
import { NETWORK_NAME } from "./schema-match.ts";
import { located, oneOrMany, type Shape, TEXT } from "./shapes.ts";
import type { Located, SourceZone } from "./source.ts";

const BLOCK: Shape<Block> = {
  read(node, problems) {
    const text = TEXT.read(node, problems);
    return text === null ? null : takeBlock(text, node.place, problems);
  },
  schema: { type: "string" },
};

const BLOCKS = oneOrMany(located(BLOCK));

/** The mapping `networks`. */
export const NETWORKS_SHAPE: Shape<SourceZone["networks"]> = {
  read(node, problems) {
    const mapping = asMapping(node, "a mapping of names to address blocks", problems);
    if (mapping === null) return null;
    const networks = new Map<string, readonly Located<Block>[] | null>();
    for (const { key, node: blocks } of mapping.entries) {
      const read = BLOCKS.read(blocks, problems);
      addRepeated(read ?? [], problems);
      networks.set(key.value, read);
      if (NETWORK_NAME.test(key.value) && !looksLikeBlock(key.value)) continue;
      const message = `the name of a network is ${quoted(key.value)}; allowed are 1 to 64 of A-Z, a-z, 0-9, ".", "_" and "-", and no address`;
      problems.add(key.place, "network-name-invalid", message);
    }
    return networks;
  },
  schema: {
    type: "object",
    propertyNames: { pattern: NETWORK_NAME.source },
    additionalProperties: BLOCKS.schema,
  },
};

function addRepeated(blocks: readonly Located<Block>[], problems: Problems): void {
  const seen = new Set<string>();
  for (const { value, place } of blocks) {
    const text = blockText(value);
    if (seen.has(text)) problems.add(place, "block-duplicate", `the block ${text} stands in this network twice`);
    seen.add(text);
  }
}
