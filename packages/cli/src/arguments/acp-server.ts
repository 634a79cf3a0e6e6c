import type { McpServer } from "@agentclientprotocol/sdk";
import type { ServerSpec } from "@tenon/hub";

/** A server as an agent is given it; undefined for one that is not sent. */
export function acpServer(spec: ServerSpec): McpServer | undefined {
  switch (spec.type) {
    case "stdio":
      return { name: spec.name, command: spec.command, args: [...spec.args], env: pairs(spec.env) };
    case "http":
    case "sse":
      return { type: spec.type, name: spec.name, url: spec.url, headers: pairs(spec.headers) };
    case "channel":
    case "functions":
    case "held":
      return undefined;
  }
}

function pairs(record: Readonly<Record<string, string>>): { name: string; value: string }[] {
  return Object.entries(record).map(([name, value]) => ({ name, value }));
}
