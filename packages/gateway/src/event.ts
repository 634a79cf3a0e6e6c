/** One thing that happens, and those who listen: joins parts that are made before their listeners. */
export interface Event<Details extends readonly unknown[]> {
  emit(...details: Details): void;
  listen(listener: (...details: Details) => void): void;
}

export function createEvent<Details extends readonly unknown[]>(): Event<Details> {
  const listeners: ((...details: Details) => void)[] = [];
  return {
    emit(...details) {
      for (const listener of listeners) listener(...details);
    },
    listen: (listener) => void listeners.push(listener),
  };
}
