/** What the user should be asked about. A host shows these rules and the user accepts them; they allow nothing. */

import type { PackRule } from "@tenon/toolset";

export const policyPack: readonly PackRule[] = [
  {
    effect: "ask",
    tool: "deploy",
    arguments: { environment: ["prod*", "*-prod", "*production*", "live*", "*-live"] },
    why: "it changes what users of the service see",
  },
  { effect: "ask", tool: "deploy", arguments: { action: "roll_back" }, why: "it rolls back the live version" },
];
