/**
 * Reads the requests that open a session: `session/new`, `session/load`, `session/resume`, `session/fork`. Lenient about
 * arrays, strict about what is in them.
 */

import { isAbsolute, win32 } from "node:path";

import { arrayAt, defined, InvalidValueError, objectAt, objectOf, oneOfAt, stringAt, stringOf } from "@tenon/basis";
import { type GivenServer, readGivenServer } from "@tenon/hub/given";

import type { Tree } from "@tenon/workspace";

import type { ClientSystemPrompt } from "../session/open/system-prompt.ts";

export interface SetupRequest {
  readonly cwd: string;
  readonly additionalDirectories: readonly string[];
  readonly servers: readonly GivenServer[];
  readonly systemPrompt?: ClientSystemPrompt;
  /** Where the folders are. */
  readonly tree: Tree;
  /** Whose limit of server processes the session counts for; from a gateway with several people. */
  readonly account?: string;
}

export interface KnownSetupRequest extends SetupRequest {
  readonly sessionId: string;
}

export function readSetupRequest(params: unknown): SetupRequest {
  const { cwd, mcpServers, additionalDirectories, systemPrompt, _meta } = objectAt("params", params);
  const tree = readTree(_meta);
  return {
    tree,
    cwd: absolutePathAt("cwd", cwd, tree),
    additionalDirectories: arrayAt("additionalDirectories", additionalDirectories).map((folder, index) =>
      absolutePathAt(`additionalDirectories[${index}]`, folder, tree),
    ),
    servers: arrayAt("mcpServers", mcpServers).map((server, index) => readGivenServer(server, `mcpServers[${index}]`)),
    ...defined({
      systemPrompt: readSystemPrompt(systemPrompt ?? undefined),
      account: stringOf(objectOf(objectOf(_meta)["tenon"])["account"]),
    }),
  };
}

export function readKnownSetupRequest(params: unknown): KnownSetupRequest {
  const { sessionId } = objectAt("params", params);
  return { sessionId: stringAt("params.sessionId", sessionId), ...readSetupRequest(params) };
}

/** A mode or a block that cannot be applied is an error: a client that sends instructions relies on them. */
function readSystemPrompt(value: unknown): ClientSystemPrompt | undefined {
  if (value === undefined) return undefined;
  const fields = objectAt("systemPrompt", value);
  const mode = oneOfAt("systemPrompt.mode", fields["mode"], ["append", "override"]);
  const blocks = arrayAt("systemPrompt.content", fields["content"]).map((block, index) => {
    const path = `systemPrompt.content[${index}]`;
    const { type, text } = objectAt(path, block);
    oneOfAt(`${path}.type`, type, ["text"]);
    return stringAt(`${path}.text`, text);
  });
  if (blocks.length === 0) throw new InvalidValueError("systemPrompt.content", "must have at least one block");
  return { mode, text: blocks.join("\n\n") };
}

/** `_meta: { tenon: { tree: "client" } }`; absent, they are on this machine. */
function readTree(meta: unknown): Tree {
  const { tree } = objectOf(objectOf(meta)["tenon"]);
  return tree === undefined ? "machine" : oneOfAt("_meta.tenon.tree", tree, ["client"]);
}

/** A client's machine may write paths in another way than ours. */
function absolutePathAt(path: string, value: unknown, tree: Tree): string {
  const isOne = typeof value === "string" && (isAbsolute(value) || (tree === "client" && win32.isAbsolute(value)));
  if (!isOne) throw new InvalidValueError(path, "must be an absolute path");
  return value;
}
