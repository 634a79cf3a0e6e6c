/**
 * The panel beside the timeline, or over it on a narrow screen: each of its views is a tab.
 */

import { Tabs } from "radix-ui";
import { type ComponentType, Suspense, useEffect } from "react";

import { phrase, t } from "../language/t.ts";
import { useShell, useShellState } from "../shell/shell-state.ts";
import { useIsNarrow } from "../ui/hooks/use-media.ts";
import { useSession } from "../open-session/session-context.ts";
import { PlanList } from "../timeline/entries/plan-list.tsx";
import { PanelHandle } from "./panel-handle.tsx";
import { IconButton } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { later } from "../ui/later.ts";

const ToolsView = later(() => import("../tools-panel/tools-view.tsx"));
const WireView = later(() => import("../wire-view/wire-view.tsx"));

/** In the order of their tabs. */
const VIEWS: readonly { readonly name: string; readonly View: ComponentType }[] = [
  { name: phrase("Tools"), View: ToolsView },
  { name: phrase("Plan"), View: PlanView },
  { name: phrase("Wire"), View: WireView },
];

export default function SidePanel() {
  const shell = useShell();
  const isNarrow = useIsNarrow();
  const isShown = useShellState((state) => (isNarrow ? state.isSheetShown : state.isPanelShown));
  const width = useShellState((state) => state.panelWidth);
  const isReady = useSession((state) => state.phase === "ready");
  // An open sheet does not cover the timeline again when the window becomes narrow.
  useEffect(() => {
    if (!isNarrow) shell.setState({ isSheetShown: false });
  }, [shell, isNarrow]);
  if (!isShown || !isReady) return null;
  const close = () => shell.setState({ isSheetShown: false });
  if (!isNarrow) {
    return (
      <aside
        aria-label={t("Panel")}
        style={{ width: `min(${width}px, 45vw)` }}
        className="relative flex shrink-0 flex-col border-l border-line bg-sunken"
      >
        <PanelHandle />
        <Views />
      </aside>
    );
  }
  return (
    <Dialog isOpen onClose={close} title={t("Panel")} side="right" isBare>
      <Views onClose={close} />
    </Dialog>
  );
}

function Views({ onClose }: { readonly onClose?: () => void }) {
  const shell = useShell();
  const chosen = useShellState((state) => state.panelView);
  const value = VIEWS.find(({ name }) => name === chosen)?.name ?? VIEWS[0]?.name ?? "";
  return (
    <Tabs.Root
      value={value}
      onValueChange={(panelView) => shell.setState({ panelView })}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="flex h-12 shrink-0 items-center justify-between border-b border-line px-3">
        <Tabs.List aria-label={t("Panel views")} className="flex items-center gap-1">
          {VIEWS.map(({ name }) => (
            <Tabs.Trigger
              key={name}
              value={name}
              className="h-7 rounded-md px-2.5 text-sm text-muted hover:text-text data-[state=active]:bg-hover data-[state=active]:text-text"
            >
              {t(name)}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {onClose && <IconButton icon="close" label={t("Close")} onClick={onClose} />}
      </div>
      {VIEWS.map(({ name, View }) => (
        <Tabs.Content key={name} value={name} className="min-h-0 flex-1 overflow-y-auto">
          <Suspense fallback={null}>
            <View />
          </Suspense>
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

/** The current plan. */
function PlanView() {
  const plan = useSession((state) => state.timeline.plan);
  if (plan.length === 0) return <p className="p-4 text-sm text-muted">{t("No plan yet.")}</p>;
  return (
    <div className="p-4">
      <PlanList items={plan} />
    </div>
  );
}
