/**
 * One text of the user's own tenon.json, before the rest of it is read. A file that cannot be read is reported with the first
 * session, which reads all of it.
 */

import { homedir } from "node:os";
import { join } from "node:path";

import { objectOf, stringOf } from "@tenon/basis";
import { userFolder } from "@tenon/hub/config";

// Importing node:fs as a module would load all of its streams too, and this comes before `initialize` is answered.
const { readFileSync } = process.getBuiltinModule("node:fs");

export async function userSetting(name: "model" | "store"): Promise<string | undefined> {
  const folder = userFolder({ platform: process.platform, environment: process.env, home: homedir() });
  try {
    const text = readFileSync(join(folder, "tenon.json"), "utf8");
    const { parseJson } = await import("@tenon/hub/config");
    const parsed = parseJson(text);
    return parsed.isJson ? stringOf(objectOf(parsed.value)[name]) : undefined;
  } catch {
    return undefined;
  }
}
