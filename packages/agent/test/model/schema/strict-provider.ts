/**
 * Providers at their strictest, by their documentation: each says everything that it would refuse in a schema.
 *
 * Written without looking at how our schemas are made.
 */

type Schema = Readonly<Record<string, unknown>>;

interface Rules {
  /** Undefined: any keyword of draft 2020-12. */
  readonly keywords?: readonly string[];
  readonly takesReferences: boolean;
  readonly takesTypeLists: boolean;
  readonly needsType: boolean;
  readonly enumsOfStrings: boolean;
  readonly anyOfStandsAlone: boolean;
  readonly formats?: readonly string[];
  readonly names?: RegExp;
  readonly mostDepth: number;
}

export const strictRules = {
  // "input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12", and
  // "Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'".
  anthropic: {
    takesReferences: true,
    takesTypeLists: true,
    needsType: false,
    enumsOfStrings: false,
    anyOfStandsAlone: false,
    names: /^[a-zA-Z0-9_.-]{1,64}$/,
    mostDepth: 100,
  },
  // "Invalid schema for function 'x': …"
  openai: {
    takesReferences: true,
    takesTypeLists: true,
    needsType: false,
    enumsOfStrings: false,
    anyOfStandsAlone: false,
    mostDepth: 100,
  },
  // https://ai.google.dev/api/caching#Schema
  gemini: {
    keywords: [
      "type",
      "format",
      "title",
      "description",
      "nullable",
      "enum",
      "maxItems",
      "minItems",
      "properties",
      "required",
      "minProperties",
      "maxProperties",
      "minLength",
      "maxLength",
      "pattern",
      "example",
      "anyOf",
      "propertyOrdering",
      "default",
      "items",
      "minimum",
      "maximum",
    ],
    takesReferences: false,
    takesTypeLists: false,
    needsType: true,
    enumsOfStrings: true,
    anyOfStandsAlone: true,
    formats: ["float", "double", "int32", "int64", "enum", "date-time"],
    mostDepth: 16,
  },
  compatible: {
    keywords: [
      "type",
      "title",
      "description",
      "default",
      "enum",
      "anyOf",
      "items",
      "minItems",
      "maxItems",
      "properties",
      "required",
      "additionalProperties",
      "minimum",
      "maximum",
    ],
    takesReferences: false,
    takesTypeLists: false,
    needsType: false,
    enumsOfStrings: false,
    anyOfStandsAlone: false,
    mostDepth: 24,
  },
} satisfies Record<string, Rules>;

