/** The items of a plan update; what an item lacks gets the protocol's plainest value [R160]. */

import type { PlanEntry } from "@agentclientprotocol/sdk";
import { isObject, type JsonObject } from "@tenon/basis";

/** Undefined if there is no list at all. */
export function readPlan(update: JsonObject): readonly PlanEntry[] | undefined {
  const items = update["entries"];
  return Array.isArray(items) ? items.flatMap(readItem) : undefined;
}

function readItem(item: unknown): readonly PlanEntry[] {
  if (!isObject(item) || typeof item["content"] !== "string") return [];
  const { content, priority, status } = item;
  return [
    {
      ...item,
      content,
      priority: priority === "high" || priority === "low" ? priority : "medium",
      status: status === "in_progress" || status === "completed" ? status : "pending",
    },
  ];
}
