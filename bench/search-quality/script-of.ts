/**
 * Where the real servers are installed, and the program of each.
 */

import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { RealServer } from "./real-servers.ts";

export function serversFolder(chosen?: string): string {
  return chosen ?? join(tmpdir(), "tenon-real-servers");
}

/** Not through node_modules/.bin: on Windows what lies there is no JavaScript. */
export async function scriptOf(server: RealServer, folder: string): Promise<string> {
  const home = join(folder, "node_modules", server.package);
  const { bin } = JSON.parse(await readFile(join(home, "package.json"), "utf8"));
  return join(home, typeof bin === "string" ? bin : bin[server.bin]);
}
