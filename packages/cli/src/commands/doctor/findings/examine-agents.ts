/** Agents that an editor cannot start, and agents that drop what they are given. */

import { t } from "../../../messages/t.ts";
import type { Facts } from "../facts.ts";
import { type Finding, whereOf } from "./finding.ts";

export function examineAgents({ agents, editorAgents }: Pick<Facts, "agents" | "editorAgents">): readonly Finding[] {
  const here = agents.filter(
    ({ preset, state }) => state === "installed" || editorAgents.some(({ agent }) => agent === preset.name),
  );
  return [
    ...(agents.some(({ state }) => state !== "not installed") || editorAgents.length > 0 ? [] : [noAgent()]),
    ...here.flatMap(({ preset }): readonly Finding[] => {
      const editors = editorAgents.filter(({ agent }) => agent === preset.name);
      const isAlwaysWrapped = editors.length > 0 && editors.every(({ isWrapped }) => isWrapped);
      if (!preset.dropsServers || isAlwaysWrapped) return [];
      const { transport, seenIn } = preset.dropsServers;
      const cause =
        transport === "stdio"
          ? t("it does not start MCP servers with a command that a client sends (seen in {version})", {
              version: seenIn,
            })
          : t("it does not start MCP servers that a client sends (seen in {version})", { version: seenIn });
      const way = transport === "stdio" ? t("over http") : preset.connectsWhenStarted && t("by an extension");
      const fix = way
        ? t("start it as `tenon wrap {agent}`, which lends them {way}; `tenon doctor --fix` does so in editors", {
            agent: preset.name,
            way,
          })
        : t("write them into its own configuration");
      const subject = { type: "agent", id: preset.name } as const;
      return [{ severity: "warning", code: "drops_servers", subject, cause, fix }];
    }),
    ...editorAgents.flatMap(({ editor, file, name, command, isFound }): readonly Finding[] => {
      if (isFound) return [];
      const cause = t('{editor} cannot start {agent}: "{command}" is not on the PATH', {
        editor,
        agent: name,
        command: command ?? "",
      });
      const subject = { type: "editor", id: editor } as const;
      return [
        {
          severity: "error",
          code: "editor_agent_not_found",
          subject,
          cause,
          fix: t("write its absolute path"),
          where: whereOf(file),
        },
      ];
    }),
  ];
}

const noAgent = (): Finding => ({
  severity: "note",
  code: "no_agent",
  subject: { type: "doctor", id: "agents" },
  cause: t("no agent that Tenon knows is installed"),
  fix: t("`tenon agent` is one; docs/agents.md lists others"),
});
