/**
 * `npm run check`: every static check of the sources, the same here and in CI.
 */

import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";

interface Step {
  readonly name: string;
  readonly args: readonly (readonly string[])[];
}

const tool = (name: string, ...args: string[]) => ["tooling/node.mjs", "--bin", name, ...args];

const steps: readonly Step[] = [
  {
    name: "types",
    // The page has a browser's types, and the rest must not see them.
    args: ["tsconfig.json", "packages/web/tsconfig.json", "packages/web/test/tsconfig.json"].map((project) =>
      tool("typescript", "--noEmit", "--project", project),
    ),
  },
  { name: "lint and boundaries", args: [tool("oxlint", "--type-aware", "--deny-warnings")] },
  { name: "format", args: [tool("oxfmt", "--check")] },
  { name: "documentation", args: [["tooling/node.mjs", "tooling/check-docs.ts"]] },
  { name: "unused code and exports", args: [tool("knip")] },
  {
    name: "package shape",
    args: [
      ["tooling/node.mjs", "tooling/build-page.ts"],
      tool("tsdown", "--logLevel", "warn"),
      ["tooling/node.mjs", "tooling/check-packages.ts"],
      ...readdirSync("packages")
        .filter((room) => room !== "web")
        .map((room) => tool("publint", "run", `packages/${room}`, "--strict")),
    ],
  },
];

const results = await Promise.all(steps.map(runStep));
for (const { step, output, failed, seconds } of results) {
  process.stdout.write(`${failed ? "✗" : "✓"} ${step.name} (${seconds.toFixed(1)} s)\n`);
  if (failed) process.stdout.write(`${output.trimEnd()}\n\n`);
}
process.exitCode = results.some((result) => result.failed) ? 1 : 0;

async function runStep(step: Step) {
  const start = performance.now();
  let output = "";
  for (const args of step.args) {
    const { code, text } = await runNode(args);
    output += text;
    if (code !== 0) return { step, output, failed: true, seconds: (performance.now() - start) / 1000 };
  }
  return { step, output, failed: false, seconds: (performance.now() - start) / 1000 };
}

function runNode(args: readonly string[]): Promise<{ code: number | null; text: string }> {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, text }));
  });
}
