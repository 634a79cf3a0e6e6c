import { buildCommand } from "@stricli/core";

export const agentCommand = buildCommand({
  loader: async () => (await import("./agent.ts")).runAgent,
  parameters: {
    flags: {
      model: {
        kind: "parsed",
        parse: String,
        optional: true,
        placeholder: "provider/name",
        brief: "The model that answers; rehearsal needs no key and no network (see docs/models.md)",
      },
      journal: { kind: "boolean", default: true, brief: "Keep the sessions, to load them again and for tenon log" },
      signIn: {
        kind: "boolean",
        default: false,
        withNegated: false,
        brief: "Ask for a provider's API key on this terminal, keep it for you, and end",
      },
      unstable: {
        kind: "boolean",
        default: false,
        withNegated: false,
        brief:
          "Also what the protocol calls unstable: forks, titles and archive of sessions, MCP servers of the editor",
      },
    },
  },
  docs: {
    brief: "An ACP agent on standard input and output, for an editor to start",
    fullDescription:
      "Speaks the Agent Client Protocol on standard input and output. Editors start it; a person seldom does.\n" +
      "The MCP servers that the editor hands over with a session are connected for that session.\n\n" +
      "It ends when standard input ends, and so does everything it started.",
  },
});
