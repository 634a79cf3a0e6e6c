/**
 * A home folder with real files in it, a project, and programs on a PATH of its own, for doctor to look at.
 */

import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

import { memoryTokenStore } from "@tenon/hub";
import { fileTrustStore } from "@tenon/policy";

import { gatherFacts, type GatherOptions } from "../../src/commands/doctor/gather-facts.ts";
import { type Report, reportOf } from "../../src/commands/doctor/report/report.ts";

export interface FakeMachine extends AsyncDisposable {
  readonly home: string;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** A text, or a value that becomes JSON; `~/` is the home folder, any other path is in the project. */
  write(file: string, content: unknown): Promise<void>;
  /** An empty program on the PATH. */
  program(name: string, script?: string): Promise<string>;
  /** Starts no server unless `start` says so. */
  report(options?: Partial<GatherOptions>): Promise<Report>;
  /** Every file with its content. */
  files(): Promise<Readonly<Record<string, string>>>;
}

export async function fakeMachine(): Promise<FakeMachine> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "tenon-doctor-")));
  const [home, cwd, bin] = [join(root, "home"), join(root, "home", "project"), join(root, "bin")];
  await mkdir(cwd, { recursive: true });
  await mkdir(bin);
  const environment = { HOME: home, PATH: [bin, dirname(process.execPath)].join(delimiter), SHELL: "" };
  return {
    home,
    cwd,
    environment,
    async write(file, content) {
      const path = file.startsWith("~/") ? join(home, file.slice(2)) : join(cwd, file);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, typeof content === "string" ? content : JSON.stringify(content, undefined, 2));
    },
    async program(name, script = "#!/bin/sh\nexit 1\n") {
      const path = join(bin, name);
      await writeFile(path, script);
      await chmod(path, 0o755);
      return path;
    },
    async report(options = {}) {
      const folder = join(home, ".config", "tenon");
      const facts = await gatherFacts({
        platform: "linux",
        environment,
        home,
        cwd,
        stores: {
          folder,
          trust: fileTrustStore({ folder: join(folder, "trust"), onWarning: () => {}, now: () => new Date(0) }),
          tokens: memoryTokenStore(),
        },
        start: undefined,
        isProjectTrusted: false,
        signal: new AbortController().signal,
        onStart: () => {},
        ...options,
      });
      return reportOf(facts);
    },
    async files() {
      const entries = await readdir(root, { recursive: true, withFileTypes: true });
      const all = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
      const paths = all.filter((path) => !path.startsWith(join(home, ".cache"))); // compiled code of Node.js
      return Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await readFile(path, "utf8")])));
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

/** `code` of each finding, with the name of what it is about. */
export function codesOf({ findings }: Report): readonly string[] {
  return findings.map(({ code, subject }) => `${subject.id}: ${code}`);
}
