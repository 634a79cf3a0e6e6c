/**
 * The servers of `tenon.json` and of the project's `.mcp.json`, as every session of Tenon would have them.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";

import { defined } from "@tenon/basis";
import type { ServerSpec } from "@tenon/hub";
import { type Configuration, loadConfiguration, type Problem } from "@tenon/hub/config";

import type { Machine } from "../../../clients/locate-files.ts";
import type { FileFacts, ServerFacts } from "../facts.ts";
import type { ReadClient } from "./read-clients.ts";
import { serverFacts } from "./server-facts.ts";

export interface OwnOptions extends Machine {
  readonly userFolder: string;
  readonly isTrusted: (folder: string, content: string) => boolean | Promise<boolean>;
}

export interface OwnConfiguration {
  readonly configuration: Configuration;
  readonly clients: readonly ReadClient[];
}

export async function readOwn(options: OwnOptions): Promise<OwnConfiguration> {
  const configuration = await loadConfiguration(options);
  const files: readonly Pick<FileFacts, "client" | "title" | "file" | "scope" | "agents">[] = [
    { client: "tenon", title: "Tenon", file: join(options.userFolder, "tenon.json"), scope: "user", agents: [] },
    { client: "tenon", title: "Tenon", file: join(options.cwd, "tenon.json"), scope: "project", agents: [] },
    // Claude Code and Copilot read it too, after an approval of their own.
    {
      client: "mcp-json",
      title: ".mcp.json",
      file: join(options.cwd, ".mcp.json"),
      scope: "project",
      agents: ["claude", "copilot"],
    },
  ];
  const clients = files.flatMap((file): readonly ReadClient[] => {
    if (!existsSync(file.file)) return [];
    const problems = configuration.problems.filter((problem) => problem.file === file.file);
    const duplicates = problems.flatMap(({ code, path = "" }) =>
      code === "duplicate_key" ? (/^(?:mcpServers|servers)\.([^.[]+)$/.exec(path)?.[1] ?? []) : [],
    );
    const servers = configuration.servers.filter((spec) => spec.file === file.file);
    return [
      {
        file: { ...file, duplicates, ...defined({ fault: faultOf(problems) }) },
        servers: servers.map((spec) => ({
          ...serverFacts(spec, file),
          problems: problems.filter(({ server, level }) => server === spec.name && level === "error"),
          ...defined({ held: heldBy(spec) }),
        })),
      },
    ];
  });
  return { configuration, clients };
}

function faultOf(problems: readonly Problem[]): FileFacts["fault"] {
  const problem = problems.find(({ code }) => code === "syntax" || code === "unreadable");
  return problem && { message: problem.message, ...defined({ line: problem.line, column: problem.column }) };
}

function heldBy(spec: ServerSpec): ServerFacts["held"] {
  if (spec.type !== "held") return undefined;
  if (spec.state === "disabled") return "disabled";
  return spec.state === "waiting for trust" ? "not trusted" : "invalid";
}
