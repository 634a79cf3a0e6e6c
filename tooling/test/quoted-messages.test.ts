import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const sources = globSync("packages/*/src/**/*.ts", { cwd: root }).map((file) => readFileSync(join(root, file), "utf8"));

it.each(["docs/troubleshooting.md", "docs/tools.md", "docs/models.md"])(
  "every message that %s quotes is one that the sources can say",
  (page) => {
    const quoted = messagesIn(readFileSync(join(root, page), "utf8"));
    expect(quoted.length).toBeGreaterThan(4);
    expect(quoted.filter((message) => !sources.some((source) => says(source, message)))).toEqual([]);
  },
);

/** The first column of the tables that are headed "it says" or "what you read". */
function messagesIn(page: string): readonly string[] {
  const tables = page.matchAll(/^\| (?:it says|what you read|message) .*\n\|[-| ]+\n((?:\|.*\n)*)/gm);
  return [...tables].flatMap(([, rows = ""]) =>
    rows
      .trimEnd()
      .split("\n")
      .map((row) => (row.split("|")[1] ?? "").trim().replace(/^[`_](.*)[`_]$/, "$1")),
  );
}

/** What stands between the names, all of it in one file. */
function says(source: string, message: string): boolean {
  return message.split("…").every((part) => source.includes(part.trim()));
}
