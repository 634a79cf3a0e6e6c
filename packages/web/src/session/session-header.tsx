import { useEffect } from "react";
import { useStore } from "zustand";

import { t } from "../language/t.ts";
import { usePage } from "../page/page-context.ts";
import { useRights } from "../people/use-rights.ts";
import { setPanel, useShell, useShellState } from "../shell/shell-state.ts";
import { useIsNarrow } from "../ui/hooks/use-media.ts";
import { agentNameOf } from "../sessions/agent-name.ts";
import { folderName } from "../sessions/arrange-sessions.ts";
import { SessionMenu } from "../sessions/session-menu.tsx";
import { StateDot } from "../sessions/state-dot.tsx";
import { IconButton } from "../ui/button.tsx";
import { useSession } from "../open-session/session-context.ts";
import { entryOf } from "../wire/with-entry.ts";

export function SessionHeader({ sessionId }: { readonly sessionId: string }) {
  const page = usePage();
  const shell = useShell();
  const isNarrow = useIsNarrow();
  const isListShown = useShellState((state) => state.isListShown);
  const isPanelShown = useShellState((state) => (isNarrow ? state.isSheetShown : state.isPanelShown));
  const listed = useStore(page.sessions.store, ({ byId }) => entryOf(byId, sessionId));
  const own = useSession((state) => state.view);
  const named = useSession((state) => state.timeline.title);
  const isMissing = useSession((state) => state.phase === "missing");
  const session = listed ?? own;
  const title = isMissing ? t("No such session") : (session?.title ?? named ?? t("Untitled session"));
  useTabTitle(title);
  const hasPeople = useStore(page.me, ({ person }) => person !== undefined);
  const canShare = useRights(sessionId).own && hasPeople;
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line px-3">
      {(isNarrow || !isListShown) && (
        <IconButton
          icon="menu"
          label={t("Sessions")}
          onClick={() => shell.setState(isNarrow ? { isDrawerOpen: true } : { isListShown: true })}
        />
      )}
      <div className="flex min-w-0 flex-1 items-center gap-2.5 pl-1">
        {session && <StateDot session={session} />}
        <h1 dir="auto" className="truncate font-medium">
          {title}
        </h1>
        {session && (
          <span className="truncate text-muted max-sm:hidden" title={`${session.cwd} · ${session.agent}`}>
            {folderName(session.cwd)} · {agentNameOf(session)}
          </span>
        )}
      </div>
      {!isMissing && canShare && (
        <IconButton
          icon="people"
          label={t("Share this session")}
          onClick={() => shell.setState({ dialog: { type: "share", sessionId } })}
        />
      )}
      {!isMissing && (
        <SessionMenu sessionId={sessionId}>
          <IconButton icon="more" label={t("Session actions")} />
        </SessionMenu>
      )}
      <IconButton
        icon="panel"
        label={isPanelShown ? t("Hide panel") : t("Show panel")}
        aria-pressed={isPanelShown}
        onClick={() => setPanel(shell, () => !isPanelShown)}
      />
    </header>
  );
}

/** While mounted. */
function useTabTitle(title: string): void {
  const shell = useShell();
  useEffect(() => {
    shell.setState({ title });
    return () => shell.setState({ title: undefined });
  }, [shell, title]);
}
