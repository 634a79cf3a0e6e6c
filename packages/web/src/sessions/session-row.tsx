import { memo } from "react";
import { Link } from "wouter";

import { t } from "../language/t.ts";
import { sessionPath } from "../shell/session-path.ts";
import { IconButton } from "../ui/button.tsx";
import { age } from "../ui/words/spoken-time.ts";
import type { SessionView } from "../wire/session-view.ts";
import { agentNameOf } from "./agent-name.ts";
import { folderName, titleOf } from "./arrange-sessions.ts";
import { SessionMenu } from "./session-menu.tsx";
import { StateDot } from "./state-dot.tsx";

interface SessionRowProps {
  readonly session: SessionView;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

export const SessionRow = memo(function SessionRow({ session, isOpen, onOpen }: SessionRowProps) {
  return (
    <div className={`group/row mx-2 flex items-center rounded-md pr-1 ${isOpen ? "bg-accent-soft" : "hover:bg-hover"}`}>
      <Link
        href={sessionPath(session.id)}
        onClick={onOpen}
        aria-current={isOpen ? "page" : undefined}
        data-session={session.id}
        className="flex min-w-0 flex-1 items-start gap-2.5 rounded-md px-2 py-1.5"
      >
        <span className="flex h-5 items-center">
          <StateDot session={session} />
        </span>
        <span className="min-w-0 flex-1">
          <span dir="auto" className={`block truncate ${session.title === undefined ? "text-muted" : ""}`}>
            {titleOf(session)}
          </span>
          <span className="flex justify-between gap-2 text-xs text-muted">
            <span className="truncate" title={`${session.cwd} · ${session.agent}`}>
              {folderName(session.cwd)} · {agentNameOf(session)}
            </span>
            <span className="shrink-0 tabular-nums">{age(session.updatedAt, Date.now())}</span>
          </span>
        </span>
      </Link>
      <SessionMenu sessionId={session.id}>
        <IconButton
          icon="more"
          label={t("Actions for {name}", { name: titleOf(session) })}
          className="hidden! group-focus-within/row:inline-flex! group-hover/row:inline-flex! data-[state=open]:inline-flex! pointer-coarse:inline-flex!"
        />
      </SessionMenu>
    </div>
  );
});
