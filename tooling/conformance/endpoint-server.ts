/**
 * The hub's endpoint, in front of a server that has what the suite's server scenarios ask for. Prints its address.
 */

import { createServer } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";

import {
  type CallToolResult,
  completable,
  type ElicitRequestFormParams,
  fromJsonSchema,
  hostHeaderValidationResponse,
  InMemoryTransport,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  McpServer,
  originValidationResponse,
  ResourceTemplate,
} from "@modelcontextprotocol/server";
import { openHub } from "@tenon/hub";
import { createEndpoint, createHeldQuestions } from "@tenon/hub/endpoint";
import { z } from "zod";

import { formWithChoices, formWithDefaults } from "./elicitation-forms.ts";
import schema from "./endpoint-schema.json" with { type: "json" };

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const image = { type: "image", data: PIXEL, mimeType: "image/png" } as const;
const text = (words: string) => ({ type: "text", text: words }) as const;
const resource = (uri: string, words: string) =>
  ({ type: "resource", resource: { uri, mimeType: "text/plain", text: words } }) as const;

function suiteServer(): McpServer {
  const server = new McpServer(
    { name: "suite", version: "1.0.0" },
    {
      capabilities: {
        logging: {},
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { subscribe: true },
      },
    },
  );
  const tool = (name: string, content: CallToolResult["content"]) =>
    server.registerTool(name, { description: name }, async () => ({ content }));
  tool("test_simple_text", [text("This is a simple text response for testing.")]);
  tool("test_image_content", [image]);
  tool("test_audio_content", [{ type: "audio", data: "UklGRg==", mimeType: "audio/wav" }]);
  tool("test_embedded_resource", [resource("test://embedded-resource", "An embedded resource.")]);
  tool("test_multiple_content_types", [text("Multiple:"), image, resource("test://mixed-content-resource", "{}")]);
  server.registerTool("test_error_handling", { description: "Fails" }, async () => {
    throw new Error("This tool intentionally returns an error for testing");
  });
  server.registerTool("test_tool_with_logging", { description: "Logs" }, async (context) => {
    for (const words of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
      await context.mcpReq.log("info", words);
      await pause(50);
    }
    return { content: [text("Logged")] };
  });
  server.registerTool("test_logging_tool", { description: "Logs nothing unless asked" }, async (context) => {
    await context.mcpReq.log("info", "A log message");
    return { content: [text("Logged")] };
  });
  server.registerTool("test_tool_with_progress", { description: "Reports progress" }, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, total: 100 } });
      }
      await pause(50);
    }
    return { content: [text("Done")] };
  });
  server.registerTool("json_schema_2020_12_tool", { inputSchema: fromJsonSchema(schema) }, async () => ({
    content: [text("Done")],
  }));
  server.registerTool("test_trigger_tool_change", { description: "Changes the list of tools" }, async () => {
    server.sendToolListChanged();
    return { content: [text("Changed")] };
  });
  server.registerTool("test_trigger_prompt_change", { description: "Changes the list of prompts" }, async () => {
    server.sendPromptListChanged();
    return { content: [text("Changed")] };
  });
  const region = { type: "string", "x-mcp-header": "Region" } as const;
  const headers = fromJsonSchema({ type: "object", properties: { region }, required: ["region"] });
  server.registerTool("test_custom_headers", { inputSchema: headers }, async () => ({ content: [text("Done")] }));
  addQuestions(server);
  addResources(server);
  addPrompts(server);
  return server;
}

/** Asked in the middle of a call. */
function addQuestions(server: McpServer): void {
  const asking = (name: string, requestedSchema: ElicitRequestFormParams["requestedSchema"]) =>
    server.registerTool(name, { description: "Asks the user" }, async ({ mcpReq }) => {
      const { action, content } = await mcpReq.elicitInput({ message: "Please answer", requestedSchema });
      return { content: [text(`Answer: action=${action}, content=${JSON.stringify(content)}`)] };
    });
  const string = { type: "string" } as const;
  asking("test_elicitation", { type: "object", properties: { username: string, email: string } });
  asking("test_elicitation_sep1034_defaults", formWithDefaults);
  asking("test_elicitation_sep1330_enums", formWithChoices);
}

