/**
 * What an agent advertised. What is missing, null or malformed counts as not advertised [R34, R38].
 */

import { isObject, objectOf } from "@tenon/basis";

export interface AgentAbilities {
  /** Optional methods, such as `session/load`. */
  readonly methods: ReadonlySet<string>;
  /** `image`, `audio`, `embeddedContext`. */
  readonly prompt: ReadonlySet<string>;
  /** Transports of MCP servers besides stdio, which every agent takes. */
  readonly mcp: ReadonlySet<string>;
  readonly additionalDirectories: boolean;
}

/** Each optional method, and the capability that announces it. */
export const capabilityOf: Readonly<Record<string, string>> = {
  "session/load": "loadSession",
  "session/list": "sessionCapabilities.list",
  "session/resume": "sessionCapabilities.resume",
  "session/close": "sessionCapabilities.close",
  "session/delete": "sessionCapabilities.delete",
  logout: "auth.logout",
};

export function readAbilities(capabilities: unknown): AgentAbilities {
  const session = at(capabilities, "sessionCapabilities");
  const methods = Object.entries(capabilityOf).flatMap(([method, path]) => {
    const value = path.split(".").reduce(at, capabilities);
    return (method === "session/load" ? value === true : isObject(value)) ? [method] : [];
  });
  return {
    methods: new Set(methods),
    prompt: trueFlags(at(capabilities, "promptCapabilities")),
    mcp: trueFlags(at(capabilities, "mcpCapabilities")),
    additionalDirectories: isObject(at(session, "additionalDirectories")),
  };
}

function at(value: unknown, key: string): unknown {
  return objectOf(value)[key];
}

function trueFlags(value: unknown): ReadonlySet<string> {
  const flags = objectOf(value);
  return new Set(Object.keys(flags).filter((key) => flags[key] === true));
}
