import type { CommandOutput } from "../../commands/start-command.ts";

const ENOUGH_TO_KNOW_AGAIN = 1_000;

/**
 * What is new in a terminal since it was read. It tells all that it keeps, each time; where it has dropped the beginning
 * of it, we rather show something twice than not at all.
 */
export function newOutput(before: string, { output, truncated }: CommandOutput): string {
  if (!truncated) return output.startsWith(before) ? output.slice(before.length) : output;
  const known = before.slice(-ENOUGH_TO_KNOW_AGAIN);
  const at = known === "" ? -1 : output.indexOf(known);
  if (at !== -1) return output.slice(at + known.length);
  return `[The editor kept only the end of the output; what came before is not known.]\n${output}`;
}
