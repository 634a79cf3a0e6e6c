import { defineToolset } from "./define-toolset.ts";
import type { Tool } from "./tool.ts";
import type { Toolset } from "./toolset.ts";

/** A tool that needs no state of its toolset, or a whole toolset. */
export type ToolOrToolset = Tool<unknown> | Toolset;

/**
 * What a program gives to a session, as toolsets: tools by themselves form one with the program's name. Throws a
 * `TypeError` for two of one name, also for one in `otherServers`.
 */
export function groupTools(
  tools: readonly ToolOrToolset[],
  options: { readonly name: string; readonly version: string; readonly otherServers?: readonly string[] },
): readonly Toolset[] {
  const { name, version, otherServers = [] } = options;
  const single = tools.filter(isTool);
  const toolsets = tools.filter((tool): tool is Toolset => !isTool(tool));
  if (single.length > 0) toolsets.unshift(defineToolset({ name, version, tools: single }));
  const names = [...otherServers, ...toolsets.map((toolset) => toolset.name)];
  const twice = names.find((each, index) => names.indexOf(each) !== index);
  if (twice === undefined) return toolsets;
  throw new TypeError(`Two servers of the session are named "${twice}". Tools without a toolset are named "${name}".`);
}

function isTool(tool: ToolOrToolset): tool is Tool<unknown> {
  return "run" in tool;
}
