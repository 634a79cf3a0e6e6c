/**
 * Bundles the programs that tests start most, before the tests begin: from dozens of TypeScript files each start takes twice
 * the processor time, and `npm test` starts them a thousand times.
 */

import { createHash } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { build, type Rolldown } from "vite";

const root = fileURLToPath(new URL("../", import.meta.url));
const bundles = join(root, "node_modules/.tenon/programs");

/** Paths below `packages/testkit/src`. Those of one bundle share what they import. */
const PROGRAMS = [["mcp/stdio/main"], ["acp/agent/stdio-agent-main", "acp/agent/stdio-recording-main"]];

export default async function bundleTestPrograms(): Promise<void> {
  const files = (await Promise.all(PROGRAMS.map(bundle))).flat();
  const hash = createHash("sha256");
  for (const { name, text } of files) hash.update(`${name}\n${text}\n`);
  // The same path for the same text: what Node.js has compiled of it stays of use.
  const folder = join(bundles, hash.digest("hex").slice(0, 16));
  await Promise.all(files.map(async ({ name, text }) => await writeWhole(join(folder, name), text)));
  process.env["TENON_TESTKIT_PROGRAMS"] = folder;
}

interface BundledFile {
  readonly name: string;
  readonly text: string;
}

async function bundle(programs: readonly string[]): Promise<readonly BundledFile[]> {
  const built = await build({
    root,
    configFile: false,
    logLevel: "warn",
    ssr: { noExternal: true, resolve: { conditions: ["tenon:source", "node", "module"] } },
    build: {
      ssr: true,
      write: false,
      target: "esnext",
      rolldownOptions: {
        input: Object.fromEntries(programs.map((name) => [name, `packages/testkit/src/${name}.ts`])),
        output: { entryFileNames: "[name].mjs", chunkFileNames: "shared/[hash].mjs" },
      },
    },
  });
  const outputs = [built].flat() as readonly Rolldown.RolldownOutput[];
  return outputs.flatMap(({ output }) =>
    output.flatMap((file) => (file.type === "chunk" ? [{ name: file.fileName, text: file.code }] : [])),
  );
}

/** Renamed when it is whole: another test run may start it at any time. */
async function writeWhole(path: string, text: string): Promise<void> {
  const scratch = `${path}.${process.pid}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(scratch, text);
  await rename(scratch, path);
}
