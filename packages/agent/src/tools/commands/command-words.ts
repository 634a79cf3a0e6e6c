import type { CommandWords } from "@tenon/workspace";

/** What our own model reads of commands. */
export const COMMAND_WORDS: CommandWords = {
  ended: ({ words }, output) => (output === undefined ? words : `${words}\n${output === "" ? "(No output.)" : output}`),
  inBackground: (id) => `It runs in the background as ${id}.`,
  tookTooLong: (ms) =>
    `Timed out after ${ms / 1000} seconds and was stopped. Raise timeout_seconds, or run it in the background.`,
};
