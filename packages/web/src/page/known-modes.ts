/**
 * The modes that agents have reported, kept in this browser: a new session can begin in one of them before its agent has
 * been asked. Of some agents the gateway knows them too.
 */

import { objectOf, readArray, stringOf } from "@tenon/basis";

import { storedJson } from "../shell/stored-json.ts";

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
  const stored = storedJson(storage, KEY);
  const all = () => objectOf(stored.read());
  return {
    of: (agent) => readModes(all()[agent]),
    learn(agent, modes) {
      const found = readModes(objectOf(modes)["availableModes"]);
      if (found.length > 0) stored.write({ ...all(), [agent]: found });
    },
  };
}

/** As ACP lists them. */
export function readModes(value: unknown): readonly KnownMode[] {
  return readArray(value, readMode);
}

function readMode(value: unknown): KnownMode | undefined {
  const mode = objectOf(value);
  const id = stringOf(mode["id"]);
  return id === undefined ? undefined : { id, name: stringOf(mode["name"]) ?? id };
}
