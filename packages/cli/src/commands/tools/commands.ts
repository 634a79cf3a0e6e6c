import { buildCommand, buildRouteMap } from "@stricli/core";

import { withExamples } from "../../help/with-examples.ts";
import { cwd, json, off, wait } from "./flags.ts";
import { addCommand, disableCommand, enableCommand, importCommand, removeCommand } from "./server-commands.ts";
import { newCommand, serveCommand, tryCommand } from "./toolset/commands.ts";

const serverFlags = {
  server: {
    kind: "parsed",
    parse: String,
    variadic: true,
    optional: true,
    placeholder: "[name=]command|url",
    brief: "Use this server in addition to the configured ones",
  },
  configured: { kind: "boolean", default: true, brief: "Ignore the configured servers" },
  cwd,
  wait: { ...wait, brief: "Time limit for the start of servers" },
} as const;

const server = { parse: String, brief: "Name of the server", placeholder: "server" } as const;

const listCommand = buildCommand({
  loader: async () => (await import("./list.ts")).runList,
  parameters: { flags: { ...serverFlags, json } },
  docs: {
    brief: "List the tools of all servers, with their size in the model's context",
    fullDescription: withExamples(
      "",
      "tenon tools list",
      "tenon tools list --no-configured --server https://mcp.example.com/mcp",
    ),
  },
});

const searchCommand = buildCommand({
  loader: async () => (await import("./search.ts")).runSearch,
  parameters: {
    flags: { ...serverFlags, json },
    positional: {
      kind: "array",
      parameter: { parse: String, brief: "What the tool should do", placeholder: "word" },
      minimum: 1,
    },
  },
  docs: {
    brief: "Search tools by what they do",
    fullDescription: withExamples("", "tenon tools search create an issue"),
  },
});

const callCommand = buildCommand({
  loader: async () => (await import("./inspect.ts")).runCall,
  parameters: {
    flags: { ...serverFlags, json },
    positional: {
      kind: "tuple",
      parameters: [
        server,
        { parse: String, brief: "Name of the tool", placeholder: "tool" },
        { parse: String, brief: "Arguments, as a JSON object", placeholder: "json", optional: true },
      ],
    },
  },
  docs: {
    brief: "Call a tool and print its result",
    fullDescription: withExamples(
      "Progress goes to standard error. Exits with 1 if the tool reports an error.",
      `tenon tools call --server "npx -y @modelcontextprotocol/server-everything" server-everything get-sum '{"a":1,"b":2}'`,
    ),
  },
});

const ofServers = {
  flags: { ...serverFlags, json },
  positional: { kind: "tuple", parameters: [{ ...server, optional: true }] },
} as const;

const resourcesCommand = buildCommand({
  loader: async () => (await import("./inspect.ts")).runResources,
  parameters: ofServers,
  docs: { brief: "List the resources and resource templates of all servers, or of one" },
});

const readCommand = buildCommand({
  loader: async () => (await import("./inspect.ts")).runRead,
  parameters: {
    flags: { ...serverFlags, json },
    positional: {
      kind: "tuple",
      parameters: [server, { parse: String, brief: "URI of the resource", placeholder: "uri" }],
    },
  },
  docs: {
    brief: "Read a resource and print it",
    fullDescription: withExamples(
      "Binary contents are printed with --json, in base64.",
      "tenon tools read db db://tables",
    ),
  },
});

const promptsCommand = buildCommand({
  loader: async () => (await import("./inspect.ts")).runPrompts,
  parameters: ofServers,
  docs: { brief: "List the prompts of all servers, or of one, with their arguments" },
});

const getCommand = buildCommand({
  loader: async () => (await import("./inspect.ts")).runGet,
  parameters: {
    flags: { ...serverFlags, json },
    positional: {
      kind: "tuple",
      parameters: [
        server,
        { parse: String, brief: "Name of the prompt", placeholder: "prompt" },
        { parse: String, brief: "Arguments, as a JSON object", placeholder: "json", optional: true },
      ],
    },
  },
  docs: {
    brief: "Get a prompt and print its messages",
    fullDescription: withExamples("", `tenon tools get notes summarize '{"tone":"dry"}'`),
  },
});

const signInCommand = buildCommand({
  loader: async () => (await import("./sign-in.ts")).runSignIn,
  parameters: {
    flags: {
      ...serverFlags,
      browser: { kind: "boolean", default: true, brief: "Print the sign-in URL without opening a browser" },
    },
    positional: { kind: "tuple", parameters: [server] },
  },
  docs: {
    brief: "Sign in to a remote server",
    fullDescription:
      "Opens the server's sign-in page, waits for you to sign in, and stores the token for all sessions in a file\n" +
      "only you can read.",
  },
});

const trustCommand = buildCommand({
  loader: async () => (await import("./trust.ts")).runTrust,
  parameters: {
    flags: {
      cwd,
      yes: { ...off, brief: "Trust everything that is shown" },
      withdraw: { ...off, brief: "Withdraw all trust in this folder" },
      json,
    },
  },
  docs: {
    brief: "Review and trust the MCP servers that a project's files declare",
    fullDescription:
      "Servers of a project's tenon.json or .mcp.json start only after you trust them. Shows what is not trusted\n" +
      "yet; --yes trusts exactly that content. Changed content has to be trusted again.",
  },
});

const grantsCommand = buildCommand({
  loader: async () => (await import("./grants.ts")).runGrants,
  parameters: {
    flags: {
      revoke: { kind: "parsed", parse: String, optional: true, placeholder: "id", brief: "Revoke this approval" },
      json,
    },
  },
  docs: { brief: "List or revoke remembered approvals" },
});

const policyCommand = buildCommand({
  loader: async () => (await import("./policy.ts")).runPolicy,
  parameters: {
    flags: {
      ...serverFlags,
      yes: { ...off, brief: "Accept the rules that are shown" },
      remove: { ...off, brief: "Remove the accepted rules of this server" },
      json,
    },
    positional: { kind: "tuple", parameters: [server] },
  },
  docs: {
    brief: "Review and accept the rules that a server suggests for its tools",
    fullDescription:
      "A server may suggest which of its calls to ask about or to deny, and why. The rules can only make your own\n" +
      "stricter; a pack that would allow something is refused. Accepted rules are in policy-packs.json, beside your tenon.json.",
  },
});

export const toolsCommands = buildRouteMap({
  routes: {
    list: listCommand,
    search: searchCommand,
    call: callCommand,
    resources: resourcesCommand,
    read: readCommand,
    prompts: promptsCommand,
    get: getCommand,
    add: addCommand,
    remove: removeCommand,
    enable: enableCommand,
    disable: disableCommand,
    import: importCommand,
    signIn: signInCommand,
    trust: trustCommand,
    grants: grantsCommand,
    policy: policyCommand,
    new: newCommand,
    try: tryCommand,
    serve: serveCommand,
  },
  docs: { brief: "Manage MCP servers; list, search and call their tools; write and serve your own" },
});
