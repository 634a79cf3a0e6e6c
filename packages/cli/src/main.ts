import { writeStdout } from "./process/stdout.ts"; // before anything else: what is loaded later may print

import { buildApplication, buildRouteMap, help, run, type StricliProcess, text_en, version } from "@stricli/core";
import { errorMessage } from "@tenon/basis";

import manifest from "../package.json" with { type: "json" };
import { agentCommand } from "./commands/agent/command.ts";
import { logCommands } from "./commands/log/commands.ts";
import { runCommand } from "./commands/run/command.ts";
import { serveCommand } from "./commands/serve/command.ts";
import { toolsCommands } from "./commands/tools/commands.ts";
import { exitCode, exitCodeOf } from "./process/exit-code.ts";
import { UsageError } from "./process/usage-error.ts";

const EXIT_CODES = `EXIT CODES
  0  done
  1  something failed; standard error says what
  2  the command line was not understood
  3  run: the agent refused
  4  run: a limit was reached: tokens, requests, or --timeout
  5  run: something was denied permission
  6  run: the agent says that the turn was cancelled`;

// Each command is declared here and loaded when it is run: the agent must not pay for the others.
const routes = buildRouteMap({
  routes: { agent: agentCommand, run: runCommand, serve: serveCommand, tools: toolsCommands, log: logCommands },
  docs: { brief: manifest.description, fullDescription: `${manifest.description}\n\n${EXIT_CODES}` },
});

const application = buildApplication(
  routes,
  {
    name: "tenon",
    scanner: { caseStyle: "allow-kebab-for-camel", allowArgumentEscapeSequence: true },
    determineExitCode: (error) => (error instanceof UsageError ? exitCode.badUsage : exitCode.failed),
    localization: {
      text: {
        ...text_en,
        // What a command throws is told in its own words; a stack helps nobody who did not write it.
        exceptionWhileRunningCommand: (error) => `tenon: ${errorMessage(error)}`,
      },
    },
  },
  {
    help: help({
      brief: "Show help",
      formatting: { caseStyle: "convert-camel-to-kebab", onlyRequiredInUsageLine: false, useAliasInUsageLine: false },
    }),
    version: version({ brief: "Show the version", alias: "V", info: { currentVersion: manifest.version } }),
  },
);

const written: Promise<void>[] = [];
const streams: StricliProcess = {
  stdout: { write: (text) => void written.push(writeStdout(text)) },
  stderr: process.stderr,
};
const words = process.argv.slice(2);
await run(application, words.length === 0 ? ["--help"] : words, { process: streams });
await Promise.allSettled(written);
process.exitCode = exitCodeOf(streams.exitCode);
