/**
 * Joins the chunks of a bundle that are loaded together: Node.js takes half a millisecond for each module it imports, and the
 * first session alone imports sixty. A second pass over the chunks does it, because the first one splits by what is used and
 * joins by what is imported: through an `index.ts` a group would get its whole package.
 */

import { mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";

import { Rolldown, type RolldownChunk } from "tsdown";

/** The sources that are loaded by one `import()` or several at the same time. Chunks that an earlier group has stay there. */
export interface ChunkGroup {
  readonly name: string;
  /** How the paths of the sources end. */
  readonly sources: readonly string[];
}

export async function mergeChunks(chunks: readonly RolldownChunk[], groups: readonly ChunkGroup[]): Promise<void> {
  const outDir = chunks[0]?.outDir ?? "";
  const entry = chunks.find((chunk) => chunk.type === "chunk" && chunk.isEntry);
  if (!entry) throw new Error("The bundle has no entry.");
  const bundle = await Rolldown.rolldown({
    input: join(outDir, entry.fileName),
    platform: "node",
    external: [/^node:/],
    treeshake: false,
    // Some chunks are imported both ways, which the first pass has reported.
    onLog: () => {},
  });
  const scratch = await mkdtemp(join(outDir, "merged-"));
  await bundle.write({
    dir: scratch,
    minify: true,
    codeSplitting: {
      groups: groups.map(({ name, sources }, at) => {
        const files = new Set(sources.map((source) => join(outDir, fileOf(source, chunks))));
        return { name, priority: groups.length - at, test: (id) => files.has(id) };
      }),
    },
  });
  await bundle.close();
  for (const { fileName } of chunks.filter(({ type }) => type === "chunk")) await rm(join(outDir, fileName));
  for (const file of await readdir(scratch)) await rename(join(scratch, file), join(outDir, file));
  await rm(scratch, { recursive: true });
}

function fileOf(source: string, chunks: readonly RolldownChunk[]): string {
  const found = chunks.find((chunk) => chunk.type === "chunk" && chunk.moduleIds.some((id) => id.endsWith(source)));
  if (!found) throw new Error(`No chunk of the bundle has ${source}`);
  return found.fileName;
}
