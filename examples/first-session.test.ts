import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify, stripVTControlCharacters } from "node:util";

import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

it("shows tool calls to both real servers, and ends well", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["tooling/node.mjs", "examples/first-session.ts"], {
    cwd: root,
  });
  const shown = stripVTControlCharacters(stdout);
  expect(shown).toMatch(/✓ tool everything: .*\n.*42/);
  expect(shown).toMatch(/✓ tool filesystem: .*\n.*size: 57/);
  expect(shown.match(/\(end_turn\)/g)).toHaveLength(2);
});
