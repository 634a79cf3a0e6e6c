import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Where the built page is: beside our bundle when installed, in its own room in a clone. Undefined if nowhere. */
export function findPageFolder(): string | undefined {
  const places = [new URL("./page/", import.meta.url), new URL("../../../../web/dist/", import.meta.url)];
  const found = places.find((place) => existsSync(new URL("index.html", place)));
  return found && fileURLToPath(found);
}
