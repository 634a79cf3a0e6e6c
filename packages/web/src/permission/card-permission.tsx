/**
 * The permission request in the card of its call.
 */

import type { ToolCallEntry } from "@tenon/timeline";
import { useRef } from "react";

import { t } from "../language/t.ts";
import { useOpenSession } from "../open-session/session-context.ts";
import type { Question } from "../wire/questions.ts";
import { AnswerButtons } from "./answer-buttons.tsx";
import { toolCallIdOf, useOpenPermissions } from "./open-permissions.ts";
import { questionWords } from "./question-words.ts";
import { useIsOnScreen } from "./seen-questions.tsx";

export function CardPermission({ entry }: { readonly entry: ToolCallEntry }) {
  const { id, isReplay = false } = useOpenSession();
  const open = useOpenPermissions(id);
  const question = isReplay ? undefined : open.find((asked) => toolCallIdOf(asked) === entry.toolCallId);
  if (question)
    return <CardQuestion key={question.id} entry={entry} question={question} isFirst={open[0] === question} />;
  if (entry.permission?.state !== "waiting") return null;
  return <p className="text-sm text-warn">{t("Waiting for permission.")}</p>;
}

interface CardQuestionProps {
  readonly entry: ToolCallEntry;
  readonly question: Question;
  readonly isFirst: boolean;
}

function CardQuestion({ entry, question, isFirst }: CardQuestionProps) {
  const element = useRef<HTMLDivElement>(null);
  const isOnScreen = useIsOnScreen(question.id, element);
  return (
    <section
      ref={element}
      data-question=""
      aria-label={t("Permission for this call")}
      className="-mx-3 border-y border-line bg-warn-soft px-3 py-2.5 first:-mt-3 first:border-t-0"
    >
      <p dir="auto" className="mb-2 font-medium [overflow-wrap:anywhere]">
        {questionWords(entry)}
      </p>
      <AnswerButtons question={question} isShown={isOnScreen} hasKeys={isFirst && isOnScreen} />
    </section>
  );
}
