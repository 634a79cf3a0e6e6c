/** The same tool, with the official package by itself. */

import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

serveStdio(() => {
  const server = new McpServer({ name: "bench", version: "1.0.0" });
  server.registerTool(
    "echo",
    {
      description: "Says it again",
      inputSchema: z.object({ text: z.string(), n: z.number() }),
      outputSchema: z.object({ text: z.string() }),
    },
    ({ text }) => ({ content: [{ type: "text", text: JSON.stringify({ text }) }], structuredContent: { text } }),
  );
  return server;
});
