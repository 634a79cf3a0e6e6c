/**
 * How a plan ends: the user sees it, and chooses in which mode it is carried out, or that planning goes on.
 *
 * The question names modes, so it is the tool's own, and no rule or grant answers it.
 */

import type { PermissionOption } from "@agentclientprotocol/sdk";
import { readArguments, textContent, ToolError } from "@tenon/workspace";

import { askUser } from "../acp-client/ask-user.ts";
import type { SessionClient } from "../acp-client/session-client.ts";
import type { AgentTool } from "../tools/tool.ts";
import { modes } from "./modes.ts";

export const SWITCH_MODE = "switch_mode";

export function switchModeTool(session: {
  readonly client: SessionClient;
  readonly mode: () => string;
  readonly setMode: (modeId: string) => Promise<void>;
}): AgentTool {
  const { client, mode, setMode } = session;
  return {
    definition: {
      name: SWITCH_MODE,
      description:
        "Shows the finished plan to the user and asks whether to carry it out, in a mode in which files may be changed. " +
        "Call it once, at the end of planning.",
      inputSchema: {
        type: "object",
        properties: { plan: { type: "string", description: "The whole plan, in Markdown" } },
        required: ["plan"],
      },
    },
    async prepare(args) {
      const plan = readArguments(args).text("plan");
      if (mode() !== "architect") throw new ToolError(`The session is in ${mode()} mode. Carry the plan out.`);
      const shown = {
        title: "Carry out the plan",
        kind: "switch_mode" as const,
        content: [textContent(plan)],
      };
      return {
        ...shown,
        subjects: [],
        async run({ toolCallId, signal }) {
          const toolCall = { toolCallId, name: SWITCH_MODE, ...shown, rawInput: args };
          const chosen = await askUser(client, { toolCall, options: OPTIONS }, { signal });
          const found = modes.find(({ id }) => id === chosen);
          if (!found || found.id === "architect")
            throw new ToolError("The user does not want to carry it out yet. Change nothing.");
          await setMode(found.id);
          const text = `The session is in ${found.id} mode now. ${found.instruction ?? ""} Carry the plan out.`;
          return { parts: [{ type: "text", text }], isError: false };
        },
      };
    },
  };
}

const OPTIONS: PermissionOption[] = [
  // The kinds that fit best: in code mode the changes to come are not asked about.
  { optionId: "code", name: "Switch to Code, which changes files without asking", kind: "allow_always" },
  { optionId: "ask", name: "Switch to Ask, which asks before every change", kind: "allow_once" },
  { optionId: "architect", name: "Stay in Architect and keep planning", kind: "reject_once" },
];
