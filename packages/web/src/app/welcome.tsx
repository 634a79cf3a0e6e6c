import { Link } from "wouter";
import { useShallow } from "zustand/react/shallow";
import { useStore } from "zustand";

import { t } from "../language/t.ts";
import { newestFirst, titleOf } from "../sessions/arrange-sessions.ts";
import { StateDot } from "../sessions/state-dot.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { KeyHint } from "../ui/key-hint.tsx";
import { age } from "../ui/spoken-time.ts";
import { usePage } from "../page/page-context.ts";
import { sessionPath } from "../shell/session-path.ts";
import { useShell } from "../shell/shell-state.ts";
import { useIsNarrow } from "../ui/use-media.ts";

const RECENT = 5;

/** Shown when no session is open. */
export function Welcome() {
  const page = usePage();
  const shell = useShell();
  const isNarrow = useIsNarrow();
  const recent = useStore(
    page.sessions.store,
    useShallow(({ byId }) => newestFirst(byId).slice(0, RECENT)),
  );
  const isEmpty = useStore(page.sessions.store, ({ phase }) => phase === "ready") && recent.length === 0;
  return (
    <>
      {isNarrow && (
        <header className="flex h-12 shrink-0 items-center border-b border-line px-3">
          <IconButton icon="menu" label={t("Sessions")} onClick={() => shell.setState({ isDrawerOpen: true })} />
        </header>
      )}
      <div className="m-auto w-full max-w-sm p-6">
        <h1 className="text-lg font-semibold">{t("Sessions")}</h1>
        <p className="mt-1 text-muted">
          {isEmpty
            ? t("No sessions yet. Start one with a folder and an agent.")
            : t("Continue a session, or start a new one.")}
        </p>
        <ul className="mt-5 -ml-3 space-y-0.5">
          {recent.map((session) => (
            <li key={session.id}>
              <Link
                href={sessionPath(session.id)}
                className="flex items-center gap-3 rounded-md px-3 py-2 hover:bg-hover"
              >
                <StateDot session={session} />
                <span className="min-w-0 flex-1 truncate">{titleOf(session)}</span>
                <span className="text-xs text-muted tabular-nums">{age(session.updatedAt, Date.now())}</span>
              </Link>
            </li>
          ))}
        </ul>
        <div className="mt-5 flex items-center gap-4">
          <Button look="primary" onClick={() => shell.setState({ dialog: { type: "new" } })}>
            {t("New session")}
          </Button>
          <span className="flex items-center gap-1.5 text-xs text-muted max-sm:hidden">
            <KeyHint>?</KeyHint> {t("Keyboard shortcuts")}
          </span>
        </div>
      </div>
    </>
  );
}
