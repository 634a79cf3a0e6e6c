/**
 * The MCP servers that a scripted agent is given with a session, reached with the official client.
 */

import type { Client, Transport } from "@modelcontextprotocol/client";
import type { McpServer } from "@agentclientprotocol/sdk";

export interface GivenServers {
  /** Calls a tool of the server with this name. Rejects if there is none, and if the call fails. */
  call(server: string, tool: string, args: object, options: { readonly signal: AbortSignal }): Promise<CalledTool>;
  /** The names of its tools. */
  tools(server: string): Promise<readonly string[]>;
  /** Resolves when the server lists this tool: no model can call another. */
  listed(server: string, tool: string): Promise<void>;
  close(): Promise<void>;
}

export interface CalledTool {
  readonly content: readonly unknown[];
  readonly isError: boolean;
  readonly text: string;
}

/** Connects to each server when it is first needed. */
export function givenServers(entries: readonly McpServer[]): GivenServers {
  const connected = new Map<string, Promise<Client>>();
  return {
    async call(server, tool, args, { signal }) {
      const client = await connect(server);
      const request = { name: tool, arguments: { ...args } };
      // The token is what agents of today send.
      const result = await client.callTool(request, { signal, onprogress: () => {}, resetTimeoutOnProgress: true });
      const content: readonly unknown[] = Array.isArray(result.content) ? result.content : [];
      return { content, isError: result.isError === true, text: content.map(textOf).join("") };
    },
    tools,
    async listed(server, tool) {
      const client = await connect(server);
      for (;;) {
        const changed = Promise.withResolvers<void>();
        client.setNotificationHandler("notifications/tools/list_changed", () => changed.resolve());
        if ((await tools(server)).includes(tool)) return;
        await changed.promise;
      }
    },
    async close() {
      const clients = await Promise.allSettled(connected.values());
      const open = clients.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
      await Promise.allSettled(open.map((client) => client.close()));
    },
  };

  async function tools(server: string): Promise<readonly string[]> {
    const { tools } = await (await connect(server)).listTools();
    return tools.map(({ name }) => name);
  }

  function connect(name: string): Promise<Client> {
    const known = connected.get(name) ?? open(entries.find((entry) => entry.name === name));
    connected.set(name, known);
    return known;
  }
}

async function open(entry: McpServer | undefined): Promise<Client> {
  if (!entry) throw new Error("The agent was given no such server");
  // Loaded when it is needed: most scripts have no servers.
  const { Client } = await import("@modelcontextprotocol/client");
  const client = new Client({ name: "scripted-agent", version: "1.0.0" });
  await client.connect(await transportOf(entry));
  return client;
}

async function transportOf(entry: McpServer): Promise<Transport> {
  if ("command" in entry) {
    const { StdioClientTransport } = await import("@modelcontextprotocol/client/stdio");
    const env = Object.fromEntries(entry.env.map(({ name, value }) => [name, value]));
    return new StdioClientTransport({ command: entry.command, args: entry.args, env, stderr: "ignore" });
  }
  if (entry.type !== "http") throw new Error(`The agent takes no ${entry.type} servers`);
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const headers = Object.fromEntries(entry.headers.map(({ name, value }) => [name, value]));
  return new StreamableHTTPClientTransport(new URL(entry.url), { requestInit: { headers } });
}

function textOf(block: unknown): string {
  const isText = typeof block === "object" && block !== null && "text" in block && typeof block.text === "string";
  return isText ? String(block.text) : "";
}