export function objections(root: unknown, rules: Rules): readonly string[] {
  const found: string[] = [];
  if (!isObject(root)) return ["the root is not an object"];
  if (root["type"] !== "object") found.push("the root is not of type object");
  if (!isObject(root["properties"])) found.push("the root has no properties");
  for (const keyword of ["anyOf", "oneOf", "allOf", "not", "enum", "$ref"]) {
    if (keyword in root) found.push(`${keyword} at the root`);
  }
  if (JSON.stringify(root).length > 200_000) found.push("the schema is too large");
  check(root, "#", 0);
  return found;

  function check(schema: unknown, path: string, depth: number): void {
    const object = (what: string) => void found.push(`${path}: ${what}`);
    if (!isObject(schema)) return object("not a schema");
    if (depth > rules.mostDepth) return object("too deep");
    for (const keyword of Object.keys(schema)) {
      if (rules.keywords && !rules.keywords.includes(keyword)) object(`unknown keyword ${keyword}`);
    }
    checkValues(schema, object);
    if ("$ref" in schema) checkReference(schema["$ref"], object);
    if (rules.needsType && !("type" in schema) && !("anyOf" in schema)) object("no type");
    if (rules.anyOfStandsAlone && "anyOf" in schema) {
      const others = Object.keys(schema).filter((keyword) => !["anyOf", "description", "title"].includes(keyword));
      if (others.length > 0) object(`beside anyOf: ${others.join()}`);
    }
    const isOf = (type: string) =>
      schema["type"] === type || (Array.isArray(schema["type"]) && schema["type"].includes(type));
    if (isOf("array") && !isObject(schema["items"])) object("array schema missing items");
    const properties = isObject(schema["properties"]) ? schema["properties"] : {};
    if ("properties" in schema && !isOf("object")) object("properties of what is not an object");
    for (const name of Object.keys(properties)) if (rules.names && !rules.names.test(name)) object(`property ${name}`);
    if ("required" in schema) checkRequired(schema["required"], properties, object);
    for (const [name, inner] of Object.entries(properties)) check(inner, `${path}/properties/${name}`, depth + 1);
    for (const keyword of ["items", "contains", "not", "propertyNames"])
      if (keyword in schema) check(schema[keyword], `${path}/${keyword}`, depth + 1);
    if (isObject(schema["additionalProperties"]))
      check(schema["additionalProperties"], `${path}/additionalProperties`, depth + 1);
    for (const keyword of ["$defs", "patternProperties"]) {
      for (const [name, inner] of Object.entries(Object(schema[keyword] ?? {})))
        check(inner, `${path}/${keyword}/${name}`, depth + 1);
    }
    for (const keyword of ["anyOf", "oneOf", "allOf", "prefixItems"]) {
      if (!(keyword in schema)) continue;
      const list = schema[keyword];
      if (!Array.isArray(list) || list.length === 0) object(`${keyword} is not a list`);
      else for (const [index, inner] of list.entries()) check(inner, `${path}/${keyword}/${index}`, depth + 1);
    }
  }

  function checkValues(schema: Schema, object: (what: string) => void): void {
    const types = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);
    const { type } = schema;
    if (Array.isArray(type)) {
      if (!rules.takesTypeLists) object("a list of types");
      if (type.length === 0 || new Set(type).size !== type.length || type.some((name) => !types.has(name)))
        object("types");
    } else if ("type" in schema && !types.has(String(type))) object(`type ${String(type)}`);
    if ("enum" in schema) {
      const values = schema["enum"];
      if (!Array.isArray(values) || values.length === 0) object("enum is empty");
      else if (
        rules.enumsOfStrings &&
        (type !== "string" || values.some((value) => typeof value !== "string" || value === ""))
      )
        object("enum of other than strings");
    }
    for (const keyword of [
      "minimum",
      "maximum",
      "exclusiveMinimum",
      "exclusiveMaximum",
      "multipleOf",
      "minLength",
      "maxLength",
      "minItems",
      "maxItems",
    ]) {
      if (keyword in schema && typeof schema[keyword] !== "number") object(`${keyword} is not a number`);
    }
    for (const keyword of ["description", "title", "pattern", "format"]) {
      if (keyword in schema && typeof schema[keyword] !== "string") object(`${keyword} is not a text`);
    }
    if (rules.formats && "format" in schema && !rules.formats.includes(String(schema["format"])))
      object(`format ${String(schema["format"])}`);
    if (typeof schema["pattern"] === "string") void new RegExp(schema["pattern"], "u");
  }

  function checkReference(pointer: unknown, object: (what: string) => void): void {
    if (!rules.takesReferences) return object("a reference");
    const [, name] = /^#\/\$defs\/([^/]+)$/.exec(String(pointer)) ?? [];
    const definitions = isObject(root) && isObject(root["$defs"]) ? root["$defs"] : {};
    if (name === undefined || !Object.hasOwn(definitions, name))
      object(`reference to undefined schema ${String(pointer)}`);
  }

  function checkRequired(required: unknown, properties: Schema, object: (what: string) => void): void {
    if (!Array.isArray(required) || new Set(required).size !== required.length) return object("required is not a list");
    for (const name of required)
      if (!Object.hasOwn(properties, name)) object(`required ${String(name)}: property is not defined`);
  }
}

function isObject(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
