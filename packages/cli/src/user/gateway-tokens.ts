/**
 * The tokens of gateways that this user connects to, by URL, in a file that only they can read.
 */

import { join } from "node:path";

import { errorCode, objectOf, parseJson, stringOf } from "@tenon/basis";
import { readPrivateFile, writePrivateFile } from "@tenon/basis/node";

import { t } from "../messages/t.ts";
import { userDataFolder } from "./data-folder.ts";

export interface GatewayTokens {
  readonly file: string;
  get(gateway: string): Promise<string | undefined>;
  set(gateway: string, token: string): Promise<void>;
}

export function gatewayTokens(folder: string = userDataFolder()): GatewayTokens {
  const file = join(folder, "gateway-tokens.json");
  return {
    file,
    get: async (gateway) => stringOf((await read())[gateway]),
    async set(gateway, token) {
      await writePrivateFile(file, `${JSON.stringify({ ...(await read()), [gateway]: token }, undefined, 2)}\n`);
    },
  };

  async function read() {
    try {
      const { text, isPrivate } = await readPrivateFile(file);
      if (!isPrivate) throw new Error(t("{file} belongs to another user or is writable by others", { file }));
      return objectOf(parseJson(text));
    } catch (error) {
      if (errorCode(error) === "ENOENT") return {};
      throw error;
    }
  }
}
