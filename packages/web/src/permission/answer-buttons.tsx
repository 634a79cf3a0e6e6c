/**
 * The answers to a permission request, as buttons with their keys.
 *
 * The law: nothing is answered by a click or key that was meant for something else. Buttons and keys count only when they have
 * been on the screen for a moment; a bare key only while the focus is in the card, alone, and not held down.
 */

import { type MouseEvent, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";

import { agentWords } from "../language/agent-words.ts";
import { t } from "../language/t.ts";
import { useMedia } from "../ui/hooks/use-media.ts";
import { focusComposer } from "../ui/keys/focus-composer.ts";
import { visibleText } from "../ui/words/visible-text.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { KeyHint } from "../ui/keys/key-hint.tsx";
import type { Question } from "../wire/questions.ts";
import { answerByKey, answersTo, answerWith, type PermissionAnswer } from "./permission-options.ts";
import { useAnswerKeys } from "./use-answer-keys.ts";
import { useIsReady } from "./use-is-ready.ts";

interface AnswerButtonsProps {
  readonly question: Question;
  /** All of it is on the screen. */
  readonly isShown: boolean;
  /** Shortcuts act on this question. */
  readonly hasKeys: boolean;
}

export function AnswerButtons({ question, isShown, hasKeys }: AnswerButtonsProps) {
  const answers = useMemo(() => answersTo(question), [question]);
  const isReady = useIsReady(question, isShown);
  const hasKeyboard = !useMedia("(pointer: coarse)");
  const element = useRef<HTMLDivElement>(null);
  const [once, lasting] = [answers.filter(({ isLasting }) => !isLasting), answers.filter(({ isLasting }) => isLasting)];
  // One is no choice to hide; several are long, and rarely wanted.
  const [isMoreShown, setMoreShown] = useState(lasting.length === 1);
  const showMore = ({ detail }: MouseEvent) => {
    flushSync(() => setMoreShown(true));
    // Its button is gone. Who pressed it by key goes on there; what others type must not answer.
    if (detail === 0) element.current?.querySelector<HTMLElement>("[role=group] button")?.focus();
    else focusComposer();
    // Without its foot in sight the question counts as out of sight, and is asked a second time above the composer.
    element.current?.closest("[data-question]")?.scrollIntoView({ block: "nearest" });
  };
  const hasFocus = useAnswerKeys({
    element,
    isOn: isReady && hasKeys,
    actionFor(code) {
      // What is not shown was not read.
      const answer = answerByKey(isMoreShown ? answers : once, code);
      return answer && (() => answerWith(question, answer));
    },
  });
  const choose = (answer: PermissionAnswer) => {
    answerWith(question, answer);
    focusComposer();
  };
  const button = (answer: PermissionAnswer) => (
    <AnswerButton
      key={answer.id}
      answer={answer}
      hasHint={hasKeys && hasKeyboard}
      isBare={hasFocus}
      isReady={isReady}
      onChoose={choose}
    />
  );
  return (
    <div ref={element} className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {once.length > 0 && <div className="flex flex-wrap gap-2 pointer-coarse:w-full">{once.map(button)}</div>}
      {lasting.length > 0 && (
        <div
          role="group"
          aria-label={t("From now on")}
          className={`flex pointer-coarse:w-full ${isMoreShown && lasting.length > 1 ? "w-full flex-col items-start" : "sm:border-l sm:border-line-strong sm:pl-3"}`}
        >
          {isMoreShown ? (
            lasting.map(button)
          ) : (
            <Button look="quiet" onClick={showMore}>
              <Icon name="repeat" className="size-3.5 text-muted" />
              {t("Always…")}
            </Button>
          )}
        </div>
      )}
      {answers.length === 0 && (
        <p className="text-sm text-muted">{t("The agent offers no answers. Stop the turn to continue.")}</p>
      )}
    </div>
  );
}

interface AnswerButtonProps {
  readonly answer: PermissionAnswer;
  readonly hasHint: boolean;
  /** Its key counts without Alt. */
  readonly isBare: boolean;
  readonly isReady: boolean;
  readonly onChoose: (answer: PermissionAnswer) => void;
}

function AnswerButton({ answer, hasHint, isBare, isReady, onChoose }: AnswerButtonProps) {
  const key = answer.letter ?? answer.digit;
  const withAlt = `Alt ${key.toUpperCase()}`;
  return (
    <Button
      look={lookOf(answer)}
      disabled={!isReady}
      onClick={() => onChoose(answer)}
      className={answer.isLasting ? LASTING : "pointer-coarse:flex-1 disabled:opacity-100"}
    >
      {answer.isLasting && <Icon name="repeat" className="size-3.5 text-muted" />}
      {visibleText(agentWords(answer.name))}
      {hasHint && key !== "" && (
        // A mouse that is pressed gives the card the focus, and must be released on the same button.
        <KeyHint longest={withAlt}>{isBare ? key : withAlt}</KeyHint>
      )}
    </Button>
  );
}

/** Lasting answers have long names. */
const LASTING =
  "h-auto! min-h-7 max-w-full justify-start py-1 text-left text-xs! [overflow-wrap:anywhere] disabled:opacity-100 pointer-coarse:min-h-10 pointer-coarse:w-full";

function lookOf({ isAllowing, isLasting }: PermissionAnswer): "primary" | "plain" | "quiet" {
  if (isLasting) return "quiet";
  return isAllowing ? "primary" : "plain";
}
