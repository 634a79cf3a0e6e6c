/**
 * Turns an entry of a file, in whatever dialect, into the specification of a server.
 *
 * Where dialects disagree: a `url` alone is Streamable HTTP for most programs and SSE for Gemini CLI, so it is `http`,
 * which tries the one and then the other.
 */

import { resolve } from "node:path";

import { defined } from "@tenon/basis";

import { pathTo } from "./json/parse-json.ts";
import type { RemoteServerSpec, ServerOptions, ServerSpec, SignInSpec, StdioServerSpec } from "../server-spec.ts";
import type { ServerEntry, Value } from "./configuration-file.ts";

export interface EntryContext {
  readonly name: string;
  readonly source: "user" | "project";
  /** Where the entry is in its file. */
  readonly path: string;
  readonly workspaceFolder: string;
  /** Puts variables into the text at this path of the file. */
  readonly expand: (text: string, path: string) => string;
}

export type SpecOrFault = { readonly spec: ServerSpec } | { readonly fault: string };

const TRANSPORTS = {
  stdio: "stdio",
  http: "http",
  "streamable-http": "http",
  streamableHttp: "http",
  sse: "sse",
} as const;

export function specFromEntry(entry: ServerEntry, context: EntryContext): SpecOrFault {
  const { name, source } = context;
  const { type, command } = entry;
  const address = (["httpUrl", "serverUrl", "url"] as const).find((key) => entry[key] !== undefined);
  if (type === undefined && command !== undefined && address !== undefined) {
    return { fault: `has both a command and a ${address}; set "type" to choose one` };
  }
  const transport = type === undefined ? (command === undefined ? "http" : "stdio") : TRANSPORTS[type];
  const options = optionsOf(entry);
  const base = { name, source, ...(options && { options }) };
  if (transport === "stdio") {
    if (command === undefined) return { fault: `is of type "${type}" but has no command` };
    return { spec: { ...base, type: transport, ...childOf(command, entry, context) } };
  }
  if (address === undefined) return { fault: `is of type "${type}" but has no url` };
  const remote = remoteOf(address, entry, context);
  if (!isWebAddress(remote.url)) return { fault: `has a ${address} that is not an http or https URL` };
  return { spec: { ...base, type: transport, ...remote } };
}

export function isDisabled({ disabled, enabled }: ServerEntry): boolean {
  return disabled === true || enabled === false;
}

function childOf(
  command: string,
  { args = [], env = {}, cwd }: ServerEntry,
  context: EntryContext,
): Pick<StdioServerSpec, "command" | "args" | "env" | "cwd"> {
  const { expand, path, workspaceFolder } = context;
  const argsPath = pathTo(path, "args");
  return {
    command: expand(command, pathTo(path, "command")),
    args: args.map((arg, index) => expand(String(arg), pathTo(argsPath, index))),
    env: expandValues(env, "env", context),
    ...(cwd !== undefined && { cwd: resolve(workspaceFolder, expand(cwd, pathTo(path, "cwd"))) }),
  };
}

function remoteOf(
  address: "httpUrl" | "serverUrl" | "url",
  entry: ServerEntry,
  context: EntryContext,
): Pick<RemoteServerSpec, "url" | "headers" | "signIn"> {
  const { signIn, headers = {} } = entry;
  return {
    url: context.expand(entry[address] ?? "", pathTo(context.path, address)),
    headers: expandValues(headers, "headers", context),
    ...(signIn && { signIn: expandSignIn(signIn, { ...context, path: pathTo(context.path, "signIn") }) }),
  };
}

/** `path` is where the section is in its file. */
export function expandSignIn(
  { scopes, grant, redirectPort, identityProvider, ...texts }: SignInSpec,
  context: Pick<EntryContext, "expand" | "path">,
): SignInSpec {
  return {
    ...defined({ scopes, grant, redirectPort }),
    ...(identityProvider && { identityProvider: expandValues({ ...identityProvider }, "identityProvider", context) }),
    ...expandTexts({ ...texts }, context),
  };
}

function expandValues(
  values: Readonly<Record<string, Value | null>>,
  key: string,
  { expand, path }: Pick<EntryContext, "expand" | "path">,
): Readonly<Record<string, string>> {
  return expandTexts(values, { expand, path: pathTo(path, key) });
}

function expandTexts(
  values: Readonly<Record<string, Value | null>>,
  { expand, path }: Pick<EntryContext, "expand" | "path">,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, expand(String(value), pathTo(path, name))]),
  );
}

/** What an entry says of how its server is used. */
export function optionsOf({ limits, include, tools, shared, revision }: ServerEntry): ServerOptions | undefined {
  const options = { ...limits, ...defined({ include, tools, shared, revision }) };
  return Object.keys(options).length > 0 ? options : undefined;
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
