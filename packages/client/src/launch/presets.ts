/**
 * The agents that we know by name. Packages, programs and flags were looked up in November 2026; docs/agents.md has what
 * each does differently.
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
    npm: "@agentclientprotocol/claude-agent-acp@0.100",
    install: "npm install --global @agentclientprotocol/claude-agent-acp",
    signIn: "run `claude` and type /login, or set ANTHROPIC_API_KEY",
    signedInBy: { variables: ["ANTHROPIC_API_KEY"], files: [".claude/.credentials.json"] },
    searchesTools: true,
  },
  {
    name: "codex",
    aliases: ["codex-acp"],
    title: "Codex",
    command: "codex-acp",
    args: [],
    npm: "@agentclientprotocol/codex-acp@2",
    install: "npm install --global @agentclientprotocol/codex-acp",
    signIn: "run `codex login`, or set CODEX_API_KEY and choose sign-in by API key",
    signedInBy: { files: [".codex/auth.json"] },
  },
  {
    name: "gemini",
    aliases: ["gemini-cli"],
    title: "Gemini CLI",
    command: "gemini",
    args: ["--acp"],
    npm: "@google/gemini-cli@0.61",
    install: "npm install --global @google/gemini-cli",
    signIn: "run `gemini` and choose a sign-in method, or set GEMINI_API_KEY",
    signedInBy: { variables: ["GEMINI_API_KEY"], files: [".gemini/oauth_creds.json"] },
    failsWithFiles: true,
  },
  {
    name: "opencode",
    title: "OpenCode",
    command: "opencode",
    args: ["acp"],
    npm: "opencode-ai@1",
    install: "npm install --global opencode-ai",
    signIn: "run `opencode auth login`",
    signedInBy: { files: [".local/share/opencode/auth.json"] },
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
    signedInBy: { variables: ["OPENAI_API_KEY"], files: [".qwen/oauth_creds.json"] },
    searchesTools: true,
  },
  {
    name: "goose",
    title: "goose",
    command: "goose",
    args: ["acp"],
    install: "https://block.github.io/goose/docs/getting-started/installation",
    signIn: "run `goose configure`",
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
    dropsServers: { transport: "stdio", seenIn: "1.0.102" },
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
  },
  {
    name: "cursor",
    aliases: ["cursor-agent"],
    title: "Cursor CLI",
    command: "cursor-agent",
    args: ["acp"],
    install: "https://cursor.com/docs/cli/installation",
    signIn: "run `cursor-agent login`, or set CURSOR_API_KEY",
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
    searchesTools: true,
    runsOneSession: true,
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
  },
  {
    name: "cline",
    title: "Cline CLI",
    command: "cline",
    args: ["--acp"],
    npm: "cline@3",
    install: "npm install --global cline",
    signIn: "run `cline auth`",
    dropsServers: { transport: "any", seenIn: "3.0.65" },
  },
  {
    name: "pi",
    title: "pi",
    command: "pi-acp",
    args: [],
    npm: "pi-acp@0.0.34",
    install: "npm install --global pi-acp @earendil-works/pi-coding-agent",
    signIn: "run `pi` and type /login",
    dropsServers: { transport: "any", seenIn: "0.0.34" },
    connectsWhenStarted: "pi-extension",
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
