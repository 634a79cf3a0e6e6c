import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder of the test's own, as its real path; gone when the test is. */
export async function temporaryFolder(): Promise<AsyncDisposable & { readonly path: string; readonly file: string }> {
  const path = await realpath(await mkdtemp(join(tmpdir(), "tenon-journal-")));
  return {
    path,
    file: join(path, "journal.db"),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}
