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
  const written = tools.map((tool) => spelling(server, tool));
  return requests.some(({ text }) => written.some((pattern) => pattern.test(text))) ? "named" : undefined;
}

/** As an agent may write it in a text; words of a sentence, as in "all files. Add", are no name of a tool. */
function spelling(server: string, tool: string): RegExp {
  const loosely = (name: string) => name.replaceAll(/[^A-Za-z0-9]+/g, "[^A-Za-z0-9\\s]+");
  const joined = server === "" ? loosely(tool) : `${loosely(server)}[^A-Za-z0-9\\s]{1,4}${loosely(tool)}`;
  return new RegExp(`${joined}(?![A-Za-z0-9])`, "i");
}

/** Whether a wrapped agent's model can search the tools that are not in the request, and call what it finds. */
export function hasSearch(requests: readonly ModelRequest[]): boolean {
  return requests.some(({ tools }) => tools.some(({ name }) => name.endsWith("call_tool")));
}

/** Agents join the names of server and tool in ways of their own: `mcp__a__b`, `a-b`, `a_b`. */
function bare(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}
