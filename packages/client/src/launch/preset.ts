/**
 * An agent that we know by name: how to start it, how to sign in to it, and what to expect of it.
 *
 * Plain data. What one vendor does differently is written here, and nowhere in the code.
 */

export interface AgentPreset {
  /** What to type. */
  readonly name: string;
  /** Other names that people type for it. */
  readonly aliases?: readonly string[];
  readonly title: string;
  /** The program, once it is installed, and what makes it speak ACP. */
  readonly command: string;
  readonly args: readonly string[];
  /** Set unless the user has set them. */
  readonly env?: Readonly<Record<string, string>>;
  /** The npm package that has it, with the range that was tried. It is run with npx where it is not installed. */
  readonly npm?: string;
  /** How to install it: a command, or an address to read. */
  readonly install: string;
  /** How to sign in, to follow "To sign in, ". */
  readonly signIn: string;
  /** What it keeps once the user has signed in: variables, or files of the home folder. Not all that it could keep. */
  readonly signedInBy?: { readonly variables?: readonly string[]; readonly files?: readonly string[] };
  /** It fails where the client offers its files, and works where it has to use the disk itself. */
  readonly failsWithFiles?: true;
  /** Its model gets the tools of MCP servers only after it has searched for them. */
  readonly searchesTools?: true;
  /**
   * With a second session in its process, both get the updates of either, and it cancels their calls without asking: each
   * session gets a process.
   */
  readonly runsOneSession?: true;
  /** It takes tools only if it is started in a certain way, which the proxy knows. */
  readonly connectsWhenStarted?: "pi-extension";
  /** Which of the MCP servers that a client sends it never starts, without a word. */
  readonly dropsServers?: { readonly transport: "stdio" | "any"; readonly seenIn: string };
}

/** Why an agent that we know will not start a server that it is given; undefined if it will, or that is not known. */
export function droppedServer(preset: AgentPreset | undefined, server: object): string | undefined {
  if (!preset?.dropsServers) return undefined;
  const { transport, seenIn } = preset.dropsServers;
  if (transport === "stdio" && !("command" in server)) return undefined;
  const which = transport === "stdio" ? "stdio MCP servers" : "MCP servers";
  return `${preset.title} ignores ${which} passed by a client (seen in ${seenIn}). Add the server to the agent's own configuration.`;
}
