/**
 * The panel beside the timeline, or over it where there is no room: each of its views is a tab.
 */

import { Tabs } from "radix-ui";

import { useShell, useShellState } from "../app/shell-state.ts";
import { useIsNarrow } from "../app/use-media.ts";
import { useSession } from "../session/session-context.ts";
import { Dialog } from "../ui/dialog.tsx";
import { PANEL_VIEWS } from "./panel-views.tsx";

export function SidePanel() {
  const shell = useShell();
  const isShown = useShellState((state) => state.isPanelShown);
  const isNarrow = useIsNarrow();
  // Messages need more room than words.
  const isWide = useShellState((state) => state.panelView === "Wire");
  const isReady = useSession((state) => state.phase === "ready");
  if (!isShown || !isReady) return null;
  if (!isNarrow) {
    return (
      <aside
        aria-label="Panel"
        className={`flex shrink-0 flex-col border-l border-line bg-sunken max-lg:w-72 ${isWide ? "w-120" : "w-90"}`}
      >
        <Views />
      </aside>
    );
  }
  return (
    <Dialog isOpen onClose={() => shell.setState({ isPanelShown: false })} title="Panel" place="right">
      <Views />
    </Dialog>
  );
}

function Views() {
  const shell = useShell();
  const chosen = useShellState((state) => state.panelView);
  const value = PANEL_VIEWS.find(({ name }) => name === chosen)?.name ?? PANEL_VIEWS[0]?.name ?? "";
  return (
    <Tabs.Root
      value={value}
      onValueChange={(panelView) => shell.setState({ panelView })}
      className="flex min-h-0 flex-1 flex-col"
    >
      <Tabs.List aria-label="Panel views" className="flex h-12 shrink-0 items-center gap-1 border-b border-line px-3">
        {PANEL_VIEWS.map(({ name }) => (
          <Tabs.Trigger
            key={name}
            value={name}
            className="h-7 rounded-md px-2.5 text-sm text-muted hover:text-text data-[state=active]:bg-hover data-[state=active]:text-text"
          >
            {name}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {PANEL_VIEWS.map(({ name, View }) => (
        <Tabs.Content key={name} value={name} className="min-h-0 flex-1 overflow-y-auto">
          <View />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
