/**
 * Reads the requests that open a session: `session/new`, `session/load`, `session/resume`, `session/fork`. Lenient about
 * arrays, strict about what is in them.
 */

import { isAbsolute } from "node:path";

import { defined, isObject, isString } from "@tenon/basis";
import type { SignInSpec } from "@tenon/hub";

import type { ClientSystemPrompt } from "../session/system-prompt.ts";
import { readGivenSignIn } from "./given-sign-in.ts";
import { arrayAt, objectAt, oneOfAt, refusal, stringAt, stringsAt } from "./read-params.ts";

export interface SetupRequest {
  readonly cwd: string;
  readonly additionalDirectories: readonly string[];
  readonly servers: readonly GivenServer[];
  readonly systemPrompt?: ClientSystemPrompt;
}

export interface KnownSetupRequest extends SetupRequest {
  readonly sessionId: string;
}

type Pairs = Readonly<Record<string, string>>;

export type GivenServer = {
  /** `_meta.tenon` of the entry, unchecked: the hub's configuration reads it. */
  readonly settings?: unknown;
} & (
  | {
      readonly type: "stdio";
      readonly name: string;
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Pairs;
    }
  | {
      readonly type: "http" | "sse";
      readonly name: string;
      readonly url: string;
      readonly headers: Pairs;
      readonly signIn?: SignInSpec;
    }
  /** Reached through the client itself. */
  | { readonly type: "acp"; readonly name: string; readonly serverId: string }
);

export function readSetupRequest(params: unknown): SetupRequest {
  const { cwd, mcpServers, additionalDirectories, systemPrompt } = objectAt("params", params);
  return {
    cwd: absolutePathAt("cwd", cwd),
    additionalDirectories: arrayAt("additionalDirectories", additionalDirectories).map((folder, index) =>
      absolutePathAt(`additionalDirectories[${index}]`, folder),
    ),
    servers: arrayAt("mcpServers", mcpServers).map((server, index) => readServer(server, `mcpServers[${index}]`)),
    ...defined({ systemPrompt: readSystemPrompt(systemPrompt ?? undefined) }),
  };
}

export function readKnownSetupRequest(params: unknown): KnownSetupRequest {
  const { sessionId } = objectAt("params", params);
  return { sessionId: stringAt("params.sessionId", sessionId), ...readSetupRequest(params) };
}

export function readServer(value: unknown, path: string): GivenServer {
  const fields = objectAt(path, value);
  const name = stringAt(`${path}.name`, fields["name"]);
  const settings = settingsIn(fields["_meta"]);
  const type = oneOfAt(`${path}.type`, fields["type"] ?? "stdio", ["stdio", "http", "sse", "acp"]);
  switch (type) {
    case "stdio":
      return {
        type,
        name,
        command: stringAt(`${path}.command`, fields["command"]),
        args: stringsAt(`${path}.args`, fields["args"]),
        env: pairsAt(`${path}.env`, fields["env"]),
        ...settings,
      };
    case "http":
    case "sse": {
      const url = stringAt(`${path}.url`, fields["url"]);
      if (!URL.canParse(url)) throw refusal(`${path}.url`, "must be a URL");
      const headers = pairsAt(`${path}.headers`, fields["headers"]);
      const signIn = readGivenSignIn(fields["_meta"], path);
      return { type, name, url, headers, ...defined({ signIn }), ...settings };
    }
    case "acp":
      return { type, name, serverId: stringAt(`${path}.serverId`, fields["serverId"]), ...settings };
  }
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
  if (blocks.length === 0) throw refusal("systemPrompt.content", "must have at least one block");
  return { mode, text: blocks.join("\n\n") };
}

function absolutePathAt(path: string, value: unknown): string {
  if (typeof value !== "string" || !isAbsolute(value)) throw refusal(path, "must be an absolute path");
  return value;
}

/** Never refused here, whatever it is. Sign-in is read apart: a server with a broken one cannot be reached at all. */
function settingsIn(meta: unknown): Pick<GivenServer, "settings"> {
  const tenon = isObject(meta) ? meta["tenon"] : undefined;
  if (!isObject(tenon)) return defined({ settings: tenon });
  const { signIn: _, ...settings } = tenon;
  return { settings };
}

/** An array of names and values, as the protocol says, or an object of them, as some clients send it. */
function pairsAt(path: string, value: unknown): Pairs {
  if (isPairs(value)) return value;
  const pairs = arrayAt(path, value).map((item, index) => {
    const pair = objectAt(`${path}[${index}]`, item);
    if (!isString(pair["value"])) throw refusal(`${path}[${index}].value`, "must be a string");
    return [stringAt(`${path}[${index}].name`, pair["name"]), pair["value"]] as const;
  });
  return Object.fromEntries(pairs);
}

function isPairs(value: unknown): value is Pairs {
  return isObject(value) && Object.values(value).every(isString);
}
