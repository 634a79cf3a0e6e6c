/**
 * What a provider takes of JSON Schema in the definition of a tool. Everything else is rewritten into that.
 */

export interface SchemaDialect {
  readonly name: string;
  /** All others are taken out; what a model can use of them moves to the description. */
  readonly keywords: ReadonlySet<string>;
  /** Kept: as `#/$defs/…`. Written out: what is meant stands where it is meant, and circles are cut. */
  readonly references: "kept" | "written out";
  /** Whether `type` may be a list. */
  readonly hasTypeLists: boolean;
  readonly enums: "any value" | "strings";
  /** Which values of `format` are understood; undefined: all are taken. */
  readonly formats?: ReadonlySet<string>;
  /** Whether `{}` may stand for any value. */
  readonly hasEmptySchemas: boolean;
  /** Whether other keywords may stand beside `anyOf`. */
  readonly hasKeywordsBesideAlternatives: boolean;
  readonly mostDepth: number;
  /** A property whose name does not fit cannot be offered. */
  readonly propertyNames?: RegExp;
  readonly toolNames: RegExp;
  /** In characters. */
  readonly mostDescription: number;
  readonly mostTools: number;
}
