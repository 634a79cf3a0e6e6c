/**
 * `tenon.json` as its owner wrote it: the types of what `configuration-schema.ts` accepts.
 */

import type { configurationSchema } from "./configuration-schema.ts";

export type ConfigurationFile = TypeOf<typeof configurationSchema>;
export type ServerEntry = TypeOf<Definitions["server"]>;
export type SessionLimits = NonNullable<ConfigurationFile["limits"]>;

/** People write ports and switches without quotes. */
export type Value = TypeOf<Definitions["value"]>;

type Definitions = (typeof configurationSchema)["$defs"];

type TypeOf<Node> = Node extends { $ref: `#/$defs/${infer Name extends keyof Definitions}` }
  ? TypeOf<Definitions[Name]>
  : Node extends { enum: readonly (infer Value)[] }
    ? Value
    : Node extends { properties: infer Properties }
      ? { readonly [Key in keyof Properties]?: TypeOf<Properties[Key]> }
      : Node extends { additionalProperties: infer Member }
        ? Readonly<Record<string, TypeOf<Member>>>
        : Node extends { items: infer Item }
          ? readonly TypeOf<Item>[]
          : Node extends { type: readonly (infer Kind)[] }
            ? SimpleType<Kind>
            : Node extends { type: infer Kind }
              ? SimpleType<Kind>
              : unknown;

type SimpleType<Kind> = Kind extends "string"
  ? string
  : Kind extends "number" | "integer"
    ? number
    : Kind extends "boolean"
      ? boolean
      : null;
