/**
 * Keys of providers for those who do not want them in their environment: one file that only its owner can read.
 */

import { join } from "node:path";

import { defined, errorCode, isObject, parseJson } from "@tenon/basis";

import { ModelError } from "./model-error.ts";

// Importing node:fs as a module would load all of its streams too, and this comes before `initialize` is answered.
const fs = process.getBuiltinModule("node:fs");

/** Asked after the environment. */
export interface KeySource {
  get(provider: string): string | undefined;
}

export interface KeyStore extends KeySource {
  /** Without a key: forgets it. */
  set(provider: string, key: string | undefined): Promise<void>;
  readonly providers: readonly string[];
}

/** `keys.json` in this folder: an object with a key for each provider. */
export function fileKeyStore({ folder }: { readonly folder: string }): KeyStore {
  const file = join(folder, "keys.json");

  function read(): Readonly<Record<string, string>> {
    let text: string;
    try {
      refuseIfOpenToOthers(file);
      text = fs.readFileSync(file, "utf8");
    } catch (cause) {
      if (errorCode(cause) === "ENOENT") return {};
      throw cause;
    }
    const json = parseJson(text);
    if (!isObject(json)) throw new ModelError("no_key", `${file} is not a JSON object of keys.`, { model: "" });
    return Object.fromEntries(
      Object.entries(json).flatMap(([name, key]) => (typeof key === "string" ? [[name, key]] : [])),
    );
  }

  return {
    get: (provider) => {
      const keys = read();
      return Object.hasOwn(keys, provider) ? keys[provider] : undefined;
    },
    get providers() {
      return Object.keys(read());
    },
    async set(provider, key) {
      const { [provider]: _old, ...others } = read();
      const keys = { ...others, ...defined({ [provider]: key }) };
      const { writePrivateFile } = await import("@tenon/basis/node");
      await writePrivateFile(file, `${JSON.stringify(keys, undefined, 2)}\n`);
    },
  };
}

function refuseIfOpenToOthers(file: string): void {
  const { mode } = fs.statSync(file);
  // Windows has no such modes.
  if (process.platform === "win32" || (mode & 0o077) === 0) return;
  throw new ModelError("no_key", `${file} is readable by other users. Run: chmod 600 ${file}`, {
    model: "",
  });
}
