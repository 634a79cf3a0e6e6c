/**
 * Tools as a provider takes them. One that it would refuse is set aside before it is sent, with the reason: it must not
 * take the others with it [P-02, P-03].
 */

import type { LanguageModelV4FunctionTool } from "@ai-sdk/provider";

import type { ModelTool } from "../model.ts";
import { adaptSchema } from "./adapt-schema.ts";
import type { SchemaDialect } from "./dialect.ts";
import { cut } from "./notes.ts";

export interface AdaptedTools {
  /** In the order of the offer. */
  readonly tools: readonly LanguageModelV4FunctionTool[];
  readonly setAside: readonly SetAsideTool[];
}

export interface SetAsideTool {
  readonly name: string;
  readonly reason: string;
}

export type ToolAdapter = (offer: readonly ModelTool[]) => AdaptedTools;

/** Equal tools become equal text: a provider finds in its cache what it has seen before. */
export function createToolAdapter(dialect: SchemaDialect): ToolAdapter {
  const made = new WeakMap<ModelTool, LanguageModelV4FunctionTool | SetAsideTool>();

  function adapt(tool: ModelTool): LanguageModelV4FunctionTool | SetAsideTool {
    const known = made.get(tool);
    if (known) return known;
    const adapted = adaptTool(tool, dialect);
    made.set(tool, adapted);
    return adapted;
  }

  return (offer) => {
    const tools = new Map<string, LanguageModelV4FunctionTool>();
    const setAside: SetAsideTool[] = [];
    for (const tool of offer) {
      const adapted = adapt(tool);
      const { name } = tool;
      if ("reason" in adapted) setAside.push(adapted);
      else if (tools.has(name)) setAside.push({ name, reason: "another tool has the same name" });
      else if (tools.size < dialect.mostTools) tools.set(name, adapted);
      else setAside.push({ name, reason: `${dialect.mostTools} tools are the most that can be offered at once` });
    }
    return { tools: [...tools.values()], setAside };
  };
}

function adaptTool(tool: ModelTool, dialect: SchemaDialect): LanguageModelV4FunctionTool | SetAsideTool {
  const { name } = tool;
  if (!dialect.toolNames.test(name)) return { name, reason: `${dialect.name} does not accept its name` };
  const { schema, problem } = adaptSchema(tool.inputSchema, dialect);
  if (problem !== undefined) return { name, reason: problem };
  const description = cut(tool.description.trim(), dialect.mostDescription);
  return { type: "function", name, ...(description !== "" && { description }), inputSchema: schema };
}
