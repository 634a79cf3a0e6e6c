/**
 * The programs that tests start: each misbehaves in one way, and says "ready" when it is about to.
 */

import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";

import type { ChildCommand } from "../../src/index.ts";

type Program = Pick<ChildCommand, "command" | "args">;

const wrapper = fileURLToPath(new URL("../fixtures/wrapper.mjs", import.meta.url));
const daemon = fileURLToPath(new URL("../fixtures/daemon.mjs", import.meta.url));

export const polite = sh("echo ready; cat >/dev/null");
export const ignoresEof = sh("echo ready; while :; do sleep 1; done");
export const ignoresAll = sh("trap '' TERM; echo ready; while :; do sleep 1; done");

export function sh(script: string): Program {
  return { command: "/bin/sh", args: ["-c", script] };
}

/** A shell that waits for the program instead of becoming it. */
export function behindShell({ command, args = [] }: Program): Program {
  return { command: "/bin/sh", args: ["-c", '"$@"; exit $?', "sh", command, ...args] };
}

/** A Node.js program that waits for the program, as npx does. */
export function behindNpx({ command, args = [] }: Program): Program {
  return { command: process.execPath, args: [wrapper, command, ...args] };
}

/** In a session of its own, its pid on the first line. What started it leaves, unless it stays until stdin closes. */
export function asDaemon({ command, args = [] }: Program, ...flags: ("--asked" | "--bare" | "--stay")[]): Program {
  return { command: process.execPath, args: [daemon, ...flags, "--", command, ...args] };
}

/** Where to run, and an environment that everything started there can be found by. */
export function newPlace(): { readonly mark: string; readonly place: Pick<ChildCommand, "cwd" | "env"> } {
  const mark = `test-${randomUUID()}`;
  return { mark, place: { cwd: tmpdir(), env: { PATH: process.env["PATH"], PROCESS_TEST: mark } } };
}
