import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, it } from "vitest";

import { ACTIONS } from "../../packages/web/src/admin/audit-actions.ts";

const root = join(import.meta.dirname, "../..");

it("the administration page has words for every action that the audit records, and for no other", async () => {
  const recorded = new Set<string>();
  for await (const file of glob("packages/{gateway,cli}/src/**/*.ts", { cwd: root })) {
    const source = await readFile(join(root, file), "utf8");
    for (const [, action = ""] of source.matchAll(/\brecord\((?:context, )?\s*"([a-z-]+)"/g)) recorded.add(action);
    const [, table = ""] = /const RECORDED\b[^{]*\{([^}]*)\}/.exec(source) ?? [];
    for (const [, action = ""] of table.matchAll(/: "([a-z-]+)"/g)) recorded.add(action);
    // The servers that a session is opened with.
    for (const [, action = ""] of source.matchAll(/\? "(server-[a-z-]+)" : undefined/g)) recorded.add(action);
  }
  expect([...recorded].toSorted()).toEqual(ACTIONS.toSorted());
});
