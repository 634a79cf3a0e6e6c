/**
 * What the server says it can do: what follows from its script, unless the script says otherwise.
 */

import type { JsonObject } from "@tenon/basis";

import type { ServerScript } from "../script.ts";
import { hasResources } from "./catalogue.ts";

export function serverCapabilities(script: ServerScript): JsonObject {
  const logs = script.tools?.some((tool) => tool.call?.some((step) => step.type === "log"));
  return {
    ...(script.tools && { tools: { listChanged: true } }),
    ...(hasResources(script) && { resources: { listChanged: true, subscribe: true } }),
    ...(script.prompts && { prompts: { listChanged: true } }),
    ...(logs && { logging: {} }),
    ...script.capabilities,
  };
}
