/**
 * Which process it is: its number, and when it began, because numbers are used again.
 */

import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

// A machine that cannot run ps in this time will not run it in more.
const PS_MS = 1_000;

/** On the system's own scale, good only for comparing; undefined where the system does not tell. */
export async function startTimeOf(pid: number): Promise<string | undefined> {
  try {
    if (process.platform === "linux" || process.platform === "android") return await fromProc(pid);
    return process.platform === "win32" ? undefined : await fromPs(pid);
  } catch {
    return undefined; // it is gone, or nobody may look
  }
}

/** Whether the process that was once seen with this start time still runs. */
export async function isStillRunning(seen: { readonly pid: number; readonly startedAt?: string }): Promise<boolean> {
  if (!exists(seen.pid)) return false;
  const startedAt = await startTimeOf(seen.pid);
  return startedAt === undefined || seen.startedAt === undefined || startedAt === seen.startedAt;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not allowed to signal it: it is there, and somebody else's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

async function fromProc(pid: number): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, "latin1");
  // The name comes before, in parentheses, and may itself hold spaces and parentheses.
  return text.slice(text.lastIndexOf(")") + 2).split(" ")[19];
}

async function fromPs(pid: number): Promise<string> {
  const options = { env: { PATH: "/bin:/usr/bin", LC_ALL: "C" }, timeout: PS_MS };
  const { stdout } = await promisify(execFile)("ps", ["-o", "lstart=", "-p", String(pid)], options);
  return stdout.trim();
}
