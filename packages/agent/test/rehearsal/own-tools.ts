import type { Workspace } from "@tenon/workspace";

import type { ModelTool } from "../../src/model/model.ts";
import { commandTools } from "../../src/tools/commands/index.ts";
import { fileTools } from "../../src/tools/files/index.ts";
import { planTool } from "../../src/tools/plan/plan-tool.ts";
import { fetchTool, type FetchToolOptions } from "../../src/tools/web/fetch-tool.ts";

/** The definitions of the agent's own tools. */
export function ownTools(): readonly ModelTool[] {
  // Only a call looks at what they work with.
  const workspace = {} as Workspace;
  const tools = [
    ...fileTools(workspace),
    ...commandTools(workspace, { outputFolder: "" }),
    fetchTool({} as FetchToolOptions),
    planTool({ update: async () => {} }),
  ];
  return tools.map(({ definition }) => definition);
}
