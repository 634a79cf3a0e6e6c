/** Switches of clients and agents that keep servers out. */

import { phrase, t } from "../../../messages/t.ts";
import type { Facts, GateCode, GateFacts } from "../facts.ts";
import type { Finding } from "./finding.ts";

/** A gate of an agent that is not here keeps nothing out. */
export function examineGates({ gates, agents, editorAgents, cwd }: Facts): readonly Finding[] {
  const isHere = (name: string) =>
    agents.some(({ preset, state }) => preset.name === name && state === "installed") ||
    editorAgents.some(({ agent }) => agent === name);
  return gates
    .filter(({ agent }) => agent === undefined || isHere(agent))
    .map((gate): Finding => {
      const { severity, cause, fix } = TEXTS[gate.code];
      const subject =
        gate.agent === undefined
          ? ({ type: "editor", id: gate.client ?? "" } as const)
          : ({ type: "agent", id: gate.agent } as const);
      const names = (gate.servers ?? []).join(", ");
      const filled = (text: string) => t(text, { servers: names, cwd });
      return {
        severity,
        code: gate.code,
        subject,
        cause: filled(cause),
        fix: filled(fix),
        ...(gate.file !== undefined && { where: gate.file }),
      };
    });
}

/** Whether this gate keeps this server out of the agent's sessions. */
export function keepsOut(gate: GateFacts, server: { readonly name: string; readonly client: string }): boolean {
  if (gate.servers === undefined) return gate.code !== "jetbrains_idea_mcp_off";
  const files: Partial<Record<GateCode, string>> = {
    cursor_unapproved: "cursor",
    claude_unapproved: "mcp-json",
    claude_rejected: "mcp-json",
  };
  const client = files[gate.code];
  return gate.servers.includes(server.name) && (client === undefined || client === server.client);
}

const TEXTS: Readonly<Record<GateCode, Required<Pick<Finding, "severity" | "cause" | "fix">>>> = {
  gemini_untrusted_folder: {
    severity: "error",
    cause: phrase(
      "Gemini CLI does not trust {cwd}: it offers no MCP tools there, not even those of servers that a client sends",
    ),
    fix: phrase("run `gemini` there once and trust the folder, or set GEMINI_CLI_TRUST_WORKSPACE=true for it"),
  },
  qwen_untrusted_folder: {
    severity: "error",
    cause: phrase("Qwen Code does not trust {cwd}: it offers no MCP tools there"),
    fix: phrase("run `qwen` there once and trust the folder"),
  },
  gemini_excluded: {
    severity: "warning",
    cause: phrase("its settings exclude {servers}, even when a client sends a server with that name"),
    fix: phrase("remove it from mcp.excluded"),
  },
  cursor_unapproved: {
    severity: "error",
    cause: phrase("Cursor CLI has not approved {servers} in {cwd}, and cannot ask over ACP, so it does not start them"),
    fix: phrase("`cursor-agent mcp enable <name>` in that folder"),
  },
  claude_unapproved: {
    severity: "warning",
    cause: phrase(
      "Claude Code has not asked you yet about {servers} of this project's .mcp.json, and cannot ask over ACP",
    ),
    fix: phrase("run `claude` in {cwd} once and approve them"),
  },
  claude_rejected: {
    severity: "note",
    cause: phrase("you rejected {servers} of this project's .mcp.json in Claude Code"),
    fix: phrase("`claude mcp reset-project-choices` in {cwd} makes it ask again"),
  },
  jetbrains_custom_mcp_off: {
    severity: "error",
    cause: phrase("JetBrains sends agents none of the MCP servers of its settings"),
    fix: phrase("turn on “Pass custom MCP servers” in Settings | Tools | AI Assistant | Agents (use_custom_mcp)"),
  },
  jetbrains_idea_mcp_off: {
    severity: "note",
    cause: phrase("JetBrains does not send agents the IDE's own MCP server"),
    fix: phrase("turn on “Pass IntelliJ MCP server” in Settings | Tools | AI Assistant | Agents (use_idea_mcp)"),
  },
};
