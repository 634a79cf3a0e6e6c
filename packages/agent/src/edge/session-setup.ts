/**
 * Reads the requests that open a session: `session/new`, `session/load`, `session/resume`, `session/fork`.
 *
 * By hand and not with the SDK's validator, which refuses a whole session for a list that is left out. Lenient
 * about lists, strict about what is in them, and every refusal names its place. Secrets are never repeated [R17].
 */

import { isAbsolute } from "node:path";

import { RequestError } from "@agentclientprotocol/sdk";
import type { SignInSpec } from "@tenon/hub";

import { readGivenSignIn } from "./given-sign-in.ts";

import type { ClientSystemPrompt } from "../session/system-prompt.ts";

export interface SessionSetup {
  readonly cwd: string;
  readonly additionalDirectories: readonly string[];
  readonly servers: readonly GivenServer[];
  readonly systemPrompt?: ClientSystemPrompt;
}

export interface KnownSessionSetup extends SessionSetup {
  readonly sessionId: string;
}

type Pairs = Readonly<Record<string, string>>;

export type GivenServer = {
  /** What the client says of it for us, in `_meta.tenon`: anything, read with the hub's own words later. */
  readonly said?: unknown;
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

export function readSessionSetup(params: unknown): SessionSetup {
  const { cwd, mcpServers, additionalDirectories, systemPrompt } = fieldsOf(params, "params");
  return {
    cwd: absolutePath(cwd, "cwd"),
    additionalDirectories: listOf(additionalDirectories, "additionalDirectories").map((folder, at) =>
      absolutePath(folder, `additionalDirectories[${at}]`),
    ),
    servers: listOf(mcpServers, "mcpServers").map((server, at) => readServer(server, `mcpServers[${at}]`)),
    ...(systemPrompt !== undefined && systemPrompt !== null && { systemPrompt: readSystemPrompt(systemPrompt) }),
  };
}

/** A mode or a block that cannot be applied is an error: a client that sends instructions relies on them. */
function readSystemPrompt(value: unknown): ClientSystemPrompt {
  const { mode, content } = fieldsOf(value, "systemPrompt");
  if (mode !== "append" && mode !== "override") throw refusal("systemPrompt.mode", "must be append or override");
  const blocks = listOf(content, "systemPrompt.content").map((block, at) => {
    const fields = fieldsOf(block, `systemPrompt.content[${at}]`);
    if (fields["type"] !== "text") throw refusal(`systemPrompt.content[${at}].type`, "must be text");
    return textOf(fields, "text", `systemPrompt.content[${at}]`);
  });
  if (blocks.length === 0) throw refusal("systemPrompt.content", "must have at least one block");
  return { mode, text: blocks.join("\n\n") };
}

export function readKnownSessionSetup(params: unknown): KnownSessionSetup {
  return { sessionId: textOf(fieldsOf(params, "params"), "sessionId", "params"), ...readSessionSetup(params) };
}

function absolutePath(value: unknown, place: string): string {
  if (typeof value !== "string" || !isAbsolute(value)) throw refusal(place, "must be an absolute path");
  return value;
}

export function readServer(value: unknown, place: string): GivenServer {
  const fields = fieldsOf(value, place);
  const name = textOf(fields, "name", place);
  const said = saidOf(fields["_meta"]);
  switch (fields["type"]) {
    case undefined:
    case null:
    case "stdio": {
      const args = listOf(fields["args"], `${place}.args`).map((word, index) => {
        if (typeof word !== "string") throw refusal(`${place}.args[${index}]`, "must be a text");
        return word;
      });
      const env = pairsOf(fields["env"], `${place}.env`);
      return { type: "stdio", name, command: textOf(fields, "command", place), args, env, ...said };
    }
    case "http":
    case "sse": {
      const url = textOf(fields, "url", place);
      if (!URL.canParse(url)) throw refusal(`${place}.url`, "must be a URL");
      const headers = pairsOf(fields["headers"], `${place}.headers`);
      const signIn = readGivenSignIn(fields["_meta"], place);
      return { type: fields["type"], name, url, headers, ...(signIn && { signIn }), ...said };
    }
    case "acp":
      return { type: "acp", name, serverId: textOf(fields, "serverId", place), ...said };
    default:
      throw refusal(`${place}.type`, "must be stdio, http, sse or acp");
  }
}

/** Never refused here. How to sign in is read apart: what is wrong there is a server that cannot be reached. */
function saidOf(meta: unknown): Pick<GivenServer, "said"> {
  const tenon: unknown = typeof meta === "object" && meta !== null && "tenon" in meta ? meta.tenon : undefined;
  if (tenon === undefined) return {};
  if (typeof tenon !== "object" || tenon === null) return { said: tenon };
  return {
    said: Array.isArray(tenon) ? tenon : Object.fromEntries(Object.entries(tenon).filter(([key]) => key !== "signIn")),
  };
}

/** What is missing, null or an empty object is an empty list: some languages have nothing else to say it with. */
function listOf(value: unknown, place: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  if (typeof value === "object" && Object.keys(value).length === 0) return [];
  throw refusal(place, "must be a list");
}

/** A list of names and values, as the protocol says, or an object of them, as some clients send it. */
function pairsOf(value: unknown, place: string): Pairs {
  if (isMap(value)) return value;
  const pairs = listOf(value, place).map((pair, at) => {
    const fields = fieldsOf(pair, `${place}[${at}]`);
    if (typeof fields["value"] !== "string") throw refusal(`${place}[${at}].value`, "must be a text");
    return [textOf(fields, "name", `${place}[${at}]`), fields["value"]] as const;
  });
  return Object.fromEntries(pairs);
}

function isMap(value: unknown): value is Pairs {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject && Object.values(value).every((text) => typeof text === "string");
}

function textOf(fields: Readonly<Record<string, unknown>>, key: string, place: string): string {
  const value = fields[key];
  if (typeof value !== "string" || value === "") throw refusal(`${place}.${key}`, "must be a text that is not empty");
  return value;
}

function fieldsOf(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw refusal(place, "must be an object");
  return { ...value };
}

function refusal(place: string, what: string): RequestError {
  return RequestError.invalidParams({ path: place }, `${place} ${what}`);
}
