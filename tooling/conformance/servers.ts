/**
 * Our MCP servers, and what they leave out of the suite.
 */

import type { ServerProgram } from "./run-server.ts";

const tasks = [/^tasks-/, "an extension that it does not offer: a long call reports progress"] as const;

export const servers: readonly ServerProgram[] = [
  {
    name: "endpoint",
    script: "endpoint-server.ts",
    leftOut: [
      [
        /^(tools-call-(sampling|elicitation)|elicitation-|input-required-)/,
        "the session's client is asked, and not the agent",
      ],
      [/^server-stateless$/, "two of its checks need a tool that asks the agent; the rest passes"],
      [/^resources-(un)?subscribe$/, "it offers no subscriptions to single resources"],
      [/^tasks-/, "an extension that it does not offer: long calls have handles"],
      [/^sep-2640-skills-/, "the skills are those of its servers, and the server behind it has none"],
    ],
  },
  { name: "toolset (HTTP)", script: "toolset-http.ts", leftOut: [tasks] },
  {
    name: "toolset (stdio)",
    script: "toolset-stdio.ts",
    leftOut: [
      tasks,
      [
        /^(server-session-lifecycle|server-stateless|server-sse-.*|dns-rebinding-protection|http-.*)$/,
        "it checks HTTP, and that is the bridge's here",
      ],
    ],
  },
];