function addResources(server: McpServer): void {
  for (const method of ["resources/subscribe", "resources/unsubscribe"] as const) {
    server.server.setRequestHandler(method, () => ({}));
  }
  const mimeType = "text/plain";
  server.registerResource("static-text", "test://static-text", { mimeType }, async ({ href }) => ({
    contents: [{ uri: href, mimeType, text: "This is the content of the static text resource." }],
  }));
  server.registerResource("static-binary", "test://static-binary", { mimeType: "image/png" }, async ({ href }) => ({
    contents: [{ uri: href, mimeType: "image/png", blob: PIXEL }],
  }));
  server.registerResource("watched", "test://watched-resource", { mimeType }, async ({ href }) => ({
    contents: [{ uri: href, mimeType, text: "Watched" }],
  }));
  const template = new ResourceTemplate("test://template/{id}/data", { list: undefined });
  server.registerResource("template", template, { mimeType: "application/json" }, async ({ href }, { id }) => ({
    contents: [{ uri: href, mimeType: "application/json", text: JSON.stringify({ id, templateTest: true }) }],
  }));
}

function addPrompts(server: McpServer): void {
  const user = <Content>(content: Content) => ({ role: "user", content }) as const;
  server.registerPrompt("test_simple_prompt", { description: "Simple" }, async () => ({
    messages: [user(text("This is a simple prompt for testing."))],
  }));
  const argsSchema = z.object({ arg1: completable(z.string(), () => ["paris", "park", "party"]), arg2: z.string() });
  server.registerPrompt(
    "test_prompt_with_arguments",
    { description: "Two arguments", argsSchema },
    async ({ arg1, arg2 }) => ({
      messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
    }),
  );
  server.registerPrompt(
    "test_prompt_with_embedded_resource",
    { description: "A resource", argsSchema: z.object({ resourceUri: z.string() }) },
    async ({ resourceUri }) => ({ messages: [user(resource(resourceUri, "Embedded.")), user(text("Process it."))] }),
  );
  server.registerPrompt("test_prompt_with_image", { description: "An image" }, async () => ({
    messages: [user(image), user(text("Please analyze the image above."))],
  }));
}

const questions = createHeldQuestions();
const hub = openHub({
  callbacks: questions.callbacks,
  cwd: process.cwd(),
  clientInfo: { name: "tenon", version: "0.0.0" },
  servers: [
    {
      type: "channel",
      name: "suite",
      source: "program",
      open() {
        const [ours, theirs] = InMemoryTransport.createLinkedPair();
        void suiteServer().connect(theirs);
        return ours;
      },
    },
  ],
});
await hub.ready();
const endpoint = createEndpoint({
  hub,
  serverInfo: { name: "tenon", version: "0.0.0" },
  taker: { nameLength: 64, resultCharacters: 25_000, isKeptByProgress: true, drops: [], followsChanges: true },
  names: "plain",
  questions,
});
const http = createServer((request, response) => {
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  const left = new AbortController();
  response.on("close", () => left.abort());
  const body = request.method === "POST" ? { body: Readable.toWeb(request) as ReadableStream, duplex: "half" } : {};
  const init = { method: request.method ?? "GET", headers, signal: left.signal, ...body };
  const given = new Request(`http://${request.headers.host}${request.url}`, init as RequestInit);
  const refused =
    hostHeaderValidationResponse(given, localhostAllowedHostnames()) ??
    originValidationResponse(given, localhostAllowedOrigins());
  Promise.resolve(refused ?? endpoint.handle(given))
    .then(async (answer) => {
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).flushHeaders();
      if (answer.body) await pipeline(Readable.fromWeb(answer.body as never), response);
      else response.end();
    })
    .catch(() => response.destroy());
});
http.listen(0, "127.0.0.1", () => {
  const address = http.address();
  console.log(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/mcp`);
});
