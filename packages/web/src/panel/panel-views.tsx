import type { ComponentType } from "react";

import { ToolsView } from "../tools-panel/tools-view.tsx";
import { WireView } from "../wire-view/wire-view.tsx";
import { PlanView } from "./plan-view.tsx";

/** What the panel can show, in the order of its tabs. */
export const PANEL_VIEWS: readonly { readonly name: string; readonly View: ComponentType }[] = [
  { name: "Tools", View: ToolsView },
  { name: "Plan", View: PlanView },
  { name: "Wire", View: WireView },
];
