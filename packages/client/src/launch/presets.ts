/**
 * The agents that we know by name. Packages, programs and flags were looked up in November 2026; facts with a version
 * were measured with it.
 *
 * A package is named only where it is the vendor's: on npm, `goose` and `cursor-agent` belong to others.
 */

import type { AgentPreset } from "./preset.ts";

export const presets: readonly AgentPreset[] = [
  {
    name: "claude",
    aliases: ["claude-code", "claude-acp", "claude-agent-acp"],
    title: "Claude Agent",
    command: "claude-agent-acp",
    args: [],
    npm: "@agentclientprotocol/claude-agent-acp@0.99",
    install: "npm install --global @agentclientprotocol/claude-agent-acp",
    signIn: "run `claude` and type /login, or set ANTHROPIC_API_KEY",
    variables: ["ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "CLAUDE_CODE_OAUTH_TOKEN"],
    facts: [
      {
        what: "It reads and writes files itself, not through the client.",
        link: "https://github.com/agentclientprotocol/claude-agent-acp/issues/339",
      },
      { what: "The first prompt waits up to 30 seconds for an MCP server that hangs.", seenIn: "0.99.0" },
      { what: "Its MCP servers inherit its whole environment, keys included.", seenIn: "0.99.0" },
      { what: "Its own “always” carries over into the next session.", seenIn: "0.99.0" },
    ],
  },
  {
    name: "codex",
    aliases: ["codex-acp"],
    title: "Codex",
    command: "codex-acp",
    args: [],
    npm: "@agentclientprotocol/codex-acp@2",
    install: "npm install --global @agentclientprotocol/codex-acp",
    signIn: "run `codex login`, or set CODEX_API_KEY and choose the way by API key",
    variables: ["CODEX_API_KEY", "OPENAI_API_KEY"],
    facts: [
      {
        what: "A key in the environment counts only once the way to sign in by API key was chosen.",
        seenIn: "2.6.0",
        link: "https://github.com/agentclientprotocol/codex-acp#authentication",
      },
      { what: "One MCP server with the transport sse makes it refuse the whole session.", seenIn: "2.6.0" },
      {
        what: "An MCP server of its own configuration wins over one of the same name in the session.",
        seenIn: "2.6.0",
      },
      { what: "It calls MCP tools without asking for permission in its default mode.", seenIn: "2.6.0" },
      { what: "In its default mode a model answers for the user; the mode read-only asks.", seenIn: "2.6.0" },
      { what: "A permission that is denied ends its turn as cancelled.", seenIn: "2.6.0" },
    ],
  },
  {
    name: "gemini",
    aliases: ["gemini-cli"],
    title: "Gemini CLI",
    command: "gemini",
    args: ["--acp"],
    npm: "@google/gemini-cli@0.61",
    install: "npm install --global @google/gemini-cli",
    signIn: "run `gemini` and choose how, or set GEMINI_API_KEY",
    variables: ["GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_CLOUD_PROJECT"],
    failsWithFiles: true,
    facts: [
      { what: "It cannot create a file where the client offers to read files.", seenIn: "0.61.0" },
      {
        what: "In a folder it does not trust, the session's MCP tools are not offered; GEMINI_CLI_TRUST_WORKSPACE=true is your word that it may.",
        seenIn: "0.61.0",
      },
      { what: "It does not find its own sessions again: `session/load` fails.", seenIn: "0.61.0" },
      { what: "`--acp` was called `--experimental-acp` in older versions." },
      { what: "It does not leave when its stdin is closed, nor on SIGTERM.", seenIn: "0.61.0" },
      { what: "`session/new` waits for ever for an MCP server that hangs.", seenIn: "0.61.0" },
      { what: "Its own “always” carries over into the next session.", seenIn: "0.61.0" },
      {
        what: "Its tool for reading files does not read through the client.",
        link: "https://github.com/google-gemini/gemini-cli/issues/29108",
      },
    ],
  },
  {
    name: "opencode",
    title: "OpenCode",
    command: "opencode",
    args: ["acp"],
    npm: "opencode-ai@1",
    install: "npm install --global opencode-ai",
    signIn: "run `opencode auth login`",
    variables: [],
    facts: [
      {
        what: 'It asks before edits and commands only with permission: { edit: "ask", bash: "ask" } in its configuration.',
        seenIn: "1.18.33",
      },
      {
        what: "The MCP servers of one session can be used from its other sessions.",
        seenIn: "1.18.33",
        link: "https://github.com/anomalyco/opencode/issues/40978",
      },
      { what: "`session/new` waits 30 seconds for an MCP server that hangs.", seenIn: "1.18.33" },
      { what: "It calls MCP tools without asking for permission in its default mode.", seenIn: "1.18.33" },
    ],
  },
  {
    name: "qwen",
    aliases: ["qwen-code"],
    title: "Qwen Code",
    command: "qwen",
    args: ["--acp"],
    npm: "@qwen-code/qwen-code@0.24",
    install: "npm install --global @qwen-code/qwen-code",
    signIn: "run `qwen` and type /auth, or set OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODEL",
    variables: ["OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_MODEL"],
    facts: [
      { what: "Its default mode writes files without asking; the mode called default asks.", seenIn: "0.24.4" },
      { what: "The model sees the session's MCP tools only after it searched for them.", seenIn: "0.24.4" },
      { what: "It calls MCP tools without asking for permission in its default mode.", seenIn: "0.24.4" },
      { what: "Its MCP servers inherit its whole environment, keys included.", seenIn: "0.24.4" },
    ],
  },
  {
    name: "goose",
    title: "goose",
    command: "goose",
    args: ["acp"],
    install: "https://block.github.io/goose/docs/getting-started/installation",
    signIn: "run `goose configure`",
    variables: ["GOOSE_PROVIDER", "GOOSE_MODEL"],
    facts: [
      { what: "It takes no MCP servers with the transport sse, and does not say so.", seenIn: "0.20.1" },
      { what: "A cancel while the model is silent takes effect only when the model speaks.", seenIn: "0.20.1" },
      { what: "It does not leave when its stdin is closed.", seenIn: "0.20.1" },
    ],
  },
  {
    name: "copilot",
    aliases: ["github-copilot", "copilot-cli"],
    title: "GitHub Copilot CLI",
    command: "copilot",
    args: ["--acp"],
    npm: "@github/copilot@1",
    install: "npm install --global @github/copilot",
    signIn: "run `copilot` and type /login, or set COPILOT_GITHUB_TOKEN",
    variables: ["COPILOT_GITHUB_TOKEN", "GH_TOKEN", "GITHUB_TOKEN"],
    dropsServers: { transport: "stdio", seenIn: "1.0.102" },
    facts: [
      {
        what: "It does not start the stdio MCP servers that a client sends.",
        seenIn: "1.0.102",
        link: "https://github.com/github/copilot-cli/issues/3889",
      },
    ],
  },
  {
    name: "kimi",
    aliases: ["kimi-code", "kimi-cli"],
    title: "Kimi Code CLI",
    command: "kimi",
    args: ["acp"],
    npm: "@moonshot-ai/kimi-code@2",
    install: "npm install --global @moonshot-ai/kimi-code",
    signIn: "run `kimi` and type /login",
    variables: ["KIMI_MODEL_NAME", "KIMI_MODEL_API_KEY", "KIMI_MODEL_PROVIDER_TYPE", "KIMI_MODEL_BASE_URL"],
    facts: [{ what: "On load it replays its own reminders as messages of the user.", seenIn: "2.1.0" }],
  },
  {
    name: "cursor",
    aliases: ["cursor-agent"],
    title: "Cursor CLI",
    command: "cursor-agent",
    args: ["acp"],
    install: "https://cursor.com/docs/cli/installation",
    signIn: "run `cursor-agent login`, or set CURSOR_API_KEY",
    variables: ["CURSOR_API_KEY"],
    facts: [],
  },
  {
    name: "auggie",
    aliases: ["augment"],
    title: "Auggie CLI",
    command: "auggie",
    args: ["--acp"],
    // An agent that replaces itself in the middle of a session ends it.
    env: { AUGMENT_DISABLE_AUTO_UPDATE: "1" },
    npm: "@augmentcode/auggie@0.36",
    install: "npm install --global @augmentcode/auggie",
    signIn: "run `auggie login`",
    variables: ["AUGMENT_SESSION_AUTH"],
    facts: [],
  },
  {
    name: "droid",
    aliases: ["factory", "factory-droid"],
    title: "Factory Droid",
    command: "droid",
    args: ["exec", "--output-format", "acp"],
    env: { DROID_DISABLE_AUTO_UPDATE: "true", FACTORY_DROID_AUTO_UPDATE_ENABLED: "false" },
    npm: "droid@0.215",
    install: "npm install --global droid",
    signIn: "run `droid` and type /login, or set FACTORY_API_KEY",
    variables: ["FACTORY_API_KEY"],
    facts: [
      { what: "It runs one session at a time.", seenIn: "0.215.0" },
      { what: "The MCP servers of one session can be used from its other sessions.", seenIn: "0.215.0" },
    ],
  },
  {
    name: "kilo",
    aliases: ["kilocode"],
    title: "Kilo Code CLI",
    command: "kilo",
    args: ["acp"],
    npm: "@kilocode/cli@7",
    install: "npm install --global @kilocode/cli",
    signIn: "run `kilo auth login`",
    variables: [],
    facts: [
      { what: "The MCP servers of one session can be used from its other sessions.", seenIn: "7.7.7" },
      { what: "It calls MCP tools without asking for permission in its default mode.", seenIn: "7.7.7" },
    ],
  },
  {
    name: "cline",
    title: "Cline CLI",
    command: "cline",
    args: ["--acp"],
    npm: "cline@3",
    install: "npm install --global cline",
    signIn: "run `cline auth`",
    variables: [],
    dropsServers: { transport: "any", seenIn: "3.0.65" },
    facts: [
      { what: "It does not use the MCP servers that a client sends.", seenIn: "3.0.65" },
      { what: "It leaves a process of its own behind when it ends.", seenIn: "3.0.65" },
    ],
  },
];

/** The one whose program a command line starts, itself or with npx: what is known of an agent does not depend on how it is typed. */
export function presetOfCommand(command: string, args: readonly string[]): AgentPreset | undefined {
  const program = nameOf(command);
  if (program !== "npx") return presets.find((preset) => preset.command === program);
  const wanted = args.find((word) => !word.startsWith("-")) ?? "";
  return presets.find(({ npm }) => npm !== undefined && packageOf(npm) === packageOf(wanted));
}

/** Without its folder and what Windows puts behind it. */
function nameOf(command: string): string {
  return command.replace(/^.*[/\\]/s, "").replace(/\.(?:exe|cmd|bat|ps1)$/i, "");
}

/** Without its version. */
function packageOf(specifier: string): string {
  return specifier.replace(/(?<=.)@[^/]*$/, "");
}

/** The one that an agent says it is: by a name of it, its title or its package. For programs that are not recognised. */
export function presetOfAgent(info: { readonly name: string; readonly title?: string | null } | null | undefined) {
  if (!info) return undefined;
  const byTitle = presets.find(({ title }) => title === info.title || title === info.name);
  return (
    presetNamed(info.name) ?? byTitle ?? presets.find(({ npm }) => npm !== undefined && packageOf(npm) === info.name)
  );
}

/** By its name or by another name for it. */
export function presetNamed(name: string): AgentPreset | undefined {
  const wanted = name.toLowerCase();
  return presets.find((preset) => preset.name === wanted || preset.aliases?.includes(wanted));
}
