/**
 * What doctor reports: the shape of `--json`, from which the screen and the page are drawn. It holds no secret.
 */

import { defined } from "@tenon/basis";
import type { AgentPreset } from "@tenon/client";
import { createRedactor } from "@tenon/policy";

import type { AgentFacts, EditorAgentFacts, Facts, FileFacts, ServerCheck, ServerFacts } from "../facts.ts";
import { examine } from "../findings/examine.ts";
import type { Finding } from "../findings/finding.ts";
import { type Reach, reachOf } from "../findings/reach.ts";
import { runtimeOf } from "../findings/runtimes.ts";
import { specSecrets } from "../gather/spec-secrets.ts";

export interface Report {
  /** Of this shape; it grows when a program that reads it could break. */
  readonly version: 1;
  readonly cwd: string;
  /** Whether there is no finding of severity `error`. */
  readonly isHealthy: boolean;
  readonly agents: readonly ReportedAgent[];
  readonly editors: readonly ReportedEditorAgent[];
  readonly files: readonly ReportedFile[];
  readonly servers: readonly ReportedServer[];
  /** What runs the servers, such as Node.js or Docker. */
  readonly runtimes: readonly ReportedRuntime[];
  readonly reach: readonly Reach[];
  readonly findings: readonly Finding[];
}

export type ReportedAgent = Pick<AgentFacts, "state" | "file" | "version"> & Pick<AgentPreset, "name" | "title">;

export type ReportedEditorAgent = Omit<EditorAgentFacts, "isFound">;

export interface ReportedFile extends Pick<FileFacts, "client" | "title" | "file" | "scope"> {
  readonly servers: number;
}

export interface ReportedServer extends Pick<
  ServerFacts,
  "id" | "name" | "client" | "title" | "file" | "line" | "transport" | "target"
> {
  /** How far it got, or why it was not started. */
  readonly state: string;
  readonly milliseconds?: number;
  /** Each state it has been in, and how long it took to get there. */
  readonly steps?: ServerCheck["steps"];
  readonly tools?: number;
  readonly tokens?: number;
}

export interface ReportedRuntime {
  readonly title: string;
  readonly command: string;
  /** None if it is not installed. */
  readonly file?: string;
  /** How many servers need it. */
  readonly servers: number;
}

export function reportOf(facts: Facts): Report {
  const { cwd, agents, editorAgents, files, servers } = facts;
  const findings = examine(facts);
  const report: Report = {
    version: 1,
    cwd,
    isHealthy: findings.every(({ severity }) => severity !== "error"),
    agents: agents.map(({ preset, state, file, version }) => {
      return { name: preset.name, title: preset.title, state, ...defined({ file, version }) };
    }),
    editors: editorAgents.map(({ editor, name, agent, command, isWrapped, file }) => {
      return { editor, name, isWrapped, file, ...defined({ agent, command }) };
    }),
    files: files.map(({ client, title, file, scope }) => {
      const own = servers.filter((server) => server.file === file && server.client === client);
      return { client, title, file, scope, servers: own.length };
    }),
    servers: servers.map(reportedServer),
    runtimes: runtimesOf(servers),
    reach: reachOf(facts),
    findings,
  };
  return redacted(report, servers);
}

function reportedServer(server: ServerFacts): ReportedServer {
  const { id, name, client, title, file, line, transport, target, check } = server;
  const state = server.held ?? check?.state ?? "not started";
  const measured = check && {
    milliseconds: check.milliseconds,
    steps: check.steps,
    ...(check.state === "listed" && { tools: check.tools.length, tokens: check.tokens }),
  };
  return { id, name, client, title, file, target, state, ...defined({ line, transport }), ...measured };
}

function runtimesOf(servers: readonly ServerFacts[]): readonly ReportedRuntime[] {
  const byCommand = Map.groupBy(
    servers.flatMap(({ program }) => program ?? []),
    ({ command }) => command,
  );
  return [...byCommand].flatMap(([command, programs]): readonly ReportedRuntime[] => {
    const runtime = runtimeOf(command);
    if (!runtime) return [];
    const file = programs[0]?.file;
    return [{ title: runtime.title, command, servers: programs.length, ...defined({ file }) }];
  });
}

/** What a server prints before it dies may hold what it was given. */
function redacted(report: Report, servers: readonly ServerFacts[]): Report {
  const { redact } = createRedactor({ secrets: servers.flatMap(({ spec }) => specSecrets(spec)) });
  return {
    ...report,
    servers: report.servers.map((server) => ({ ...server, target: redact(server.target) })),
    findings: report.findings.map((finding) => ({ ...finding, cause: redact(finding.cause) })),
  };
}
