/**
 * The flags of `tenon agent` as editors give them. Anything else is left to the command line's library, which also says what
 * is wrong.
 */

export interface AgentFlags {
  readonly model?: string;
  readonly journal: boolean;
  readonly store?: string;
  readonly unstable: boolean;
  readonly signIn: boolean;
}

/** Undefined for other commands, and for words that need more than a look. */
export function plainAgentFlags([command, ...words]: readonly string[]): AgentFlags | undefined {
  if (command !== "agent") return undefined;
  const flags: { model?: string; journal: boolean; unstable: boolean; signIn: boolean } = {
    journal: true,
    unstable: false,
    signIn: false,
  };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    const next = words[at + 1];
    if (word === "--no-journal" && flags.journal) flags.journal = false;
    else if (word === "--unstable" && !flags.unstable) flags.unstable = true;
    else if (word === "--model" && flags.model === undefined && next !== undefined && /^\w/.test(next)) {
      flags.model = next;
      at += 1;
    } else return undefined;
  }
  return flags;
}
