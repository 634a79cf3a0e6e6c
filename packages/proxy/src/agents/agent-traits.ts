/**
 * What an agent does with an MCP server that it is given: which transports it takes, how it names, cuts and abandons calls.
 *
 * Plain data. What one vendor does differently is written in `known-agents.ts`, and nowhere in the code.
 */

import type { Taker } from "@tenon/hub/endpoint";

/**
 * How the agent reaches the endpoint: a loopback address, a child process that pipes to it, or a connection of its own that
 * it was started with.
 */
export type DoorKind = "http" | "stdio" | "launch";

export interface AgentTraits extends Taker {
  /** The preset's name, where the agent has one. */
  readonly name: string;
  readonly title: string;
  /** How else `initialize` names it. A version pattern tells apart programs that share a name. */
  readonly agentInfo?: { readonly names: readonly string[]; readonly version?: RegExp };
  /** What it takes in `session/new`, the best first. Empty if it ignores `mcpServers`. */
  readonly takes: readonly DoorKind[];
  /** How it can be started so that it connects by itself, if it takes nothing. Not on Windows. */
  readonly launch?: "pi-extension";
  /** What the model sees before each name. */
  readonly prefix: string;
  /** Whether the agent itself asks before it calls a tool of a server. Its question and ours become one. */
  readonly asks: "always" | "unless-read-only" | "never" | "unknown";
  /** Whether `rawInput` of a call is server, tool and arguments. Of other agents it is the arguments, which the model writes. */
  readonly showsInvocation?: boolean;
  /** It makes one of several underscores in the name of a tool. */
  readonly joinsUnderscores?: true;
  /** It knows servers by their names in all its sessions: one of another session with the same name takes its place. */
  readonly sharesServers?: true;
  /** It cancels its calls with the turn, and takes an end that comes earlier for a result: it goes on with the turn. */
  readonly cancelsCalls?: true;
  /** Added to `_meta` of the `mcpServers` entry. */
  readonly entryMeta?: Readonly<Record<string, unknown>>;
  /** Its own tools for files and commands; undefined if they cannot be switched off. */
  readonly ownTools?: OwnTools;
  /** Added to `_meta` of tools that are lent: they are needed as often as the agent's own were. */
  readonly lentMeta?: Readonly<Record<string, unknown>>;
  /** What a user has to know: why tools are missing, or what they have to do for them. */
  readonly caveat?: string;
  readonly evidence: Evidence;
}

/** The names of an agent's own tools, as its switch takes them. */
export interface OwnTools {
  /** Those that read, write and run: lent tools take their place. */
  readonly replaced: readonly string[];
  /** Those that list and search: they see only the disk of the machine that the agent runs on. */
  readonly searching: readonly string[];
  readonly off: ToolSwitch;
}

/**
 * Where the names go: into an array at this path of `_meta` of the request that opens a session; into a variable that holds a
 * JSON object of names and effects; behind a flag, once for each; or into a file of rules that a flag names.
 */
export type ToolSwitch =
  | { readonly type: "meta"; readonly path: readonly string[] }
  | { readonly type: "variable"; readonly variable: string }
  | { readonly type: "flag"; readonly flag: string }
  | { readonly type: "rules-file"; readonly flag: string };

export interface Evidence {
  /** The version in which it was measured or read; "none" for agents that are not known. */
  readonly version: string;
  /** `measured`: run against a scripted model and test servers. `read`: from its package or its issues. */
  readonly how: "measured" | "read" | "assumed";
  readonly sources?: readonly string[];
}
