/**
 * One server: why it is not started, why it failed, or what may fail elsewhere.
 */

import { t } from "../../../messages/t.ts";
import type { Facts, ServerFacts } from "../facts.ts";
import { type Finding, whereOf } from "./finding.ts";
import { explainFailure } from "./server-failure.ts";

type Part = Pick<Finding, "severity" | "code" | "cause" | "fix">;

export function examineServer(server: ServerFacts, { servers }: Pick<Facts, "servers">): readonly Finding[] {
  const where = whereOf(server.file, server.line === undefined ? {} : { line: server.line });
  const parts = [...statePart(server), ...programParts(server), ...noiseParts(server), ...nameParts(server, servers)];
  return parts.map((part) => ({ ...part, subject: { type: "server", id: server.id }, where }));
}

function statePart(server: ServerFacts): readonly Part[] {
  const { held, check, problems, spec } = server;
  if (held === "disabled") {
    return [
      {
        severity: "note",
        code: "disabled",
        cause: t("it is disabled"),
        fix: t("enable it there if you want its tools"),
      },
    ];
  }
  if (held === "not trusted") {
    const isOwn = server.client === "tenon" || server.client === "mcp-json";
    const fix = isOwn
      ? t("review it with `tenon tools trust`, then `tenon tools trust --yes`")
      : t("review the file, then run `tenon doctor --start-project` to start it");
    return [
      { severity: "warning", code: "not_trusted", cause: t("not started: a file of the project declares it"), fix },
    ];
  }
  if (held === "asks the user") {
    return [
      {
        severity: "note",
        code: "asks_user",
        cause: t("not started: {program} asks for a value when it starts it", { program: server.title }),
      },
    ];
  }
  if (held === "invalid") {
    const unset = problems.filter(({ code }) => code === "unset_variable");
    const all = problems.map(({ path, message }) => (path === undefined ? message : `${path}: ${message}`));
    const cause = all.join("; ") || (spec.type === "held" ? spec.reason : t("its entry cannot be used"));
    if (unset.length === 0) return [{ severity: "error", code: "invalid_entry", cause, fix: t("correct the entry") }];
    const fix = t("set it where {program} is started from, or write its value into the file", {
      program: server.title,
    });
    return [{ severity: "error", code: "unset_variable", cause, fix }];
  }
  if (!check || check.state === "listed") return [];
  return [{ severity: "error", ...explainFailure(server, check) }];
}

function programParts({ program, title }: ServerFacts): readonly Part[] {
  if (!program?.isOnlyInLoginShell) return [];
  const cause = t(
    '"{command}" is only on the PATH of your login shell; {program} may not find it when it is not started from a terminal',
    { command: program.command, program: title },
  );
  const fix = t("write {file} as its command", { file: program.file ?? "" });
  return [{ severity: "warning", code: "login_shell_only", cause, fix }];
}

function noiseParts({ check }: ServerFacts): readonly Part[] {
  if (check?.state !== "listed" || check.noise.length === 0) return [];
  const cause = t("it prints to stdout, which is for MCP only: {line}", { line: check.noise[0] ?? "" });
  return [
    {
      severity: "warning",
      code: "noise",
      cause,
      fix: t("it works here; other clients may drop it. Report it to its author"),
    },
  ];
}

/** Of 64 characters that providers accept, a tool's own name and the prefix of the agent need most. */
const MAX_NAME = 40;

function nameParts({ name, id, spec }: ServerFacts, servers: readonly ServerFacts[]): readonly Part[] {
  const parts: Part[] = [];
  if (!/^[A-Za-z0-9_-]+$/.test(name)) {
    const cause = t("its name has characters other than letters, digits, - and _: Codex does not start such servers");
    parts.push({ severity: "warning", code: "odd_name", cause, fix: t("rename it") });
  } else if (name.length > MAX_NAME) {
    const cause = t("its name has {count} characters, so its tool names are truncated or rejected", {
      count: name.length,
    });
    const fix = t("rename it, to {count} characters or fewer", { count: MAX_NAME });
    parts.push({ severity: "warning", code: "long_name", cause, fix });
  }
  const others = servers.filter((other) => other.id < id && other.name === name && !isSameProgram(other, spec));
  if (others.length > 0 && spec.type !== "held") {
    const where = [...new Set(others.map(({ title }) => title))].join(", ");
    const cause = t(
      "{programs} has another server of this name; in a session with both, Codex, Droid and Copilot use their own",
      { programs: where },
    );
    parts.push({ severity: "note", code: "same_name", cause, fix: t("rename one of them if both are needed") });
  }
  return parts;
}

function isSameProgram({ spec }: ServerFacts, other: ServerFacts["spec"]): boolean {
  if (spec.type === "held") return true;
  if (spec.type === "stdio" && other.type === "stdio") {
    return spec.command === other.command && spec.args.join("\0") === other.args.join("\0");
  }
  return "url" in spec && "url" in other && spec.url === other.url;
}
