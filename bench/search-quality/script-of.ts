import { readFile } from "node:fs/promises";
import { join } from "node:path";

import type { RealServer } from "./real-servers.ts";

/** Not through node_modules/.bin: on Windows what lies there is no JavaScript. */
export async function scriptOf(server: RealServer, folder: string): Promise<string> {
  const home = join(folder, "node_modules", server.package);
  const { bin } = JSON.parse(await readFile(join(home, "package.json"), "utf8"));
  return join(home, typeof bin === "string" ? bin : bin[server.bin]);
}
