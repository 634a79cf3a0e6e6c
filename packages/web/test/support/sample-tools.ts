/**
 * Servers and tools as the panel shows them.
 */

const UNCHOSEN = {
  server: "github",
  tool: "create_issue",
  title: "Create an issue",
  description: "Opens an issue in a repository.",
  isOffered: false,
  reason: "Included by hand only, and not chosen.",
};

/** What an agent of ours answers to the methods of the panel. */
export const TOOL_METHODS = {
  "_tenon/receipts": () => ({
    servers: [
      { server: "github", state: "called", type: "stdio", source: "client", tools: 26 },
      { server: "linear", state: "needs sign-in", type: "http", source: "user", host: "linear.app", tools: 0 },
      { server: "notes", state: "failed", type: "stdio", source: "project", tools: 0 },
    ],
    tokens: {
      offered: 3_100,
      everything: 21_400,
      servers: [{ server: "github", offered: 3_100, everything: 21_400 }],
    },
  }),
  "_tenon/servers/attach": () => ({ receipt: {} }),
  "_tenon/servers/detach": () => ({}),
  "_tenon/servers/restart": () => ({}),
  "_tenon/servers/sign_in": () => ({ receipt: {} }),
  "_tenon/tools/call": () => ({ result: { content: [{ type: "text", text: "#42 Back off" }] } }),
  "_tenon/tools/include": () => ({}),
  "_tenon/tools/search": ({ query }: Readonly<Record<string, unknown>>) => ({
    tools: [
      ...(query === undefined ? [UNCHOSEN] : []),
      {
        server: "github",
        tool: "list_pull_requests",
        title: "List pull requests",
        description: "Lists the pull requests of a repository.",
        isOffered: true,
        reason: "Found (rank 1).",
        tokens: 210,
        inputSchema: {
          type: "object",
          properties: {
            repo: { type: "string", description: "Owner and name" },
            limit: { type: "integer", description: "How many at most" },
          },
          required: ["repo"],
        },
      },
    ],
  }),
};
