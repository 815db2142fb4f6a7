/**
 * The structure of zone files as JSON Schema, for editors; made from the very tables that zone files are read by.
 *
 * Draft 7, since that is what editors' YAML support completes from. It says less than `fairlead check`: names, record
 * data and rules across record sets are beyond it.
 */
import { CHECK_SHAPE } from "./schema-checks.ts";
import { treeDefinitions } from "./schema-definitions.ts";
import { OWNER_SCHEMA } from "./schema-records.ts";
import { DATA_FORM, TEXT_FORM } from "./schema-values.ts";
import { ZONE_SCHEMA } from "./schema-zone.ts";
import type { JsonSchema } from "./shapes.ts";

/** Gives the schema that is published as `schema/zone.schema.json`. */
export function zoneJsonSchema(): JsonSchema {
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "A zone of Fairlead",
    ...ZONE_SCHEMA,
    definitions: {
      check: CHECK_SHAPE.schema,
      owner: OWNER_SCHEMA,
      ...treeDefinitions(DATA_FORM),
      ...treeDefinitions(TEXT_FORM),
    },
  };
}
