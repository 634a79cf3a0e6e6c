/** What git knows about the project's folder. */

import { ToolError } from "@tenon/toolset";

import { type Environment, programEnvironment } from "../environment.ts";
import { type Finished, runProgram } from "./run-program.ts";

export interface Git {
  /** The commit that is checked out, and whether the working tree is exactly that commit. */
  revision(signal: AbortSignal): Promise<Revision>;
  /** The full name of the commit that a tag, branch or commit means; undefined if there is none. */
  commitOf(version: string, signal: AbortSignal): Promise<string | undefined>;
  /** The current branch; undefined if none is checked out. */
  branch(signal: AbortSignal): Promise<string | undefined>;
  remote(signal: AbortSignal): Promise<string | undefined>;
  /** What a change from one commit to another brings, for a person; undefined if git does not know one of them. */
  changes(from: string, to: string, signal: AbortSignal): Promise<Changes | undefined>;
}

export interface Revision {
  readonly commit: string;
  /** Files that differ from the commit, untracked ones too. */
  readonly changedFiles: readonly string[];
}

export interface Changes {
  /** One line each, newest first; those that are taken back begin with "-". */
  readonly commits: readonly string[];
  /** "3 files changed, 10 insertions(+)", or an empty string. */
  readonly summary: string;
}

const MAX_COMMITS = 20;

export function createGit(folder: string, env: Environment): Git {
  // Without optional locks a status does not get in the way of a commit that the user makes.
  const gitEnv = { ...programEnvironment(env), GIT_OPTIONAL_LOCKS: "0", LC_ALL: "C" };
  const git = (args: readonly string[], signal: AbortSignal): Promise<Finished> =>
    runProgram({ command: "git", args, cwd: folder, env: gitEnv }, { signal, keep: "all" });
  const line = async (args: readonly string[], signal: AbortSignal): Promise<string | undefined> => {
    const { code, output } = await git(args, signal);
    return code === 0 ? output.trim() || undefined : undefined;
  };

  return {
    async revision(signal) {
      const commit = await line(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"], signal);
      if (commit === undefined)
        throw new ToolError("not_found", `${folder} is not in a git repository with at least one commit`);
      const { code, output, stderr } = await git(
        ["status", "--porcelain", "-z", "--untracked-files=all", "--ignore-submodules=none"],
        signal,
      );
      if (code !== 0) throw new ToolError("failed", `git status failed: ${stderr.trim()}`);
      return { commit, changedFiles: output.split("\0").filter((entry) => entry !== "") };
    },
    commitOf: (version, signal) =>
      line(["rev-parse", "--verify", "--quiet", "--end-of-options", `${version}^{commit}`], signal),
    branch: (signal) => line(["symbolic-ref", "--quiet", "--short", "HEAD"], signal),
    async remote(signal) {
      const names = (await line(["remote"], signal))?.split("\n") ?? [];
      const name = names.includes("origin") ? "origin" : names[0];
      return name === undefined ? undefined : await line(["remote", "get-url", "--", name], signal);
    },
    async changes(from, to, signal) {
      const log = ["log", "--oneline", "--no-decorate", "--no-color", `--max-count=${MAX_COMMITS}`];
      const added = await git([...log, "--end-of-options", `${from}..${to}`], signal);
      if (added.code !== 0) return undefined;
      const removed = await git([...log, "--end-of-options", `${to}..${from}`], signal);
      const summary = await line(["diff", "--shortstat", "--end-of-options", from, to], signal);
      return { commits: [...linesOf(added), ...linesOf(removed).map((one) => `- ${one}`)], summary: summary ?? "" };
    },
  };
}

function linesOf({ output }: Finished): string[] {
  return output.split("\n").filter((one) => one !== "");
}
