import { type FileHandle, open, rename, rm } from "node:fs/promises";

export interface WritingAside {
  /** In the folder of `path`. */
  readonly temporary: string;
  readonly path: string;
  readonly content: string | Uint8Array;
  readonly mode: number;
  /** Called when the content is written, before the file takes its name. */
  readonly prepare?: (file: FileHandle) => Promise<void> | undefined;
}

/** Writes a temporary file, syncs and renames it. If that fails, neither file is left behind. */
export async function writeAside({ temporary, path, content, mode, prepare }: WritingAside): Promise<void> {
  try {
    await writeSynced();
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }

  async function writeSynced(): Promise<void> {
    await using file = await open(temporary, "wx", mode);
    await file.writeFile(content);
    await prepare?.(file);
    // Renamed before it is on the disk, the file could be empty after a power cut.
    await file.sync();
  }
}
