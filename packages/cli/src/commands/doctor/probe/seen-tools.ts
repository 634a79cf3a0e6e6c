/** How the tools of a server are in the requests that a model got. */

import type { Step } from "../facts.ts";
import type { ModelRequest } from "./model/stand-in-model.ts";

/** `defined` with their schemas, `named` in some text, or undefined. */
export function seenTools(
  server: string,
  tools: readonly string[],
  requests: readonly ModelRequest[],
): Extract<Step, "named" | "defined"> | undefined {
  const names = tools.map((tool) => bare(server + tool));
  const offered = requests.flatMap((request) =>
    request.tools.map(({ namespace = "", name }) => bare(namespace + name)),
  );
  if (offered.some((tool) => names.some((name) => tool.includes(name)))) return "defined";
  const texts = requests.map(({ text }) => bare(text));
  return texts.some((text) => names.some((name) => text.includes(name))) ? "named" : undefined;
}

/** Whether a wrapped agent's model can search the tools that are not in the request, and call what it finds. */
export function hasSearch(requests: readonly ModelRequest[]): boolean {
  return requests.some(({ tools }) => tools.some(({ name }) => name.endsWith("call_tool")));
}

/** Agents join the names of server and tool in ways of their own: `mcp__a__b`, `a-b`, `a_b`. */
function bare(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}
