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
      [/^tools-call-sampling$/, "an agent is not asked for its model"],
      [
        /^input-required-/,
        "they check keys and states of the server's own, and its questions have keys of the endpoint",
      ],
      [/^server-stateless$/, "two of its checks need a tool that asks for a model; the rest passes"],
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
