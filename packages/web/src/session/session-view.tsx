/**
 * The open session: header, timeline, questions and composer.
 */

import { Suspense, useEffect, useState } from "react";
import { Link } from "wouter";
import { useStore } from "zustand";

import { t } from "../language/t.ts";
import { usePage } from "../page/page-context.ts";
import { ReadOnlyNote } from "../people/read-only-note.tsx";
import { useRights, useRole } from "../people/use-rights.ts";
import { useShellState } from "../shell/shell-state.ts";
import { Composer } from "../composer/composer.tsx";
import { PermissionPrompt } from "../permission/permission-prompt.tsx";
import { SeenQuestions } from "../permission/seen-questions.tsx";
import { StatusBar } from "./status-bar.tsx";
import { Timeline } from "../timeline/timeline.tsx";
import type { OpenSession } from "../open-session/open-session.ts";
import { SessionContext, useSession } from "../open-session/session-context.ts";
import { SessionHeader } from "./session-header.tsx";
import { entryOf } from "../wire/with-entry.ts";
import { later } from "../ui/later.ts";

// What is rarely there is not needed to show a session.
const ElicitationPrompt = later(() => import("../elicitation/elicitation-prompt.tsx"));
const FindBar = later(() => import("./find-bar.tsx"));
const AgentGone = later(() => import("./agent-gone.tsx"));
const SidePanel = later(() => import("../panel/side-panel.tsx"));
const ReplayView = later(() => import("../replay/replay-view.tsx"));

export function SessionView({ sessionId }: { readonly sessionId: string }) {
  const page = usePage();
  const [session, setSession] = useState<OpenSession>();

  useEffect(() => {
    const opened = page.open(sessionId);
    setSession(opened);
    return () => opened.close();
  }, [page, sessionId]);
  useAttachedWhileLive(sessionId);

  if (session?.id !== sessionId) return null;
  return (
    <SessionContext value={session}>
      <div className="flex min-h-0 flex-1">
        <section className="flex min-w-0 flex-1 flex-col">
          <SessionHeader sessionId={sessionId} />
          <Suspense fallback={null}>
            <FindBar sessionId={sessionId} />
          </Suspense>
          <SeenQuestions>
            <SessionBody sessionId={sessionId} />
          </SeenQuestions>
        </section>
        <Suspense fallback={null}>
          <SidePanel />
        </Suspense>
      </div>
    </SessionContext>
  );
}

function SessionBody({ sessionId }: { readonly sessionId: string }) {
  const phase = useSession((state) => state.phase);
  const isEmpty = useSession((state) => state.rowCount === 0);
  const isReplaying = useShellState(({ replaying }) => replaying === sessionId);
  const rights = useRights(sessionId);
  const role = useRole(sessionId);
  if (phase === "missing") {
    return (
      <div className="m-auto p-8 text-center text-muted">
        <p>{t("Session not found.")}</p>
        <Link href="/" className="mt-2 inline-block rounded text-accent hover:underline">
          {t("Back to the sessions")}
        </Link>
      </div>
    );
  }
  if (isReplaying) {
    return (
      <Suspense fallback={null}>
        <ReplayView />
      </Suspense>
    );
  }
  return (
    <>
      {phase === "loading" ? <Loading /> : isEmpty ? <Empty canPrompt={rights.prompt} /> : <Timeline />}
      <PermissionPrompt sessionId={sessionId} />
      <Suspense fallback={null}>
        <ElicitationPrompt sessionId={sessionId} />
        <AgentGone sessionId={sessionId} />
      </Suspense>
      {rights.prompt ? <Composer sessionId={sessionId} /> : role && <ReadOnlyNote role={role} />}
      <StatusBar />
      <TurnAnnouncer sessionId={sessionId} />
    </>
  );
}

/** Attaches to a live session, so that its questions come here; does not wake one that is not open. */
function useAttachedWhileLive(sessionId: string): void {
  const page = usePage();
  const isOnline = useStore(page.connection, ({ phase }) => phase === "online");
  const isLive = useStore(page.sessions.store, ({ byId }) => entryOf(byId, sessionId)?.isLive === true);
  useEffect(() => {
    // AgentGone shows a refusal; a new connection runs this again.
    if (isOnline && isLive) page.attach(sessionId).catch(() => {});
  }, [page, sessionId, isOnline, isLive]);
}

function Loading() {
  const progress = useSession((state) => state.progress);
  const total = useSession((state) => state.view?.lastSeq ?? 0);
  return (
    <div className="flex flex-1 items-center justify-center" role="status">
      {progress > 0 && total > 0 ? (
        <progress
          aria-label={t("Reading the history")}
          max={total}
          value={progress}
          className="h-1 w-40 accent-accent"
        />
      ) : (
        <span className="sr-only">{t("Reading the history")}</span>
      )}
    </div>
  );
}

function Empty({ canPrompt }: { readonly canPrompt: boolean }) {
  return (
    <div className="flex flex-1 items-center justify-center px-6 text-center text-muted">
      <p>{canPrompt ? t("No messages yet. Write one below to start.") : t("No messages yet.")}</p>
    </div>
  );
}

/** The few things that a screen reader announces. */
function TurnAnnouncer({ sessionId }: { readonly sessionId: string }) {
  const page = usePage();
  const isTurnOpen = useSession((state) => state.timeline.isTurnOpen);
  const isAsked = useStore(page.questions.store, ({ open }) => open.some((asked) => asked.sessionId === sessionId));
  return (
    <p role="status" className="sr-only">
      {isAsked
        ? t("The agent asks for permission.")
        : isTurnOpen
          ? t("The agent is working.")
          : t("The agent is ready.")}
    </p>
  );
}
