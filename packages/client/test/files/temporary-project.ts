/**
 * A folder with the project of a session in it, and something beside it that is none of the session's business.
 */

import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { type FileOptions, openFiles } from "../../src/files/open-files.ts";
import type { SessionContext } from "../../src/services.ts";

const signal = new AbortController().signal;

export interface TemporaryProject extends AsyncDisposable {
  /** Absolute and real. */
  readonly root: string;
  readonly outside: string;
  readonly session: SessionContext;
  put(path: string, content: string | Buffer): Promise<string>;
  bytes(path: string): Promise<Buffer>;
}

/** Paths are seen from the root; `../outside/secret.txt` is there and says "secret". */
export async function temporaryProject(): Promise<TemporaryProject> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "tenon-files-")));
  const root = join(folder, "project");
  const outside = join(folder, "outside");
  const put = async (path: string, content: string | Buffer) => {
    const file = join(root, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    return file;
  };
  await mkdir(root);
  await put("../outside/secret.txt", "secret");
  return {
    root,
    outside,
    session: { id: "session-1", cwd: root, roots: [root] },
    put,
    bytes: (path) => readFile(join(root, path)),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Reads and writes in a project as an agent would, by absolute paths or by paths from its root. */
export function filesOf({ root, session }: Pick<TemporaryProject, "root" | "session">, options: FileOptions = {}) {
  const files = openFiles(options)(session);
  const at = (path: string) => (path.startsWith("/") ? path : `${root}/${path}`);
  return {
    async read(path: string, lines: { readonly line?: number; readonly limit?: number } = {}) {
      return (await files.read({ sessionId: session.id, path: at(path), ...lines }, { signal })).content;
    },
    write: (path: string, content: string) =>
      files.write({ sessionId: session.id, path: at(path), content }, { signal }),
  };
}
