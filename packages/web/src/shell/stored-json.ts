import { parseJson } from "@tenon/basis";

/** A value in the browser's storage. */
export interface StoredJson {
  /** Undefined if there is none, or if it is not JSON. */
  read(): unknown;
  /** Undefined removes it. What does not fit, or where the browser stores nothing, is not stored. */
  write(value: unknown): void;
}

export function storedJson(storage: Pick<Storage, "getItem" | "setItem" | "removeItem">, key: string): StoredJson {
  return {
    read: () => parseJson(storage.getItem(key) ?? ""),
    write(value) {
      try {
        if (value === undefined) storage.removeItem(key);
        else storage.setItem(key, JSON.stringify(value));
      } catch {
        // The value is still on the screen, until the page is closed.
      }
    },
  };
}
