/**
 * The models this user can have: what they chose, the keys of the environment, and the keys they have stored.
 */

import { homedir } from "node:os";

import { fileKeyStore, type KeyStore, type ModelChoice, openModels } from "@tenon/agent";
import { defined } from "@tenon/basis";
import { userFolder } from "@tenon/hub/config";

import { userSetting } from "./user-setting.ts";

/** `chosen` is a model's name from the command line. */
export async function userModels(chosen: string | undefined): Promise<ModelChoice & { readonly keys: KeyStore }> {
  const folder = userFolder({ platform: process.platform, environment: process.env, home: homedir() });
  const keys = fileKeyStore({ folder });
  // The user's own file only: a project's must not choose whom the user's words are sent to.
  const userModel = chosen ?? (await userSetting("model"));
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
