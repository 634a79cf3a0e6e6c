/**
 * Functions of the program as a server: no process, no wire, the same catalogue.
 */

import { Client } from "@modelcontextprotocol/client";
import { defined } from "@tenon/basis";

import type { FunctionServerSpec, FunctionTool } from "../server-spec.ts";
import type { Connection, ToolDefinition } from "./protocol/connection.ts";
import { failedResult, functionResult } from "./function-result.ts";

export function connectFunctions(spec: FunctionServerSpec): Connection {
  const closed = Promise.withResolvers<Error>();
  return {
    info: { name: spec.name, revision: "in the program", capabilities: { tools: {} } },
    closed: closed.promise,
    client: new Client({ name: spec.name, version: "0.0.0" }),
    listTools: async () => spec.tools.map(definitionOf),
    async call({ tool, args, signal }) {
      const run = spec.tools.find(({ name }) => name === tool.name)?.run;
      if (!run) return failedResult(`No function named ${tool.name}`);
      return await functionResult(() => run(args, { signal }), signal);
    },
    checkAlive: async () => {},
    close: async () => closed.resolve(new Error(`${spec.name} was removed`)),
  };
}

function definitionOf({ name, title, description, inputSchema, annotations }: FunctionTool): ToolDefinition {
  return { name, title, description, inputSchema, ...defined({ annotations }) };
}
