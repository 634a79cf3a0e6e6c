/** Stands for a value that is made when something is first asked of it. */
export function lazy<Value extends object>(make: () => Value): Value {
  let made: Value | undefined;
  const value = () => (made ??= make());
  return new Proxy<Value>(Object.create(null), {
    get: (_, key) => Reflect.get(value(), key),
    has: (_, key) => Reflect.has(value(), key),
    getPrototypeOf: () => Reflect.getPrototypeOf(value()),
  });
}
