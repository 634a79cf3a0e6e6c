import { buildCommand, numberParser } from "@stricli/core";

import { withExamples } from "../../../help/with-examples.ts";

const off = { kind: "boolean", default: false } as const;
const word = { kind: "parsed", parse: String, optional: true } as const;
const file = { parse: String, brief: "File whose default export is the toolset", placeholder: "file" } as const;

export const serveCommand = buildCommand({
  loader: async () => (await import("./serve.ts")).runServeToolset,
  parameters: {
    flags: {
      http: { ...off, brief: "Serve over HTTP, and print the URL" },
      port: {
        kind: "parsed",
        parse: numberParser,
        optional: true,
        brief: "Port to listen on (default: a free one)",
      },
      host: { ...word, placeholder: "address", brief: "Address to listen on (default: 127.0.0.1)" },
      tokenFile: {
        ...word,
        placeholder: "file",
        brief: "File with the token that clients send; created if missing",
      },
      token: { kind: "boolean", default: true, brief: "Accept requests without a token" },
    },
    positional: { kind: "tuple", parameters: [file] },
  },
  docs: {
    brief: "Serve a toolset as an MCP server",
    fullDescription: withExamples(
      "Serves on standard input and output, for a client that starts it. With --http, serves at a URL, where clients\n" +
        "send the token as Authorization: Bearer. TypeScript runs without a build.",
      "tenon tools serve ./toolset.ts",
      "tenon tools serve ./toolset.ts --http --port 8080",
    ),
  },
});

export const tryCommand = buildCommand({
  loader: async () => (await import("./try.ts")).runTry,
  parameters: {
    flags: {
      call: { ...word, placeholder: "tool", brief: "Call this tool and exit" },
      read: { ...word, placeholder: "uri", brief: "Read this resource and exit" },
      get: { ...word, placeholder: "prompt", brief: "Get this prompt and exit" },
      args: { ...word, placeholder: "json", brief: "Arguments for --call or --get" },
      json: { ...off, brief: "Print JSON; on its own, prints the lists" },
      revision: {
        kind: "enum",
        values: ["2025-11-25", "2026-07-28"],
        optional: true,
        brief: "Revision of MCP to speak (default: negotiated)",
      },
    },
    positional: {
      kind: "tuple",
      parameters: [
        { parse: String, brief: "File with a toolset, command line or URL", placeholder: "file|command|url" },
      ],
    },
  },
  docs: {
    brief: "Inspect a toolset, or any MCP server, interactively",
    fullDescription: withExamples(
      "Lists tools, resources, prompts and skills; calls, reads and gets them; shows progress and messages; answers\n" +
        "questions. It sees what an agent's session would see.",
      "tenon tools try ./toolset.ts",
      `tenon tools try ./toolset.ts --call add_note --args '{"text":"Buy milk"}' --json`,
      `tenon tools try "npx -y @modelcontextprotocol/server-everything"`,
    ),
  },
});

export const newCommand = buildCommand({
  loader: async () => (await import("./new.ts")).runNew,
  parameters: {
    positional: {
      kind: "tuple",
      parameters: [{ parse: String, brief: "Folder to create; names the toolset", placeholder: "folder" }],
    },
  },
  docs: {
    brief: "Create a toolset: an MCP server with tests",
    fullDescription: withExamples("The same as npm create tenon-toolset.", "tenon tools new my-notes"),
  },
});
