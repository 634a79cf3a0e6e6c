import { buildCommand } from "@stricli/core";

import { storeFlag } from "../../arguments/store-flag.ts";

export const agentCommand = buildCommand({
  loader: async () => (await import("./agent.ts")).runAgent,
  parameters: {
    flags: {
      model: {
        kind: "parsed",
        parse: String,
        optional: true,
        placeholder: "provider/name",
        brief: 'Model to use; "rehearsal" needs no key and no network (see docs/models.md)',
      },
      journal: { kind: "boolean", default: true, brief: "Do not record sessions, so they cannot be loaded again" },
      store: storeFlag,
      signIn: {
        kind: "boolean",
        default: false,
        withNegated: false,
        brief: "Prompt for a provider's API key, store it, and exit",
      },
      unstable: {
        kind: "boolean",
        default: false,
        withNegated: false,
        brief:
          "Enable unstable protocol methods: fork, rename and archive sessions, MCP servers that run in the editor",
      },
    },
  },
  docs: {
    brief: "Run the Tenon agent for an editor, over ACP on standard input and output",
    fullDescription:
      "Editors start this command; see docs/editors.md. MCP servers that the editor passes with a session are\n" +
      "connected for that session. The agent exits when standard input closes, and stops everything it started.",
  },
});
