/**
 * The models this user can have: what they chose, the keys of the environment, and the keys they have stored.
 */

import { homedir } from "node:os";
import { join } from "node:path";

import { fileKeyStore, type KeyStore, type ModelChoice, openModels } from "@tenon/agent";
import { defined, objectOf, stringOf } from "@tenon/basis";
import { userFolder } from "@tenon/hub/config";

// Importing node:fs as a module would load all of its streams too, and this comes before `initialize` is answered.
const { readFileSync } = process.getBuiltinModule("node:fs");

/** `chosen` is a model's name from the command line. */
export async function userModels(chosen: string | undefined): Promise<ModelChoice & { readonly keys: KeyStore }> {
  const folder = userFolder({ platform: process.platform, environment: process.env, home: homedir() });
  const keys = fileKeyStore({ folder });
  const userModel = chosen ?? (await configuredModel(join(folder, "tenon.json")));
  const models = openModels({ env: process.env, keys, ...defined({ userModel }) });
  const forgetKeys = async () => {
    for (const provider of keys.providers) await keys.set(provider, undefined);
    await models.forgetKeys?.();
  };
  return { ...models, keys, forgetKeys };
}

/** The keys that are stored, as secrets that must not be written down. None if the file cannot be read. */
export function storedKeys(keys: KeyStore | undefined): readonly string[] {
  try {
    return (keys?.providers ?? []).flatMap((provider) => keys?.get(provider) ?? []);
  } catch {
    return []; // reported when a key is needed
  }
}

/**
 * The user's own file only: a project's must not choose whom the user's words are sent to. A file that cannot be read is
 * reported with the first session, which reads all of it.
 */
async function configuredModel(file: string): Promise<string | undefined> {
  try {
    const text = readFileSync(file, "utf8");
    const { parseJson } = await import("@tenon/hub/config");
    const parsed = parseJson(text);
    return parsed.isJson ? stringOf(objectOf(parsed.value)["model"]) : undefined;
  } catch {
    return undefined;
  }
}
