/**
 * Whether a value fits a schema, for the keywords that matter in the corpus.
 */

type Schema = Readonly<Record<string, unknown>>;

export function fits(root: Schema, value: unknown, schema: unknown = root): boolean {
  if (!isObject(schema)) return schema !== false;
  const inner = (each: unknown, part: unknown) => fits(root, part, each);
  const { $ref, type, enum: values, anyOf, oneOf, properties, required, items, prefixItems } = schema;
  if (typeof $ref === "string") return inner(Object(root["$defs"])[$ref.slice("#/$defs/".length)], value);
  if (type !== undefined && ![type].flat().some((name) => isOf(name, value))) return false;
  if (Array.isArray(values) && !values.includes(value)) return false;
  if ("const" in schema && schema["const"] !== value) return false;
  if (schema["not"] !== undefined && inner(schema["not"], value)) return false;
  for (const list of [anyOf, oneOf]) if (Array.isArray(list) && !list.some((each) => inner(each, value))) return false;
  if (Array.isArray(value)) {
    const first: readonly unknown[] = Array.isArray(prefixItems) ? prefixItems : [];
    return value.every((item, index) => inner(index < first.length ? first[index] : (items ?? true), item));
  }
  if (!isObject(value)) return true;
  if (Array.isArray(required) && !required.every((name) => Object.hasOwn(value, name))) return false;
  return Object.entries(value).every(([name, part]) => {
    const named = isObject(properties) && Object.hasOwn(properties, name);
    return inner(named ? properties[name] : (schema["additionalProperties"] ?? true), part);
  });
}

function isOf(type: unknown, value: unknown): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value);
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
}

function isObject(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
