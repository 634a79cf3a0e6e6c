/**
 * Reads a grant from its file. Anything that is not exactly a grant is refused.
 */

import { type Fields, NON_EMPTY_STRING, OBJECT, oneOf, readFields, STRING, STRINGS } from "../json/read-fields.ts";
import { PolicyError, type Problem } from "../policy-error.ts";
import { ACCESSES, NETWORKS } from "../subject.ts";
import { type Grant, grantId, type GrantScope, type GrantTarget } from "./grant.ts";

export function parseGrant(json: unknown): Grant {
  const problems: Problem[] = [];
  const fields = readFields(json, "", ["id", "verdict", "target", "scope", "lifetime", "givenAt"], problems);
  const target = readTarget(fields, problems);
  const scope = readScope(fields);
  const grant: Grant = {
    id: fields.required("id", NON_EMPTY_STRING),
    verdict: fields.required("verdict", oneOf(["reject", "allow"])),
    target,
    scope,
    // What holds for a session is never written down.
    lifetime: fields.required("lifetime", oneOf(["always"])),
    givenAt: fields.required("givenAt", NON_EMPTY_STRING),
  };
  if (grant.id !== grantId(target, scope)) fields.problem("id", "does not follow from target and scope");
  const [first] = problems;
  if (!first) return grant;
  throw new PolicyError("invalid_document", `Not a grant: ${first.path} ${first.message}`, { problems });
}

const TARGETS = ["tool", "command", "shell", "url", "path"] as const;

function readTarget(grant: Fields, problems: Problem[]): GrantTarget {
  const raw = grant.required("target", OBJECT);
  const type = TARGETS.find((type) => type === raw["type"]);
  const fields = (...known: readonly string[]) => readFields(raw, "target", ["type", ...known], problems);
  switch (type) {
    case "tool": {
      const target = fields("tool", "server", "serverKey", "definition");
      const definition = target.fields("definition", ["name", "title", "description", "inputSchema", "annotations"]);
      return {
        type,
        tool: target.required("tool", NON_EMPTY_STRING),
        server: target.optional("server", NON_EMPTY_STRING),
        serverKey: target.optional("serverKey", NON_EMPTY_STRING),
        definition: {
          name: definition.required("name", NON_EMPTY_STRING),
          title: definition.optional("title", STRING),
          description: definition.optional("description", STRING),
          inputSchema: definition.raw("inputSchema"),
          annotations: definition.raw("annotations"),
        },
      };
    }
    case "command":
      return { type, words: fields("words").required("words", STRINGS) };
    case "shell":
      return { type, line: fields("line").required("line", NON_EMPTY_STRING) };
    case "url": {
      const target = fields("origin", "network");
      return {
        type,
        origin: target.required("origin", NON_EMPTY_STRING),
        network: target.optional("network", oneOf(NETWORKS)),
      };
    }
    case "path": {
      const target = fields("path", "access");
      return {
        type,
        path: target.required("path", NON_EMPTY_STRING),
        access: target.required("access", oneOf(ACCESSES)),
      };
    }
    case undefined:
    // What we do not know (written by a later version, perhaps) grants nothing.
    default:
      grant.problem("target", `must have a type: one of ${TARGETS.join(", ")}`);
      return { type: "shell", line: "" };
  }
}

function readScope(grant: Fields): GrantScope {
  const scope = grant.fields("scope", ["type", "folder"]);
  const type = scope.required("type", oneOf<GrantScope["type"]>(["project", "everywhere"]));
  return type === "everywhere" ? { type } : { type, folder: scope.required("folder", NON_EMPTY_STRING) };
}
