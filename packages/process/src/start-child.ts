import type { Child, ChildCommand, ChildOptions } from "./child.ts";
import { resolveCommand } from "./resolve-command.ts";
import { spawnProcess } from "./spawn-process.ts";
import { superviseChild } from "./supervise-child.ts";

/**
 * Starts a program with pipes for its stdin, stdout and stderr. It and everything it starts live no longer than the
 * handle, and no longer than this process.
 *
 * Rejects with a ChildError that says why it could not be started, or with the reason of the signal.
 */
export async function startChild(command: ChildCommand, options: ChildOptions = {}): Promise<Child> {
  const { signal, streams = "three" } = options;
  signal?.throwIfAborted();
  const file = await resolveCommand(command);
  const spawned = await spawnProcess({ file, command, signal, streams });
  return superviseChild(spawned, command, options);
}
