/**
 * A session's MCP servers as one set of tools.
 *
 * Opening a hub waits for no server: all connect side by side, and one that fails or is slow costs only its own tools.
 */

import type { Receipt } from "./receipt.ts";
import { safeEnvironment } from "./safe-environment.ts";
import type { ServerSpec } from "./server-spec.ts";
import { type CallOptions, type HubResult, openServer } from "./server.ts";
import { toolName } from "./tool-name.ts";

export interface HubTool {
  /** What the model sees. */
  readonly name: string;
  /** What people see. */
  readonly server: string;
  readonly tool: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

export interface Hub extends AsyncDisposable {
  /** Every tool of the servers that are ready, after a moment for those still starting. */
  tools(options?: { readonly waitMs?: number }): Promise<readonly HubTool[]>;
  /** Rejects if the tool is unknown, its server is gone or the call is aborted; a tool's own error is a result. */
  call(name: string, args: Record<string, unknown>, options?: CallOptions): Promise<HubResult>;
  close(): Promise<void>;
}

// Long enough for a server that npx starts from its cache, short enough that a dead one is hardly felt.
const WAIT_MS = 3_000;

export function openHub(options: {
  readonly servers: readonly ServerSpec[];
  readonly cwd: string;
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly onReceipt?: (receipt: Receipt) => void;
}): Hub {
  const onReceipt = options.onReceipt ?? (() => {});
  const environment = safeEnvironment(process.env);
  const servers = options.servers.map(({ name, command, args, env }) => {
    onReceipt({ server: name, state: "declared" });
    return openServer({
      name,
      command: { command, args, cwd: options.cwd, env: { ...environment, ...env } },
      clientInfo: options.clientInfo,
      onReceipt,
    });
  });
  const allReady = Promise.all(servers.map((server) => server.ready));

  const catalogue = () =>
    servers.flatMap((server) =>
      server.tools.map(({ name: tool, title, description = "", inputSchema, annotations }) => ({
        name: toolName(server.name, tool),
        server: server.name,
        tool,
        title: title ?? annotations?.title ?? tool,
        description,
        inputSchema,
      })),
    );

  const close = async () => {
    await Promise.all(servers.map((server) => server.close()));
  };

  return {
    async tools({ waitMs = WAIT_MS } = {}) {
      await waitFor(allReady, waitMs);
      return catalogue();
    },
    async call(name, args, callOptions) {
      const found = catalogue().find((tool) => tool.name === name);
      const server = servers.find(({ name }) => name === found?.server);
      if (!found || !server) throw new Error(`There is no tool called ${name}`);
      return await server.call(found.tool, args, callOptions);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function waitFor(event: Promise<unknown>, ms: number): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, ms)));
  return Promise.race([event, late]).finally(() => clearTimeout(timer));
}
