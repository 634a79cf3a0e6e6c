import type { ServerSpec } from "../../src/server-spec.ts";
/** Real folders for a test: a project, and the user's configuration beside it. They are removed with their handle. */

import { mkdir, mkdtemp, realpath, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import type { ConfigurationOptions } from "../../src/config/load-configuration.ts";

export interface ProjectFolder extends AsyncDisposable {
  /** For `loadConfiguration`: everything is trusted and no variable is set. */
  readonly options: ConfigurationOptions;
  readonly root: string;
  /** Where a file is: `project/…` or `user/…`. */
  at(path: string): string;
  write(path: string, content: unknown): Promise<void>;
  /** As most editors save: another file, renamed to take its place. */
  replace(path: string, content: unknown): Promise<void>;
}

export async function projectFolder(files: Readonly<Record<string, unknown>> = {}): Promise<ProjectFolder> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "tenon-config-")));
  const at = (path: string) => join(root, path);
  const write = async (path: string, content: unknown) => {
    await mkdir(dirname(at(path)), { recursive: true });
    await writeFile(at(path), textOf(content));
  };
  await mkdir(at("project"));
  for (const [path, content] of Object.entries(files)) await write(path, content);
  return {
    root,
    at,
    write,
    async replace(path, content) {
      await writeFile(at(`${path}.new`), textOf(content));
      await rename(at(`${path}.new`), at(path));
    },
    options: { cwd: at("project"), userFolder: at("user"), environment: {}, isTrusted: () => true },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

function textOf(content: unknown): string {
  return typeof content === "string" ? content : JSON.stringify(content);
}

/** The servers that may be started. */
export function readySpecs(servers: readonly ServerSpec[]): readonly ServerSpec[] {
  return servers.filter(({ type }) => type !== "held");
}

/** Whether it may be started, or why not. */
export function stateOf(spec: ServerSpec): string {
  return spec.type === "held" ? spec.state : "ready";
}
