import { buildCommand, buildRouteMap } from "@stricli/core";

const serverFlags = {
  server: {
    kind: "parsed",
    parse: String,
    variadic: true,
    optional: true,
    placeholder: "command or URL",
    brief: "A server to use besides the configured ones; may be given again",
  },
  configured: {
    kind: "boolean",
    default: true,
    brief: "Use the servers of the configuration",
  },
  cwd: { kind: "parsed", parse: String, optional: true, placeholder: "folder", brief: "The folder of the session" },
  wait: {
    kind: "parsed",
    parse: Number,
    default: "30",
    placeholder: "seconds",
    brief: "How long servers may take to start",
  },
} as const;

const json = { kind: "boolean", default: false, brief: "Print JSON, for scripts" } as const;

const listCommand = buildCommand({
  loader: async () => (await import("./list.ts")).runList,
  parameters: { flags: { ...serverFlags, json } },
  docs: { brief: "List the tools of all servers, and what each costs in context" },
});

const searchCommand = buildCommand({
  loader: async () => (await import("./search.ts")).runSearch,
  parameters: {
    flags: { ...serverFlags, json },
    positional: {
      kind: "array",
      parameter: { parse: String, brief: "What the tool should do", placeholder: "words" },
      minimum: 1,
    },
  },
  docs: { brief: "Find tools by what they do" },
});

const callCommand = buildCommand({
  loader: async () => (await import("./call.ts")).runCall,
  parameters: {
    flags: { ...serverFlags, json },
    positional: {
      kind: "tuple",
      parameters: [
        { parse: String, brief: "The server's name", placeholder: "server" },
        { parse: String, brief: "The tool's name", placeholder: "tool" },
        { parse: String, brief: "The arguments, as a JSON object", placeholder: "json", optional: true },
      ],
    },
  },
  docs: {
    brief: "Call a tool",
    fullDescription:
      "Calls a tool and prints its result. Progress goes to standard error. A tool that fails ends with status 1.\n\n" +
      `  tenon tools call --server "npx -y @modelcontextprotocol/server-everything" server-everything get-sum '{"a":1,"b":2}'`,
  },
});

const signInCommand = buildCommand({
  loader: async () => (await import("./sign-in.ts")).runSignIn,
  parameters: {
    flags: {
      ...serverFlags,
      browser: { kind: "boolean", default: true, brief: "Open the page; it is printed in any case" },
    },
    positional: {
      kind: "tuple",
      parameters: [{ parse: String, brief: "The server's name", placeholder: "server" }],
    },
  },
  docs: {
    brief: "Sign in to a remote server",
    fullDescription:
      "Opens the server's own page to sign in, waits until you have, and keeps the token for all sessions, readable only by\n" +
      "you. A server that wants a sign-in is told of when it is used.",
  },
});

const trustCommand = buildCommand({
  loader: async () => (await import("./trust.ts")).runTrust,
  parameters: {
    flags: {
      cwd: serverFlags.cwd,
      yes: { kind: "boolean", default: false, brief: "Trust what is shown, without a question" },
      withdraw: { kind: "boolean", default: false, brief: "Trust nothing of this folder any longer" },
      json,
    },
  },
  docs: {
    brief: "Show and trust what a project's own file would start",
    fullDescription:
      "A project's tenon.json or .mcp.json starts nothing until you have trusted exactly what it says. This shows it, and\n" +
      "with --yes trusts it. A later change has to be trusted again.",
  },
});

const grantsCommand = buildCommand({
  loader: async () => (await import("./grants.ts")).runGrants,
  parameters: {
    flags: {
      revoke: { kind: "parsed", parse: String, optional: true, placeholder: "id", brief: "Forget this approval" },
      json,
    },
  },
  docs: { brief: "List the approvals that are remembered, or revoke one" },
});

export const toolsCommands = buildRouteMap({
  routes: {
    list: listCommand,
    search: searchCommand,
    call: callCommand,
    signIn: signInCommand,
    trust: trustCommand,
    grants: grantsCommand,
  },
  docs: { brief: "List, search and call MCP tools directly" },
});
