/**
 * The panel beside the timeline, or over it where there is no room: each of its views is a tab.
 */

import { Tabs } from "radix-ui";
import { useEffect } from "react";

import { useShell, useShellState } from "../shell/shell-state.ts";
import { useIsNarrow } from "../ui/use-media.ts";
import { useSession } from "../open-session/session-context.ts";
import { IconButton } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { PANEL_VIEWS } from "./panel-views.tsx";

export function SidePanel() {
  const shell = useShell();
  const isNarrow = useIsNarrow();
  const isShown = useShellState((state) => (isNarrow ? state.isSheetShown : state.isPanelShown));
  // Messages need more room than words.
  const isWide = useShellState((state) => state.panelView === "Wire");
  const isReady = useSession((state) => state.phase === "ready");
  // A sheet that somebody had open is not thrown over the timeline when the window becomes narrow again.
  useEffect(() => {
    if (!isNarrow) shell.setState({ isSheetShown: false });
  }, [shell, isNarrow]);
  if (!isShown || !isReady) return null;
  const close = () => shell.setState({ isSheetShown: false });
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
    <Dialog isOpen onClose={close} title="Panel" place="right" isBare>
      <Views onClose={close} />
    </Dialog>
  );
}

function Views({ onClose }: { readonly onClose?: () => void }) {
  const shell = useShell();
  const chosen = useShellState((state) => state.panelView);
  const value = PANEL_VIEWS.find(({ name }) => name === chosen)?.name ?? PANEL_VIEWS[0]?.name ?? "";
  return (
    <Tabs.Root
      value={value}
      onValueChange={(panelView) => shell.setState({ panelView })}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="flex h-12 shrink-0 items-center justify-between border-b border-line px-3">
        <Tabs.List aria-label="Panel views" className="flex items-center gap-1">
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
        {onClose && <IconButton icon="close" label="Close" onClick={onClose} />}
      </div>
      {PANEL_VIEWS.map(({ name, View }) => (
        <Tabs.Content key={name} value={name} className="min-h-0 flex-1 overflow-y-auto">
          <View />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
