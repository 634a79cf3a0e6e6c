/**
 * The agents whose handling of MCP servers is known, as of November 2026. docs/agents.md shows this table, and a test
 * compares the two.
 *
 * Name lengths are what is left of the 64 characters that every provider accepts (63 for gemini) after the agent's prefix,
 * and after two digits where its sessions need different names.
 */

import type { AgentTraits } from "./agent-traits.ts";

const EVERYTHING = ["structuredContent", "image", "audio", "resource", "blob", "resource_link"] as const;

/** The smallest limit that was found in any agent. */
const LEAST_CHARACTERS = 25_000;

/** Of what was measured: not given up in this time. What happens later is not known. */
const LONGEST_MEASURED_MS = 150_000;

/** What is assumed where nothing was measured: each limit is the strictest of those known. */
const NOT_MEASURED = {
  prefix: "",
  nameLength: 52,
  resultCharacters: LEAST_CHARACTERS,
  // The default of the official SDK.
  callMs: 60_000,
  isKeptByProgress: false,
  drops: EVERYTHING,
  followsChanges: false,
  asks: "unknown",
} as const satisfies Partial<AgentTraits>;

export const knownAgents: readonly AgentTraits[] = [
  {
    name: "claude",
    title: "Claude Agent",
    takes: ["http", "stdio"],
    prefix: "mcp__tenon__",
    nameLength: 52,
    resultCharacters: 100_000,
    isKeptByProgress: false,
    drops: ["audio", "blob"],
    followsChanges: true,
    // Its limit is 25,000 tokens; a tool may raise it to 500,000 characters.
    toolMeta: { "anthropic/maxResultSizeChars": 200_000 },
    asks: "always",
    // Otherwise its model has to search for them first.
    lentMeta: { "anthropic/alwaysLoad": true },
    ownTools: {
      replaced: ["Read", "Write", "Edit", "MultiEdit", "NotebookEdit", "Bash", "BashOutput", "KillShell"],
      searching: ["Glob", "Grep", "LS"],
      off: { type: "meta", path: ["claudeCode", "options", "disallowedTools"] },
    },
    evidence: {
      version: "0.99.0",
      how: "measured",
      sources: ["https://github.com/smart-mcp-proxy/mcpproxy-go/issues/380"],
    },
  },
  {
    name: "codex",
    title: "Codex",
    takes: ["http", "stdio"],
    prefix: "mcp__tenon",
    nameLength: 52,
    resultCharacters: 50_000,
    callMs: 300_000,
    isKeptByProgress: false,
    drops: ["audio"],
    followsChanges: false,
    asks: "never",
    showsInvocation: true,
    evidence: { version: "2.6.0", how: "measured", sources: ["https://github.com/openai/codex/issues/28234"] },
  },
  {
    name: "codex-zed",
    title: "Codex (Zed's adapter)",
    agentInfo: { names: ["codex-acp"], version: /^0\./ },
    takes: ["http", "stdio"],
    prefix: "mcp__tenon",
    nameLength: 52,
    resultCharacters: 50_000,
    callMs: 120_000,
    isKeptByProgress: false,
    drops: [],
    followsChanges: false,
    asks: "unless-read-only",
    showsInvocation: true,
    evidence: {
      version: "0.16.0",
      how: "measured",
      sources: ["https://github.com/zed-industries/codex-acp/issues/277"],
    },
  },
  {
    name: "gemini",
    title: "Gemini CLI",
    takes: ["http", "stdio"],
    prefix: "mcp_tenon_",
    nameLength: 53,
    // It cuts at 40,000, with a few words of its own around the result.
    resultCharacters: 38_000,
    callMs: 600_000,
    isKeptByProgress: false,
    drops: ["structuredContent", "audio"],
    followsChanges: true,
    asks: "always",
    ownTools: {
      replaced: ["read_file", "read_many_files", "write_file", "replace", "run_shell_command"],
      searching: ["list_directory", "glob", "grep_search", "search_file_content"],
      // --policy would replace the user's own rules; this one adds to them.
      off: { type: "rules-file", flag: "--admin-policy" },
    },
    caveat: "In a folder that it does not trust it offers no tools of a session; trust the folder in `gemini` first.",
    evidence: { version: "0.61.0", how: "measured" },
  },
  {
    name: "opencode",
    title: "OpenCode",
    takes: ["http", "stdio"],
    prefix: "tenon_",
    nameLength: 56,
    resultCharacters: LEAST_CHARACTERS,
    callMs: 60_000,
    isKeptByProgress: true,
    drops: ["structuredContent", "audio", "blob", "resource_link"],
    followsChanges: true,
    asks: "never",
    ownTools: {
      // "edit" is also the permission of its tools write and apply_patch.
      replaced: ["read", "edit", "bash"],
      searching: ["list", "glob", "grep", "lsp"],
      off: { type: "variable", variable: "OPENCODE_PERMISSION" },
    },
    sharesServers: true,
    evidence: {
      version: "1.18.33",
      how: "measured",
      sources: [
        "https://github.com/anomalyco/opencode/issues/28186",
        "https://github.com/anomalyco/opencode/issues/39584",
      ],
    },
  },
  {
    name: "kilo",
    title: "Kilo Code CLI",
    takes: ["http", "stdio"],
    prefix: "tenon_",
    nameLength: 56,
    resultCharacters: LEAST_CHARACTERS,
    callMs: 60_000,
    isKeptByProgress: true,
    drops: ["structuredContent", "audio", "blob", "resource_link"],
    followsChanges: true,
    asks: "never",
    ownTools: {
      // "edit" is also the permission of its tools write and apply_patch.
      replaced: ["read", "edit", "bash"],
      searching: ["list", "glob", "grep", "lsp"],
      off: { type: "variable", variable: "KILO_PERMISSION" },
    },
    sharesServers: true,
    evidence: { version: "7.7.7", how: "measured" },
  },
  {
    name: "qwen",
    title: "Qwen Code",
    takes: ["http", "stdio"],
    prefix: "mcp__tenon__",
    nameLength: 52,
    resultCharacters: LEAST_CHARACTERS,
    callMs: 600_000,
    isKeptByProgress: false,
    drops: ["image", "audio", "blob"],
    followsChanges: false,
    asks: "never",
    ownTools: {
      replaced: ["read_file", "write_file", "edit", "notebook_edit", "run_shell_command"],
      searching: ["list_directory", "glob", "grep_search", "lsp"],
      off: { type: "flag", flag: "--exclude-tools" },
    },
    evidence: { version: "0.24.4", how: "measured" },
  },
  {
    name: "goose",
    title: "goose",
    takes: ["http", "stdio"],
    prefix: "tenon__",
    nameLength: 57,
    resultCharacters: LEAST_CHARACTERS,
    callMs: 300_000,
    isKeptByProgress: false,
    drops: ["structuredContent", "audio", "blob", "resource_link"],
    followsChanges: true,
    asks: "never",
    // In seconds. Versions that do not read it keep to callMs.
    entryMeta: { timeout: 3_600 },
    evidence: { version: "1.52.0", how: "measured", sources: ["https://github.com/block/goose/issues/8295"] },
  },
  {
    name: "droid",
    title: "Factory Droid",
    // It declares neither, and takes both.
    takes: ["http", "stdio"],
    prefix: "tenon___",
    nameLength: 54,
    resultCharacters: LEAST_CHARACTERS,
    callMs: LONGEST_MEASURED_MS,
    isKeptByProgress: false,
    drops: ["structuredContent", "image", "audio", "blob", "resource_link"],
    followsChanges: true,
    asks: "always",
    cancelsCalls: true,
    sharesServers: true,
    evidence: { version: "0.215.0", how: "measured" },
  },
  {
    name: "copilot",
    title: "GitHub Copilot CLI",
    takes: ["http"],
    prefix: "tenon-",
    nameLength: 58,
    resultCharacters: LEAST_CHARACTERS,
    callMs: LONGEST_MEASURED_MS,
    isKeptByProgress: false,
    drops: ["image", "audio", "blob", "resource_link"],
    followsChanges: true,
    asks: "unless-read-only",
    evidence: { version: "1.0.102", how: "measured", sources: ["https://github.com/github/copilot-cli/issues/3889"] },
  },
  {
    name: "kimi",
    title: "Kimi Code CLI",
    takes: ["http", "stdio"],
    prefix: "mcp__tenon__",
    nameLength: 52,
    resultCharacters: 50_000,
    callMs: 60_000,
    isKeptByProgress: false,
    drops: ["audio", "blob", "resource_link"],
    followsChanges: false,
    asks: "always",
    joinsUnderscores: true,
    evidence: { version: "2.1.0", how: "measured", sources: ["https://github.com/MoonshotAI/kimi-code/issues/2834"] },
  },
  {
    name: "auggie",
    title: "Auggie CLI",
    ...NOT_MEASURED,
    // It declares nothing, takes all, and drops its own servers for those of the session.
    takes: ["stdio", "http"],
    isKeptByProgress: true,
    evidence: { version: "0.36", how: "read" },
  },
  {
    name: "cursor",
    title: "Cursor CLI",
    ...NOT_MEASURED,
    takes: ["stdio", "http"],
    caveat:
      "It uses a client's MCP server only once the user has approved it in Cursor, and ACP has no way to ask for that.",
    evidence: { version: "2026.06.04", how: "read" },
  },
  {
    name: "kiro",
    title: "Kiro CLI",
    agentInfo: { names: ["kiro", "kiro-cli", "Kiro CLI"] },
    ...NOT_MEASURED,
    takes: ["stdio", "http"],
    caveat: "It also loads the servers of its own configuration into each session; those are not under this policy.",
    evidence: { version: "2026-07", how: "read", sources: ["https://github.com/kirodotdev/Kiro/issues/7349"] },
  },
  {
    name: "vibe",
    title: "Mistral Vibe",
    agentInfo: { names: ["vibe", "mistral-vibe", "vibe-acp"] },
    ...NOT_MEASURED,
    takes: ["stdio"],
    evidence: { version: "2026", how: "read", sources: ["https://github.com/xenodium/agent-shell/issues/586"] },
  },
  {
    name: "pi",
    title: "pi",
    agentInfo: { names: ["pi", "pi-acp"] },
    takes: [],
    launch: "pi-extension",
    // What follows is true of our extension in it, which has no time limit.
    prefix: "mcp__tenon__",
    nameLength: 52,
    resultCharacters: LEAST_CHARACTERS,
    isKeptByProgress: false,
    drops: EVERYTHING.filter((kind) => kind !== "image"),
    followsChanges: true,
    asks: "never",
    caveat:
      "It ignores the MCP servers that a client sends. Started with `tenon wrap pi` it gets them as an extension.",
    evidence: { version: "0.0.34", how: "measured" },
  },
  {
    name: "cline",
    title: "Cline CLI",
    ...NOT_MEASURED,
    takes: [],
    caveat:
      "It ignores the MCP servers that a client sends, and Tenon does not start its daemon with any: add servers to its own " +
      "configuration.",
    evidence: { version: "3.0.65", how: "measured" },
  },
];

/** For agents that are not known: stdio is the one transport that ACP requires. */
export const unknownAgent: AgentTraits = {
  name: "unknown",
  title: "the agent",
  ...NOT_MEASURED,
  takes: ["stdio"],
  evidence: { version: "none", how: "assumed" },
};
