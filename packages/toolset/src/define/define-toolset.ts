/**
 * Checks a toolset when it is defined, so that a mistake fails at once and not in a session.
 */

import { UriTemplate } from "@modelcontextprotocol/server";
import { errorMessage } from "@tenon/basis";

import { POLICY_URI } from "./policy-pack.ts";
import type { SecretDeclarations, Toolset, ToolsetDefinition } from "./toolset.ts";

// What every model provider takes, after the prefix of the host.
const TOOL_NAME = /^[A-Za-z0-9_.-]{1,64}$/;

/** Throws a `TypeError` for a definition that no host could use, such as two tools of the same name. */
export function defineToolset<State = never, const Secrets extends SecretDeclarations = SecretDeclarations>(
  definition: ToolsetDefinition<State, Secrets>,
): Toolset {
  const { tools = [], resources = [], prompts = [], secrets = {}, policy = [], ...about } = definition;
  const toolset: Toolset = { ...about, tools, resources, prompts, secrets, policy };
  for (const problem of problemsOf(toolset)) throw new TypeError(`Toolset ${toolset.name}: ${problem}`);
  return toolset;
}

function* problemsOf({ name, version, tools, resources, prompts, policy }: Toolset): Generator<string> {
  if (name.trim() === "") yield "the name must be a non-empty string";
  if (version.trim() === "") yield "the version must be a non-empty string";
  for (const tool of tools) {
    if (!TOOL_NAME.test(tool.name)) {
      yield `the tool name ${JSON.stringify(tool.name)} must have 1 to 64 letters, digits, "_", "-" or "."`;
    }
  }
  yield* twice("tool", tools);
  yield* twice("prompt", prompts);
  yield* twice("resource", resources);
  const uris = resources.map((one) => ({ name: one.type === "resource" ? one.uri : one.uriTemplate }));
  yield* twice("resource URI", uris);
  for (const one of resources) {
    const problem = one.type === "resource" ? uriProblem(one.uri) : templateProblem(one.uriTemplate);
    if (problem !== undefined) yield problem;
  }
  for (const { effect, tool } of policy) {
    // Written in JavaScript, it may be anything.
    if (!["ask", "deny"].includes(effect)) {
      yield `a policy rule for ${[tool].flat().join(", ")} has the effect "${effect}"; a pack can only "ask" or "deny"`;
    }
  }
}

function* twice(kind: string, named: readonly { readonly name: string }[]): Generator<string> {
  const seen = new Set<string>();
  for (const { name } of named) {
    if (seen.has(name)) yield `two definitions of the ${kind} ${name}`;
    seen.add(name);
  }
}

function uriProblem(uri: string): string | undefined {
  if (uri === POLICY_URI) return `the resource URI ${POLICY_URI} is reserved for the policy`;
  return URL.canParse(uri) ? undefined : `the resource URI ${JSON.stringify(uri)} is not a URI`;
}

function templateProblem(template: string): string | undefined {
  try {
    return new UriTemplate(template).variableNames.length === 0
      ? `the URI template ${template} has no variables; define a resource instead`
      : undefined;
  } catch (error) {
    return `the URI template ${template} cannot be parsed: ${errorMessage(error)}`;
  }
}
