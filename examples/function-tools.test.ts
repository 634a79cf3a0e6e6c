import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

it("the agent calls the function of the program, and gets what it returned", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["tooling/node.mjs", "examples/function-tools.ts"], {
    cwd: root,
  });
  expect(stdout).toMatch(/^shop: order_state .*completed .*"shipped"/m);
});
