/**
 * The PATH of the user's login shell.
 *
 * An editor that was started from a dock or a menu has a poor PATH and gives it to us: `npx`, `uvx` and `docker` are not
 * on it. The shell is asked once in the life of the process, and only when a command is not found.
 */

import { within } from "@tenon/basis";

import { safeEnvironment } from "./safe-environment.ts";

export interface LoginPath {
  /** Undefined if there is no shell, or it does not answer in time. Never rejects. */
  find(environment: Readonly<Record<string, string | undefined>>): Promise<string | undefined>;
}

// Start-up files may ask the network or wait for a person.
const SHELL_MS = 5_000;
// Start-up files print what they like, before and after.
const MARK = "__TENON_PATH__";

export function createLoginPath(options: { readonly shellMs?: number } = {}): LoginPath {
  const { shellMs = SHELL_MS } = options;
  let asking: Promise<string | undefined> | undefined;
  return {
    // A failure means that there is no better PATH than ours.
    find: (environment) => (asking ??= ask(environment, shellMs).catch(() => undefined)),
  };
}

async function ask(
  environment: Readonly<Record<string, string | undefined>>,
  shellMs: number,
): Promise<string | undefined> {
  const { SHELL: shell, HOME: home } = environment;
  if (process.platform === "win32" || !shell) return undefined;
  const { startChild } = await import("@tenon/process"); // seldom needed
  // Interactive too: many tools put their folders into the file that only interactive shells read.
  const args = ["-i", "-l", "-c", `printf '%s%s%s' ${MARK} "$(printenv PATH)" ${MARK}`];
  await using child = await startChild({ command: shell, args, cwd: home ?? "/", env: safeEnvironment(environment) });
  child.stdin.end();
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  await within(shellMs, child.exited);
  const [, path] = output.split(MARK);
  return path === "" ? undefined : path;
}
