/**
 * The servers that the user brought into a session with `/mcp connect`, as the journal has them.
 *
 * A record starts nothing by itself: a session may have been imported, with a program in it. Its servers are
 * only known again, and the user connects them.
 */

import type { JsonObject } from "@tenon/basis";
import type { ServerSpec } from "@tenon/hub";

export type BroughtRecord =
  | {
      readonly type: "server-brought";
      readonly name: string;
      readonly command: string;
      readonly args: readonly string[];
    }
  | { readonly type: "server-brought"; readonly name: string; readonly url: string }
  | { readonly type: "server-gone"; readonly name: string };

/** Undefined for what cannot be brought that way. */
export function broughtRecord(spec: ServerSpec): BroughtRecord | undefined {
  const { name } = spec;
  if (spec.type === "stdio")
    return { type: "server-brought", name, command: spec.command, args: [...(spec.args ?? [])] };
  return spec.type === "http" ? { type: "server-brought", name, url: spec.url } : undefined;
}

export function goneRecord(name: string): BroughtRecord {
  return { type: "server-gone", name };
}

/** Those that were there in the end. */
export function createBroughtReader(): { read(record: JsonObject): void; readonly specs: readonly ServerSpec[] } {
  const specs = new Map<string, ServerSpec>();
  return {
    read({ type, name, ...rest }) {
      if (typeof name !== "string") return;
      const spec = type === "server-brought" ? specOf(name, rest) : undefined;
      if (spec) specs.set(name, spec);
      else if (type === "server-gone") specs.delete(name);
    },
    get specs() {
      return [...specs.values()];
    },
  };
}

function specOf(name: string, { command, args, url }: JsonObject): ServerSpec | undefined {
  const source = "client";
  if (typeof url === "string") return { type: "http", name, source, url, headers: {} };
  if (typeof command !== "string" || !Array.isArray(args)) return undefined;
  return { type: "stdio", name, source, command, args: args.filter((arg) => typeof arg === "string"), env: {} };
}
