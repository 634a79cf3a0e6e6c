/**
 * `Headers` without Node's fetch: the first mention of the global class loads all of it, for 35 ms of processor time. The bundle
 * gives it to the libraries of providers too (`tooling/plain-headers/`).
 */

type Init = ConstructorParameters<typeof Headers>[0];

export class PlainHeaders implements Headers {
  /** By name, in lower case. */
  readonly #values = new Map<string, string[]>();

  constructor(init?: Init | PlainHeaders) {
    if (init === undefined) return;
    const entries = Symbol.iterator in init ? init : Object.entries(init);
    for (const [name = "", value] of entries) this.append(name, String(value));
  }

  append(name: string, value: string): void {
    const key = name.toLowerCase();
    this.#values.set(key, [...(this.#values.get(key) ?? []), value.trim()]);
  }

  delete(name: string): void {
    this.#values.delete(name.toLowerCase());
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase())?.join(", ") ?? null;
  }

  getSetCookie(): string[] {
    return [...(this.#values.get("set-cookie") ?? [])];
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }

  set(name: string, value: string): void {
    this.#values.set(name.toLowerCase(), [value.trim()]);
  }

  forEach(callback: (value: string, key: string, parent: Headers) => void, thisArgument?: unknown): void {
    for (const [name, value] of this) Reflect.apply(callback, thisArgument, [value, name, this]);
  }

  entries() {
    return this.#entries().values();
  }

  keys() {
    return this.#entries()
      .map(([name]) => name)
      .values();
  }

  values() {
    return this.#entries()
      .map(([, value]) => value)
      .values();
  }

  [Symbol.iterator]() {
    return this.entries();
  }

  /** Sorted by name. Cookies cannot be joined: a date in one has a comma. */
  #entries(): [name: string, value: string][] {
    const sorted = [...this.#values].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return sorted.flatMap(([name, values]) =>
      (name === "set-cookie" ? values : [values.join(", ")]).map((value): [string, string] => [name, value]),
    );
  }
}
