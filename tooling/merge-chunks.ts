/**
 * Joins the chunks of a bundle that are loaded together: Node.js takes half a millisecond for each module it imports, and the
 * first session alone imports sixty. A second pass over the chunks does it, because the first one splits by what is used and
 * joins by what is imported: through an `index.ts` a group would get its whole package.
 */

import { createHash } from "node:crypto";
import { appendFile, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { Rolldown, type RolldownChunk } from "tsdown";

import { foreignImports } from "./foreign-imports.ts";

/** What a program loads in one step: by one `import()`, or by several at the same time. */
export interface Stage {
  readonly name: string;
  /** How the paths of the sources end. */
  readonly sources: readonly string[];
}

/**
 * The stages of a program, one after another. Chunks are joined if every program loads them in the same stage or never, so that
 * none loads a file of which it needs only a part.
 */
export async function mergeChunks(
  files: readonly RolldownChunk[],
  programs: readonly (readonly Stage[])[],
): Promise<void> {
  const chunks = files.filter((file) => file.type === "chunk");
  const outDir = chunks[0]?.outDir ?? "";
  const entry = chunks.find(({ isEntry }) => isEntry);
  if (!entry) throw new Error("The bundle has no entry.");
  const bundle = await Rolldown.rolldown({
    input: join(outDir, entry.fileName),
    platform: "node",
    external: [/^node:/],
    plugins: [foreignImports("importModule")],
    treeshake: false,
    // Some chunks are imported both ways, which the first pass has reported.
    onLog: () => {},
  });
  const scratch = await mkdtemp(join(outDir, "merged-"));
  // Not as modules: V8 keeps what it has compiled of a script with all functions that have run (`cli/bin/load-bundle.mjs`), and a
  // script takes Node's own modules without asking for each of their exports, some of which are loaded only then.
  await bundle.write({
    dir: scratch,
    format: "cjs",
    minify: true,
    codeSplitting: { groups: groupsOf(chunks, programs) },
  });
  await bundle.close();
  for (const { fileName } of chunks) await rm(join(outDir, fileName));
  const hash = createHash("sha256");
  for (const file of (await readdir(scratch)).toSorted()) {
    const code = toAscii(await readFile(join(scratch, file), "utf8"));
    hash.update(code);
    await writeFile(join(scratch, file), code);
    await rename(join(scratch, file), join(outDir, file));
  }
  await rm(scratch, { recursive: true });
  await appendFile(join(outDir, entry.fileName), `\n//${hash.digest("hex").slice(0, 16)}\n`);
}

/** One ellipsis makes V8 keep a file of any size with two bytes for each character. */
function toAscii(code: string): string {
  // Where a backslash stands before it, or is taken as it is, an escape would be another text.
  if (/(?<!\\)(?:\\\\)*\\[^\0-\x7f]|raw`[^`]*[^\0-\x7f`]/.test(code)) return code;
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

type Chunk = Extract<RolldownChunk, { readonly type: "chunk" }>;

function groupsOf(chunks: readonly Chunk[], programs: readonly (readonly Stage[])[]) {
  const stagesOf = programs.map((stages) => firstStages(chunks, stages));
  const placed = chunks.map(({ outDir, fileName }) => {
    const stages = stagesOf.map((firstIn) => firstIn.get(fileName));
    const names = stages.flatMap((at, program) => (at === undefined ? [] : [programs[program]?.[at]?.name ?? ""]));
    // What a chunk imports comes in no later stage of any program, so it is in a group that is made before.
    const order = stages.reduce<number>((sum, at, program) => sum + (at ?? programs[program]?.length ?? 0), 0);
    return { path: join(outDir, fileName), name: [...new Set(names)].join("-"), order };
  });
  return [...Map.groupBy(placed, ({ name }) => name)].flatMap(([name, members]) => {
    if (name === "") return [];
    const paths = new Set(members.map(({ path }) => path));
    return [{ name, priority: 1_000 - (members[0]?.order ?? 0), test: (id: string) => paths.has(id) }];
  });
}

/** By file: the first stage that loads it. */
function firstStages(chunks: readonly Chunk[], stages: readonly Stage[]): ReadonlyMap<string, number> {
  const importsOf = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]));
  const found = new Map<string, number>();
  const visit = (file: string, stage: number): void => {
    if (found.has(file) || !importsOf.has(file)) return;
    found.set(file, stage);
    for (const imported of importsOf.get(file) ?? []) visit(imported, stage);
  };
  for (const [stage, { sources }] of stages.entries())
    for (const source of sources) visit(fileOf(source, chunks), stage);
  return found;
}

function fileOf(source: string, chunks: readonly Chunk[]): string {
  const found = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(source)));
  if (!found) throw new Error(`No chunk of the bundle has ${source}`);
  return found.fileName;
}
