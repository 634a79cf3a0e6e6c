/** One entry of a record, by a key that may come from the address bar: `__proto__` and `constructor` are no entries. */
export function entryOf<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** A copy of a record with one entry set, or without it if it is undefined. */
export function withEntry<Value>(
  record: Readonly<Record<string, Value>>,
  key: string,
  value: Value | undefined,
): Readonly<Record<string, Value>> {
  const others = Object.entries(record).filter(([other]) => other !== key);
  return Object.fromEntries(value === undefined ? others : [...others, [key, value]]);
}
