import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The folder of the built page: beside our bundle when installed, in packages/web in a clone. Undefined if neither. */
export function findPageFolder(): string | undefined {
  const candidates = [new URL("./page/", import.meta.url), new URL("../../../../web/dist/", import.meta.url)];
  const found = candidates.find((folder) => existsSync(new URL("index.html", folder)));
  return found && fileURLToPath(found);
}
