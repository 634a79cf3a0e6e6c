/**
 * What a tool is: everything about it that the model or the person who approves it relies on.
 *
 * Annotations are here because people are shown them, so that a tool which changes its story is asked about again.
 * They never decide anything. The schema of the output is not here: nobody relies on it when approving.
 */

import { hashOf } from "../json/canonical-json.ts";

export interface ToolDefinition {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema?: unknown;
  readonly annotations?: unknown;
}

export function fingerprint(definition: ToolDefinition): string {
  return hashOf(essentialsOf(definition));
}

/** The definition without whatever else the server sent along. */
export function essentialsOf(definition: ToolDefinition): ToolDefinition {
  const { name, title, description, inputSchema, annotations } = definition;
  return { name, title, description, inputSchema, annotations };
}
