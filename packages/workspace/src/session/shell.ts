import type { CommandStart } from "./workspace.ts";

interface Program {
  readonly command: string;
  readonly args: readonly string[];
}

/** The program that is really started. A shell line is one argument of a shell, and nothing of it is split [F-01]. */
export function programOf(run: CommandStart["run"], isWindows = process.platform === "win32"): Program {
  if (!("shell" in run)) return run;
  return isWindows
    ? { command: "cmd.exe", args: ["/d", "/s", "/c", run.shell] }
    : { command: "/bin/sh", args: ["-c", run.shell] };
}
