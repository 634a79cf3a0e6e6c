/**
 * Reads a server that an ACP client gives, as in `mcpServers` of `session/new`. Lenient about arrays, strict about what is
 * in them.
 *
 * An entry point of its own: an agent reads its first request before it loads the hub.
 */

import {
  arrayAt,
  defined,
  InvalidValueError,
  isObject,
  isString,
  objectAt,
  oneOfAt,
  stringAt,
  stringsAt,
} from "@tenon/basis";

import type { SignInSpec } from "../server-spec.ts";
import { readGivenSignIn } from "./given-sign-in.ts";

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
  /** Reached through the client itself. `isOlder`: declared with an `id`, as before MCP over ACP was request-scoped. */
  | { readonly type: "acp"; readonly name: string; readonly serverId: string; readonly isOlder: boolean }
);

/** Throws an `InvalidValueError`. */
export function readGivenServer(value: unknown, path: string): GivenServer {
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
      if (!URL.canParse(url)) throw new InvalidValueError(`${path}.url`, "must be a URL");
      const headers = pairsAt(`${path}.headers`, fields["headers"]);
      const signIn = readGivenSignIn(fields["_meta"], path);
      return { type, name, url, headers, ...defined({ signIn }), ...settings };
    }
    case "acp": {
      const isOlder = fields["serverId"] === undefined && isString(fields["id"]);
      const serverId = isOlder
        ? stringAt(`${path}.id`, fields["id"])
        : stringAt(`${path}.serverId`, fields["serverId"]);
      return { type, name, serverId, isOlder, ...settings };
    }
  }
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
    if (!isString(pair["value"])) throw new InvalidValueError(`${path}[${index}].value`, "must be a string");
    return [stringAt(`${path}[${index}].name`, pair["name"]), pair["value"]] as const;
  });
  return Object.fromEntries(pairs);
}

function isPairs(value: unknown): value is Pairs {
  return isObject(value) && Object.values(value).every(isString);
}
