/**
 * What a tool is: everything about it that the model or the approving user relies on.
 *
 * Annotations are included because users see them, so a tool that changes them is asked about again.
 * They never decide anything. The output schema is not included: an approval does not depend on it.
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
