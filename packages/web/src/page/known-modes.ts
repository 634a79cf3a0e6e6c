/**
 * The modes that agents have told of, kept in this browser: a new session can begin in one of them before its agent has
 * been asked. Of some agents the gateway knows them too.
 */

import { isObject, objectOf, parseJson, readArray, stringOf } from "@tenon/basis";

export interface KnownModes {
  of(agent: string): readonly KnownMode[];
  /** From the answer to `session/new`. */
  learn(agent: string, modes: unknown): void;
}

export interface KnownMode {
  readonly id: string;
  readonly name: string;
}

const KEY = "tenon.modes";

export function knownModes(storage: Storage): KnownModes {
  const all = () => objectOf(parseJson(storage.getItem(KEY) ?? ""));
  return {
    of: (agent) => readModes(all()[agent]),
    learn(agent, modes) {
      const found = readModes(objectOf(modes)["availableModes"]);
      if (found.length === 0) return;
      try {
        storage.setItem(KEY, JSON.stringify({ ...all(), [agent]: found }));
      } catch {
        // The browser keeps nothing: the mode can still be chosen in the session.
      }
    },
  };
}

/** As ACP lists them. */
export function readModes(value: unknown): readonly KnownMode[] {
  return readArray(value, readMode);
}

function readMode(value: unknown): KnownMode | undefined {
  if (!isObject(value)) return undefined;
  const id = stringOf(value["id"]);
  return id === undefined ? undefined : { id, name: stringOf(value["name"]) ?? id };
}
