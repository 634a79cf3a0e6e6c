/**
 * Shown at the end while a turn runs: an agent that says nothing may still be working.
 */

import { useState } from "react";
import { useStore } from "zustand";

import { duration, t } from "../language/t.ts";
import { isAsking } from "../open-session/is-asking.ts";
import { promptBefore } from "../open-session/prompts-of.ts";
import { useOpenSession, useSession } from "../open-session/session-context.ts";
import { usePage } from "../page/page-context.ts";
import { useRights } from "../people/use-rights.ts";
import { shortcut } from "../ui/keys/key-hint.tsx";
import { useElapsed } from "../ui/hooks/use-elapsed.ts";

export function WorkingLine({ sessionId }: { readonly sessionId: string }) {
  const { isReplay = false } = useOpenSession();
  const isTurnOpen = useSession(({ timeline }) => timeline.isTurnOpen);
  // Its height is there in any case, so that its coming and going moves nothing.
  return (
    <div aria-hidden="true" className="h-8 px-4 sm:px-6">
      {isTurnOpen && !isReplay && (
        <div className="mx-auto flex max-w-3xl items-center gap-2 text-xs text-muted">
          <Working sessionId={sessionId} />
        </div>
      )}
    </div>
  );
}

function Working({ sessionId }: { readonly sessionId: string }) {
  const page = usePage();
  const isAsked = useStore(page.questions.store, ({ open }) => open.some((asked) => asked.sessionId === sessionId));
  // Another page or client, perhaps: this one may have no right to answer.
  const isSomeoneAsked = useSession(isAsking);
  const { prompt: canStop } = useRights(sessionId);
  const isWaiting = isAsked || isSomeoneAsked;
  return (
    <>
      <span className={`tells size-1.5 rounded-full ${isWaiting ? "bg-waiting" : "animate-breathe bg-accent"}`} />
      {isAsked ? t("Waiting for your answer") : isSomeoneAsked ? t("Waiting for an answer") : <Elapsed />}
      {!isWaiting && canStop && (
        <span className="pointer-coarse:hidden">· {t("{key} to stop", { key: shortcut(".") })}</span>
      )}
    </>
  );
}

function Elapsed() {
  const { store } = useOpenSession();
  const [since] = useState(() => promptBefore(store.getState())?.at ?? Date.now());
  const seconds = Math.max(0, Math.floor(useElapsed(since) / 1_000));
  return (
    <span className="tabular-nums">
      {seconds < 1 ? t("Working") : `${t("Working")} · ${duration(seconds * 1_000)}`}
    </span>
  );
}
