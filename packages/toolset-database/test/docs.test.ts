import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { expect, it } from "vitest";

import { openServer } from "./start-server.ts";

it("answers each call in docs/database.md as the page says", async () => {
  const page = readFileSync(new URL("../../../docs/database.md", import.meta.url), "utf8");
  const folder = mkdtempSync(join(tmpdir(), "tenon-database-page-"));
  try {
    const file = join(folder, "shop.db");
    using database = new DatabaseSync(file);
    database.exec(blocks(page, "sql")[0] ?? "");
    await using server = await openServer({ DATABASE_URL: file });
    const values = blocks(page, "json").map((text) => JSON.parse(text) as Record<string, unknown>);
    const calls = values.flatMap((value, index) =>
      "tool" in value ? [{ call: value, expected: values[index + 1] }] : [],
    );
    expect(calls.length).toBeGreaterThan(3);
    for (const { call, expected } of calls) {
      const outcome = await server.call(String(call["tool"]), call["arguments"] as Record<string, unknown>);
      const { cursor, ...structured } = outcome.structured ?? {};
      const shown = cursor === undefined ? structured : { ...structured, cursor: "…" };
      expect(outcome.isError ? { error: outcome.text } : shown).toEqual(expected);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function blocks(page: string, language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))].map(([, text = ""]) => text);
}
