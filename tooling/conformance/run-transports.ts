/** The cases that `npm test` has of our agent on standard streams, through the gateway and through `tenon connect`. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const ARGUMENTS = ["tooling/node.mjs", "--bin", "vitest", "run", "--config", "tooling/conformance/vitest.config.ts"];

export async function runTransports(): Promise<{ readonly passed: number; readonly total: number }> {
  const child = spawn(process.execPath, ARGUMENTS, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    process.stdout.write(text);
  });
  await once(child, "close");
  // The closing line of `tooling/closing-line-reporter.ts`; without one, nothing has passed.
  const [, passed = 0, failed = 1] = /^(\d+) passed, (\d+) failed/m.exec(output) ?? [];
  return { passed: Number(passed), total: Number(passed) + Number(failed) };
}
