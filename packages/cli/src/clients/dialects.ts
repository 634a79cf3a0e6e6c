/**
 * How programs write a server, turned into the form of `tenon.json`. What only they understand is left out: the hub's
 * schema decides about the rest.
 */

import { isObject, isString, type JsonObject, objectOf, readArray, stringOf } from "@tenon/basis";

export type Dialect = "standard" | "editor" | "gemini" | "codex" | "goose" | "opencode" | "zed";

/** Undefined for an entry that is no MCP server of its own, such as an extension of the program. */
export function standardEntry(entry: unknown, dialect: Dialect): unknown {
  return isObject(entry) ? readers[dialect](entry) : entry;
}

const KEYS = [
  "command",
  "args",
  "env",
  "cwd",
  "url",
  "serverUrl",
  "httpUrl",
  "headers",
  "type",
  "disabled",
  "enabled",
] as const;

const TYPES: Readonly<Record<string, string>> = { local: "stdio", streamable_http: "http", streamableHttp: "http" };

const readers: Readonly<Record<Dialect, (entry: JsonObject) => unknown>> = {
  standard,
  editor: standard,
  /** It also expands `$NAME`. */
  gemini: (entry) => withStrings(standard(entry), (text) => text.replaceAll(/\$(?=[A-Za-z_])(\w+)/g, "${$1}")),
  codex({ http_headers, env_http_headers, bearer_token_env_var, env_vars, ...entry }) {
    const passed = readArray(env_vars, stringOf);
    const bearer = stringOf(bearer_token_env_var);
    const named = Object.entries(objectOf(env_http_headers)).filter((pair): pair is [string, string] =>
      isString(pair[1]),
    );
    const headers = {
      ...objectOf(http_headers),
      ...Object.fromEntries(named.map(([name, variable]) => [name, `\${${variable}}`])),
      ...(bearer !== undefined && { Authorization: `Bearer \${${bearer}}` }),
    };
    const env = { ...Object.fromEntries(passed.map((name) => [name, `\${${name}}`])), ...objectOf(entry["env"]) };
    const isRemote = entry["command"] === undefined;
    return standard({ ...entry, ...(isRemote ? { headers } : { env }) });
  },
  goose({ type, cmd, envs, uri, ...entry }) {
    if (type !== "stdio" && type !== "sse" && type !== "streamable_http") return undefined;
    return standard({ ...entry, type, ...(type === "stdio" ? { command: cmd, env: envs ?? {} } : { url: uri }) });
  },
  opencode({ command, environment, type, ...entry }) {
    if (type === undefined && command === undefined && entry["url"] === undefined) return undefined;
    const [program, ...args] = Array.isArray(command) ? command : [command];
    const local = program === undefined ? {} : { command: program, args, env: environment ?? {} };
    return withStrings(standard({ ...entry, ...local }), (text) => text.replaceAll(/\{env:(\w+)\}/g, "${$1}"));
  },
  zed({ command, ...entry }) {
    if (isObject(command))
      return standard({ ...entry, command: command["path"], args: command["args"], env: command["env"] });
    return command === undefined && entry["url"] === undefined ? undefined : standard({ ...entry, command });
  },
};

function standard(entry: JsonObject): JsonObject {
  const type = stringOf(entry["type"]);
  const known = KEYS.flatMap((key) => (entry[key] === undefined ? [] : [[key, entry[key]] as const]));
  return { ...Object.fromEntries(known), ...(type !== undefined && { type: TYPES[type] ?? type }) };
}

function withStrings(value: unknown, change: (text: string) => string): unknown {
  if (isString(value)) return change(value);
  if (Array.isArray(value)) return value.map((item) => withStrings(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withStrings(item, change)]));
}
