/**
 * What a client says of a server that it gives, in the words of `tenon.json`: include modes, limits, the revision.
 *
 * A value that cannot be used costs only itself, and is a warning: the server is wanted all the same.
 */

import { isObject, type JsonObject } from "@tenon/basis";

import type { ServerOptions } from "../server-spec.ts";
import { checkConfiguration } from "./check/check-configuration.ts";
import { unknownKeys } from "./check/unknown-keys.ts";
import type { ServerEntry } from "./configuration-file.ts";
import { configurationSchema } from "./configuration-schema.ts";
import { optionsOf } from "./spec-from-entry.ts";

export interface GivenOptions {
  readonly options?: ServerOptions;
  readonly problems: readonly string[];
}

const KEYS = ["include", "tools", "revision", "shared", "limits"] as const;
const LIMITS = Object.keys(configurationSchema.$defs.server.properties.limits.properties);

/** Takes anything; `undefined` and `null` say nothing. */
export function readServerOptions(given: unknown): GivenOptions {
  if (given === undefined || given === null) return { problems: [] };
  if (!isObject(given)) return { problems: ["expected an object"] };
  const known = only(KEYS, given);
  if (isObject(known["limits"])) known["limits"] = only(LIMITS, known["limits"]);
  const whole = check(known);
  // Only a fault makes it worth looking at each value by itself.
  const parts = whole.problems.length === 0 ? [whole] : partsOf(known).map(check);
  const entry = parts.reduce<ServerEntry>((before, { entry: next }) => merged(before, next), {});
  const options = optionsOf(entry);
  const problems = [...unknownIn(given), ...parts.flatMap((part) => part.problems)];
  return { ...(options && { options }), problems };
}

const NAME = "given";

function check(part: JsonObject): { readonly entry: ServerEntry; readonly problems: readonly string[] } {
  // An entry that is disabled needs neither a command nor a url.
  const { sound, faults } = checkConfiguration({ mcpServers: { [NAME]: { ...part, disabled: true } } });
  const { disabled: _, ...entry } = sound.mcpServers?.[NAME] ?? {};
  return {
    entry,
    problems: faults.map(({ path, message }) => `${path.slice(`mcpServers.${NAME}.`.length)}: ${message}`),
  };
}

/** The limits and the tools each by itself, so that one fault does not cost the others. */
function partsOf(given: JsonObject): readonly JsonObject[] {
  return Object.entries(given).flatMap(([key, value]) =>
    (key === "limits" || key === "tools") && isObject(value)
      ? Object.entries(value).map(([name, one]) => ({ [key]: { [name]: one } }))
      : [{ [key]: value }],
  );
}

function merged(before: ServerEntry, next: ServerEntry): ServerEntry {
  const limits = { ...before.limits, ...next.limits };
  const tools = { ...before.tools, ...next.tools };
  return {
    ...before,
    ...next,
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(Object.keys(tools).length > 0 && { tools }),
  };
}

function only(keys: readonly string[], fields: JsonObject): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => keys.includes(key)));
}

/** Most of them are slips of the finger. */
function unknownIn(given: JsonObject): readonly string[] {
  const { properties } = configurationSchema.$defs.server;
  const shape = { type: "object", properties: Object.fromEntries(KEYS.map((key) => [key, properties[key]])) } as const;
  return unknownKeys(given, shape).map(({ path, nearest }) => {
    return `${path} is not known${nearest === undefined ? "" : `; did you mean ${nearest}?`}`;
  });
}
