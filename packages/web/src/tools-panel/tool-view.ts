/**
 * A tool as the agent tells of it.
 */

import { isFields, textOf } from "../wire/fields.ts";

export interface ToolView {
  readonly server: string;
  readonly tool: string;
  readonly title: string;
  readonly description: string;
  /** Whether it was in the last request to the model, and why; unknown before the first one. */
  readonly isOffered?: boolean;
  readonly reason?: string;
}

/** Undefined if it is none. */
export function readTool(value: unknown): ToolView | undefined {
  if (!isFields(value)) return undefined;
  const [server, tool] = [textOf(value["server"]), textOf(value["tool"])];
  if (server === undefined || tool === undefined) return undefined;
  const [isOffered, reason] = [value["isOffered"], textOf(value["reason"])];
  return {
    server,
    tool,
    title: textOf(value["title"]) ?? tool,
    description: textOf(value["description"]) ?? "",
    ...(typeof isOffered === "boolean" && { isOffered }),
    ...(reason !== undefined && { reason }),
  };
}
