/**
 * The process table of systems without a Linux /proc, through their `ps`.
 */

import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { MARKER } from "./marker.ts";
import type { ProcessEntry } from "./process-entry.ts";
import { sendSignal } from "./send-signal.ts";

// A machine that cannot run ps in this time will not run it in more.
const TIMEOUT_MS = 1_000;

// One -o for each: after an equals sign BSD takes the rest of the argument for a heading.
const COLUMNS = ["pid", "ppid", "pgid", "stat", "lstart", "command"].flatMap((name) => ["-o", `${name}=`]);

/** Every live process; none at all if `ps` cannot be run. `flags` must ask for everything, with the environment. */
export async function readPs(
  flags = process.platform === "darwin" ? "-axEww" : "axeww",
): Promise<readonly ProcessEntry[]> {
  // Dates in English, whatever the user speaks.
  const env = { PATH: "/bin:/usr/bin", LC_ALL: "C" };
  try {
    const options = { env, timeout: TIMEOUT_MS, maxBuffer: 256 * 1024 * 1024 };
    return parsePs((await promisify(execFile)("ps", [flags, ...COLUMNS], options)).stdout);
  } catch {
    return []; // No ps, or no room to run it: the caller sees that we are not even in the list ourselves.
  }
}

//           pid      ppid     pgid     stat     lstart: Sun Nov 15 16:22:01 2026              command and environment
const LINE = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\w{3}\s+\w{3}\s+\d+\s+[\d:]{8}\s+\d{4})\s+(.*)$/;

export function parsePs(output: string): readonly ProcessEntry[] {
  return output.split("\n").flatMap((line) => {
    const [, id, parentPid, groupId, state, startedAt = "", command = ""] = LINE.exec(line) ?? [];
    if (state === undefined || state.startsWith("Z")) return [];
    const pid = Number(id);
    const marker = new RegExp(` ${MARKER}=(\\S+)`).exec(command)?.[1];
    return {
      pid,
      parentPid: Number(parentPid),
      groupId: Number(groupId),
      startedAt: Date.parse(startedAt),
      marker: () => marker,
      // Says yes to a zombie too, but only until the next reading of the table.
      isAlive: () => sendSignal(pid, 0),
    };
  });
}
