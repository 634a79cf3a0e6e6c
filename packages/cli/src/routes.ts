/**
 * The commands of `tenon`.
 */

import { buildRouteMap } from "@stricli/core";

import manifest from "../package.json" with { type: "json" };
import { agentCommand } from "./commands/agent/command.ts";
import { completionCommand } from "./commands/completion/command.ts";
import { connectCommand } from "./commands/connect/command.ts";
import { doctorCommand } from "./commands/doctor/command.ts";
import { logCommands } from "./commands/log/commands.ts";
import { runCommand } from "./commands/run/command.ts";
import { serveCommands } from "./commands/serve/command.ts";
import { toolsCommands } from "./commands/tools/commands.ts";
import { wrapCommand } from "./commands/wrap/command.ts";
import { withExamples } from "./help/with-examples.ts";

// Each command is declared here and loaded when it is run: the agent must not pay for the others.
export const routes = buildRouteMap({
  routes: {
    run: runCommand,
    agent: agentCommand,
    wrap: wrapCommand,
    serve: serveCommands,
    connect: connectCommand,
    tools: toolsCommands,
    log: logCommands,
    doctor: doctorCommand,
    completion: completionCommand,
  },
  docs: {
    brief: manifest.description.replace(/\.$/, ""),
    fullDescription: withExamples(
      "",
      'tenon run "What is in this folder?"',
      "tenon serve --open",
      "tenon wrap gemini",
      "tenon tools add docs https://example.com/mcp",
    ),
  },
});
