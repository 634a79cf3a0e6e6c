import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { expect, it } from "vitest";

const program = fileURLToPath(new URL("./fixtures/idle-program.ts", import.meta.url));

it("gives memory back when nothing has happened for a while, without being asked for more", async () => {
  const running = promisify(execFile)(process.execPath, ["--conditions=tenon:source", program]);
  expect((await running).stdout).toBe("300000 strings\ngiven back\n");
});
