/**
 * Reads a grant from its file. Whatever is not exactly a grant is none.
 */

import { type Fields, readFields } from "../json/read-fields.ts";
import { PolicyError, type Problem } from "../policy-error.ts";
import { ACCESSES, NETWORKS } from "../subject.ts";
import { type Grant, grantId, type GrantScope, type GrantTarget } from "./grant.ts";

export function parseGrant(json: unknown): Grant {
  const problems: Problem[] = [];
  const fields = readFields(json, "", ["id", "verdict", "target", "scope", "lifetime", "givenAt"], problems);
  const target = readTarget(fields, problems);
  const scope = readScope(fields);
  const grant: Grant = {
    id: fields.text("id"),
    verdict: fields.oneOf("verdict", ["reject", "allow"]),
    target,
    scope,
    // What holds for a session is never written down.
    lifetime: fields.oneOf("lifetime", ["always"]),
    givenAt: fields.text("givenAt"),
  };
  if (grant.id !== grantId(target, scope)) fields.problem("id", "does not follow from target and scope");
  const [first] = problems;
  if (!first) return grant;
  throw new PolicyError("invalid_document", `This is not a grant: ${first.path} ${first.message}`, { problems });
}

const TARGETS = ["tool", "command", "shell", "url", "path"] as const;

function readTarget(grant: Fields, problems: Problem[]): GrantTarget {
  const raw = grant.record("target") ?? {};
  const type = TARGETS.find((type) => type === raw["type"]);
  const fields = (...known: readonly string[]) => readFields(raw, "target", ["type", ...known], problems);
  switch (type) {
    case "tool": {
      const target = fields("tool", "server", "serverKey", "definition");
      const definition = target.fields("definition", ["name", "title", "description", "inputSchema", "annotations"]);
      return {
        type,
        tool: target.text("tool"),
        server: target.optionalText("server"),
        serverKey: target.optionalText("serverKey"),
        definition: {
          name: definition.text("name"),
          title: definition.optionalString("title"),
          description: definition.optionalString("description"),
          inputSchema: definition.raw("inputSchema"),
          annotations: definition.raw("annotations"),
        },
      };
    }
    case "command":
      return { type, words: fields("words").strings("words") };
    case "shell":
      return { type, line: fields("line").text("line") };
    case "url": {
      const target = fields("origin", "network");
      return { type, origin: target.text("origin"), network: target.optionalOneOf("network", NETWORKS) };
    }
    case "path": {
      const target = fields("path", "access");
      return { type, path: target.text("path"), access: target.oneOf("access", ACCESSES) };
    }
    case undefined:
    // What we do not know (written by a later version, perhaps) grants nothing.
    default:
      grant.problem("target", `should have a type of ${TARGETS.join(", ")}`);
      return { type: "shell", line: "" };
  }
}

function readScope(grant: Fields): GrantScope {
  const scope = grant.fields("scope", ["type", "folder"]);
  const type = scope.oneOf("type", ["project", "everywhere"]);
  return type === "everywhere" ? { type } : { type, folder: scope.text("folder") };
}
