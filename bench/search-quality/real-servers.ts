/**
 * The servers whose tools the evaluation searches: real ones, pinned, and able to list their tools without an account
 * and without a network. Tokens are made up; listing never uses them.
 */

export interface RealServer {
  /** As the requests name it. */
  readonly name: string;
  readonly package: string;
  readonly version: string;
  readonly bin: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export const realServers: readonly RealServer[] = [
  {
    name: "everything",
    package: "@modelcontextprotocol/server-everything",
    version: "2026.8.31",
    bin: "mcp-server-everything",
    args: ["stdio"],
  },
  {
    name: "filesystem",
    package: "@modelcontextprotocol/server-filesystem",
    version: "2026.8.31",
    bin: "mcp-server-filesystem",
    args: ["."],
  },
  {
    name: "memory",
    package: "@modelcontextprotocol/server-memory",
    version: "2026.8.31",
    bin: "mcp-server-memory",
  },
  {
    name: "sequential-thinking",
    package: "@modelcontextprotocol/server-sequential-thinking",
    version: "2026.8.31",
    bin: "mcp-server-sequential-thinking",
  },
  { name: "playwright", package: "@playwright/mcp", version: "0.0.83", bin: "playwright-mcp", args: ["--headless"] },
  {
    name: "chrome-devtools",
    package: "chrome-devtools-mcp",
    version: "1.11.0",
    bin: "chrome-devtools-mcp",
    args: ["--headless"],
  },
  {
    name: "git",
    package: "@cyanheads/git-mcp-server",
    version: "2.15.3",
    bin: "git-mcp-server",
    env: { MCP_TRANSPORT_TYPE: "stdio" },
  },
  {
    name: "notion",
    package: "@notionhq/notion-mcp-server",
    version: "2.5.2",
    bin: "notion-mcp-server",
    env: { NOTION_TOKEN: "made-up" },
  },
  {
    name: "mongodb",
    package: "mongodb-mcp-server",
    version: "3.0.4",
    bin: "mongodb-mcp-server",
    env: { MDB_MCP_TELEMETRY: "disabled" },
  },
  { name: "context7", package: "@upstash/context7-mcp", version: "4.1.1", bin: "context7-mcp" },
];
