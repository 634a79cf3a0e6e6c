import { prepareArguments } from "../../src/call/arguments/prepare-arguments.ts";

/** For tests of what is said, not of when it ends: a machine with other things to do may take its time. */
export const UNHURRIED = { longestMs: 50_000 };

export function prepareUnhurried(args: unknown, inputSchema: unknown): ReturnType<typeof prepareArguments> {
  return prepareArguments(args, inputSchema, UNHURRIED);
}
