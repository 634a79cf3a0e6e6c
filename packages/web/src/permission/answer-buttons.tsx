/**
 * The answers to a question of permission, as buttons with their keys.
 *
 * The law: nothing is answered by a hand that was on its way to something else. Buttons and keys count only when they have
 * been on the screen for a moment, and a key that is held down never does.
 */

import { useEffect, useMemo } from "react";

import { isTyping } from "../app/is-typing.ts";
import { useMedia } from "../app/use-media.ts";
import { visibleText } from "../tool-call/visible-text.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { KeyHint } from "../ui/key-hint.tsx";
import type { Question } from "../wire/questions.ts";
import { answerByKey, answersTo, answerWith, type PermissionAnswer } from "./permission-options.ts";
import { useIsReady } from "./use-is-ready.ts";

interface AnswerButtonsProps {
  readonly question: Question;
  /** All of it can be seen. */
  readonly isShown: boolean;
  /** Keys are for this one. */
  readonly hasKeys: boolean;
}

export function AnswerButtons({ question, isShown, hasKeys }: AnswerButtonsProps) {
  const answers = useMemo(() => answersTo(question), [question]);
  const isReady = useIsReady(question, isShown);
  const hasKeyboard = !useMedia("(pointer: coarse)");
  useAnswerKeys({ question, answers, isOn: isReady && hasKeys });
  const button = (answer: PermissionAnswer) => (
    <Button
      key={answer.id}
      look={lookOf(answer)}
      disabled={!isReady}
      onClick={() => answerWith(question, answer)}
      className={answer.isLasting ? LASTING : "pointer-coarse:flex-1 disabled:opacity-100"}
    >
      {answer.isLasting && <Icon name="repeat" className="size-3.5 text-muted" />}
      {visibleText(answer.name)}
      {hasKeys && hasKeyboard && <KeyHint>{answer.letter ?? answer.digit}</KeyHint>}
    </Button>
  );
  const [once, lasting] = [answers.filter(({ isLasting }) => !isLasting), answers.filter(({ isLasting }) => isLasting)];
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {once.length > 0 && <div className="flex flex-wrap gap-2 pointer-coarse:w-full">{once.map(button)}</div>}
      {lasting.length > 0 && (
        <div
          role="group"
          aria-label="From now on"
          className={`flex pointer-coarse:w-full ${lasting.length > 1 ? "w-full flex-col items-start" : "sm:border-l sm:border-line-strong sm:pl-3"}`}
        >
          {lasting.map(button)}
        </div>
      )}
      {answers.length === 0 && (
        <p className="text-sm text-muted">The agent offers no answer. Stop the turn to go on.</p>
      )}
      {hasKeys && hasKeyboard && answers.length > 0 && (
        <span className="ml-auto text-xs text-muted max-sm:hidden">While writing, with Alt</span>
      )}
    </div>
  );
}

/** Policies say at length what would hold from now on. */
const LASTING =
  "h-auto! min-h-7 max-w-full justify-start py-1 text-left text-xs! [overflow-wrap:anywhere] disabled:opacity-100 pointer-coarse:min-h-10 pointer-coarse:w-full";

function lookOf({ isAllowing, isLasting }: PermissionAnswer): "primary" | "plain" | "quiet" {
  if (isLasting) return "quiet";
  return isAllowing ? "primary" : "plain";
}

interface AnswerKeys {
  readonly question: Question;
  readonly answers: readonly PermissionAnswer[];
  readonly isOn: boolean;
}

function useAnswerKeys({ question, answers, isOn }: AnswerKeys): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const lifetime = new AbortController();
    // Before the page's own keys: while a question is open, `n` is a no, and not a new session.
    document.addEventListener("keydown", onKey, { signal: lifetime.signal, capture: true });
    return () => lifetime.abort();

    function onKey(event: KeyboardEvent): void {
      if (event.repeat || event.ctrlKey || event.metaKey || event.shiftKey || event.isComposing) return;
      // Whoever writes means letters, not answers.
      if (!event.altKey && isTyping(event.target)) return;
      if (document.querySelector("[role=dialog]")) return;
      const answer = answerByKey(answers, event.code);
      if (!answer) return;
      event.preventDefault();
      answerWith(question, answer);
    }
  }, [question, answers, isOn]);
}
