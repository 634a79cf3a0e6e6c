import { buildCommand } from "@stricli/core";

import { withExamples } from "../../help/with-examples.ts";
import { cwd, json, off, wait } from "./flags.ts";

const scopes = ["user", "project"] as const;
const name = { parse: String, brief: "Name of the server", placeholder: "server" } as const;
const several = { kind: "parsed", parse: String, variadic: true, optional: true } as const;

const fileFlags = {
  scope: { kind: "enum", values: scopes, optional: true, brief: "tenon.json to use: yours or the project's" },
  cwd,
  json,
} as const;

export const addCommand = buildCommand({
  loader: async () => (await import("./add.ts")).runAdd,
  parameters: {
    flags: {
      ...fileFlags,
      include: {
        kind: "enum",
        values: ["always", "manual", "agent", "off"],
        optional: true,
        brief: "When its tools are offered to the model",
      },
      env: {
        ...several,
        placeholder: "NAME[=value]",
        brief: "Environment variable; without a value, passes yours on",
      },
      header: { ...several, placeholder: "name: value", brief: "HTTP header, for a URL" },
      start: { kind: "boolean", default: true, brief: "Do not start the server to check it" },
      acceptRules: { ...off, brief: "Accept the rules that the server suggests for its tools" },
      wait: { ...wait, brief: "Time limit for its start" },
    },
    positional: {
      kind: "array",
      parameter: { parse: String, brief: "Name, then a URL or a command with its arguments", placeholder: "word" },
      minimum: 2,
    },
  },
  docs: {
    brief: "Add a server to your configuration, or the project's",
    fullDescription: withExamples(
      "Keeps the comments of the file, shows the change, and starts the server once to check it. Put -- before a\n" +
        "command with options, or quote it. Write a secret as a variable: --header 'Authorization: Bearer ${TOKEN}'.",
      "tenon tools add docs https://mcp.example.com/mcp",
      'tenon tools add files --scope project "npx -y @modelcontextprotocol/server-filesystem ."',
      "tenon tools add --env GITHUB_TOKEN github -- docker run -i --rm -e GITHUB_TOKEN ghcr.io/github/github-mcp-server",
    ),
  },
});

export const removeCommand = buildCommand({
  loader: async () => (await import("./change-server.ts")).runRemove,
  parameters: { flags: fileFlags, positional: { kind: "tuple", parameters: [name] } },
  docs: { brief: "Remove a server from the file that declares it, with its accepted rules" },
});

export const enableCommand = buildCommand({
  loader: async () => (await import("./change-server.ts")).runEnable,
  parameters: { flags: fileFlags, positional: { kind: "tuple", parameters: [name] } },
  docs: { brief: "Enable a server that is disabled in its file" },
});

export const disableCommand = buildCommand({
  loader: async () => (await import("./change-server.ts")).runDisable,
  parameters: { flags: fileFlags, positional: { kind: "tuple", parameters: [name] } },
  docs: { brief: "Disable a server and keep its entry" },
});

export const importCommand = buildCommand({
  loader: async () => (await import("./import.ts")).runImport,
  parameters: {
    flags: {
      ...fileFlags,
      from: {
        kind: "parsed",
        parse: String,
        optional: true,
        placeholder: "program",
        brief: "Only servers of this program, such as cursor",
      },
      all: { ...off, brief: "Import every server that is shown" },
    },
    positional: { kind: "array", parameter: name },
  },
  docs: {
    brief: "Import servers from the files of other programs; without names, list them",
    fullDescription: withExamples(
      "Reads the files of Claude Code, Claude Desktop, Codex, Cursor, Gemini CLI, VS Code, Zed and others, and changes\n" +
        "only your tenon.json. With --scope project it reads the project's files and writes the project's tenon.json.",
      "tenon tools import",
      "tenon tools import --from cursor github linear",
    ),
  },
});
