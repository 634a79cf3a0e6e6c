/**
 * The ladder on Windows, where nothing can be asked to leave but by its stdin: there is only taskkill.
 */

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

import { within } from "@tenon/basis";

import type { ChildExit, EndingTimes } from "../child.ts";

interface Ending {
  readonly pid: number;
  readonly left: Promise<ChildExit>;
  readonly ending: EndingTimes;
}

/** Ends a child that has not left yet, with its descendants. Returns its pid if it is there even after that. */
export async function endTreeOnWindows({ pid, left, ending }: Ending): Promise<readonly number[]> {
  // A pid that has left may already be another process's; Windows reuses them quickly.
  if (await within(0, left)) return [];
  // A failure (already gone, access denied) shows in whether it leaves.
  await promisify(execFile)(taskkill(), ["/pid", String(pid), "/T", "/F"], { windowsHide: true }).catch(() => {});
  return (await within(ending.killMs, left)) ? [] : [pid];
}

/** By its full path: the search path is not ours to trust when we are about to end things. */
export function taskkill(): string {
  return join(process.env["SystemRoot"] ?? "C:\\Windows", "System32", "taskkill.exe");
}
