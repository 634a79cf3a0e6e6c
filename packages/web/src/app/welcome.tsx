/**
 * Shown when no session is open: what this is, sessions to continue, and the agents of the gateway's machine.
 */

import { useEffect, useState } from "react";
import { Link } from "wouter";
import { useShallow } from "zustand/react/shallow";
import { useStore } from "zustand";

import { t } from "../language/t.ts";
import { agentTitle } from "../sessions/agent-name.ts";
import { newestFirst, titleOf } from "../sessions/arrange-sessions.ts";
import { StateDot } from "../sessions/state-dot.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { KeyHint } from "../ui/keys/key-hint.tsx";
import { age } from "../ui/words/spoken-time.ts";
import { visibleText } from "../ui/words/visible-text.ts";
import { usePage } from "../page/page-context.ts";
import { agentState } from "../new-session/agent-facts.tsx";
import { useMayBegin } from "../people/use-rights.ts";
import { sessionPath } from "../shell/session-path.ts";
import { useShell } from "../shell/shell-state.ts";
import { useIsNarrow } from "../ui/hooks/use-media.ts";
import type { AgentView } from "../wire/api.ts";

const RECENT = 5;

export function Welcome() {
  const page = usePage();
  const shell = useShell();
  const isNarrow = useIsNarrow();
  const mayBegin = useMayBegin();
  const recent = useStore(
    page.sessions.store,
    useShallow(({ byId }) => newestFirst(byId).slice(0, RECENT)),
  );
  return (
    <>
      {isNarrow && (
        <header className="flex h-12 shrink-0 items-center border-b border-line px-3">
          <IconButton icon="menu" label={t("Sessions")} onClick={() => shell.setState({ isDrawerOpen: true })} />
        </header>
      )}
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex min-h-full w-full max-w-md flex-col justify-center p-6">
          <h1 className="text-lg font-semibold">Tenon</h1>
          <p className="mt-1 text-muted">
            {mayBegin
              ? t("Brings your MCP tools to any coding agent, and shows how far each server got.")
              : t("Sessions that others share with you appear here. Open a share link to join one.")}
          </p>
          {recent.length > 0 && (
            <section aria-label={t("Recent sessions")} className="mt-6">
              <h2 className="text-xs font-medium text-muted">{t("Continue")}</h2>
              <ul className="mt-1.5 -ml-3 space-y-0.5">
                {recent.map((session) => (
                  <li key={session.id}>
                    <Link
                      href={sessionPath(session.id)}
                      className="flex items-center gap-3 rounded-md px-3 py-2 hover:bg-hover"
                    >
                      <StateDot session={session} />
                      <span dir="auto" className="min-w-0 flex-1 truncate">
                        {titleOf(session)}
                      </span>
                      <span className="text-xs text-muted tabular-nums">{age(session.updatedAt, Date.now())}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {mayBegin && <Agents />}
          <div className="mt-6 flex items-center gap-4">
            {mayBegin && (
              <Button look="primary" onClick={() => shell.setState({ dialog: { type: "new" } })}>
                {t("New session")}
              </Button>
            )}
            <span className="flex items-center gap-1.5 text-xs text-muted max-sm:hidden">
              <KeyHint>?</KeyHint> {t("Keyboard shortcuts")}
            </span>
          </div>
        </div>
      </div>
    </>
  );
}

/** One click starts a session with one of them, in the folder of the last one. */
function Agents() {
  const shell = useShell();
  const agents = useAgents();
  if (agents.length === 0) return null;
  return (
    <section aria-label={t("Agents")} className="mt-6">
      <h2 className="text-xs font-medium text-muted">{t("Agents on this machine")}</h2>
      <ul className="mt-1.5 divide-y divide-line rounded-lg border border-line">
        {agents.map((agent) => (
          <li key={agent.name} className="flex items-center gap-3 py-1.5 pr-1.5 pl-3">
            <span className="min-w-0 flex-1">
              <span className="block truncate text-sm">{visibleText(agentTitle(agent))}</span>
              <span className={`block truncate text-xs ${agent.signIn === "needed" ? "text-warn" : "text-muted"}`}>
                {visibleText(
                  agentState(agent) || (agent.name === "tenon" ? t("built in") : t("sign-in not known yet")),
                )}
              </span>
            </span>
            <Button
              look="quiet"
              aria-label={t("Try {tool}", { tool: agentTitle(agent) })}
              onClick={() => shell.setState({ dialog: { type: "new", agent: agent.name, isQuick: true } })}
            >
              {t("Try")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function useAgents(): readonly AgentView[] {
  const { api } = usePage();
  const [agents, setAgents] = useState<readonly AgentView[]>([]);
  useEffect(() => {
    const lifetime = new AbortController();
    api.agents().then(
      (found) => !lifetime.signal.aborted && setAgents(found),
      // The dialog for a new session says what is wrong.
      () => {},
    );
    return () => lifetime.abort();
  }, [api]);
  return agents;
}
