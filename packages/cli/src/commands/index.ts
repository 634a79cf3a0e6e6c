import type { Command } from "commander";

interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** Brings the command's own file, and with it all that this command needs. */
  load(): Promise<{ define(command: Command): void }>;
}

export const commands: readonly CommandEntry[] = [
  {
    name: "agent",
    summary: "an ACP agent on standard input and output, for an editor to start",
    load: () => import("./agent.ts"),
  },
];
