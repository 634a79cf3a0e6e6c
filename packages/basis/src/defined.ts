/** Optional properties without those that are `undefined`. */
export type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The fields that have a value: with exact optional types, a property must be absent and not `undefined`. */
export function defined<T extends object>(fields: T): Defined<T> {
  const copy = { ...fields };
  dropUndefined(copy);
  return copy;
}

function dropUndefined<T extends object>(fields: T): asserts fields is T & Defined<T> {
  for (const key of Object.keys(fields)) {
    if (Reflect.get(fields, key) === undefined) Reflect.deleteProperty(fields, key);
  }
}
