/**
 * A tool as the agent tells of it.
 */

import { isObject, stringOf } from "@tenon/basis";

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
  if (!isObject(value)) return undefined;
  const [server, tool] = [stringOf(value["server"]), stringOf(value["tool"])];
  if (server === undefined || tool === undefined) return undefined;
  const [isOffered, reason] = [value["isOffered"], stringOf(value["reason"])];
  return {
    server,
    tool,
    title: stringOf(value["title"]) ?? tool,
    description: stringOf(value["description"]) ?? "",
    ...(typeof isOffered === "boolean" && { isOffered }),
    ...(reason !== undefined && { reason }),
  };
}
