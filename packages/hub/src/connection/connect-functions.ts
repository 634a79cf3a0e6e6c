/**
 * Functions of the program as a server: no process, no wire, the same catalogue.
 */

import { Client } from "@modelcontextprotocol/client";
import { defined, errorMessage } from "@tenon/basis";

import type { FunctionServerSpec, FunctionTool } from "../server-spec.ts";
import type { Connection, ToolDefinition } from "./protocol/connection.ts";
import type { RawResult } from "./wire/raw-result.ts";

export function connectFunctions(spec: FunctionServerSpec): Connection {
  const closed = Promise.withResolvers<Error>();
  return {
    info: { name: spec.name, revision: "in the program", capabilities: { tools: {} } },
    closed: closed.promise,
    client: new Client({ name: spec.name, version: "0.0.0" }),
    listTools: async () => spec.tools.map(definitionOf),
    async call({ tool, args, signal }) {
      const run = spec.tools.find(({ name }) => name === tool.name)?.run;
      if (!run) return failure(`There is no function called ${tool.name}`);
      return await functionResult(() => run(args, { signal }), signal);
    },
    checkAlive: async () => {},
    close: async () => closed.resolve(new Error(`${spec.name} was taken out`)),
  };
}

/** What a function returns or throws, as a tool's result. Rejects only if the call was aborted. */
export async function functionResult(run: () => Promise<unknown>, signal: AbortSignal): Promise<RawResult> {
  try {
    return success(await run());
  } catch (error) {
    if (signal.aborted) throw error;
    return failure(errorMessage(error));
  }
}

function definitionOf({ name, title, description, inputSchema, annotations }: FunctionTool): ToolDefinition {
  return { name, title, description, inputSchema, ...defined({ annotations }) };
}

function success(value: unknown): RawResult {
  if (typeof value === "string") return { content: [{ type: "text", text: value }] };
  const text = JSON.stringify(value ?? null, undefined, 2);
  return { content: [{ type: "text", text }], structuredContent: value ?? null };
}

function failure(message: string): RawResult {
  return { content: [{ type: "text", text: message }], isError: true };
}
