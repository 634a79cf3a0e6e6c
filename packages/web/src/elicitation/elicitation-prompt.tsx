/**
 * A question of the agent or of one of its servers, above the composer.
 */

import { stringOf } from "@tenon/basis";
import { useMemo } from "react";
import { useStore } from "zustand";

import { t } from "../language/t.ts";
import { usePage } from "../page/page-context.ts";
import { focusComposer } from "../ui/keys/focus-composer.ts";
import { useOpenPermissions } from "../permission/open-permissions.ts";
import { visibleText } from "../ui/words/visible-text.ts";
import { Button } from "../ui/button.tsx";
import type { Question } from "../wire/questions.ts";
import { ElicitationForm } from "./elicitation-form.tsx";
import { FileChoice } from "./file-choice.tsx";
import { UrlConsent } from "./url-consent.tsx";

export default function ElicitationPrompt({ sessionId }: { readonly sessionId: string }) {
  const page = usePage();
  const asked = useStore(page.questions.store, ({ open }) =>
    open.find(
      // One that belongs to no session is asked in the open one.
      ({ method, ...question }) => method === "elicitation/create" && (question.sessionId ?? sessionId) === sessionId,
    ),
  );
  const question = useMemo(() => asked && withFocusAfter(asked), [asked]);
  // A permission has the same keys, and comes first.
  const hasKeys = useOpenPermissions(sessionId).length === 0;
  if (!question) return null;
  return (
    <section aria-label={t("Question")} className="px-4 pb-2 sm:px-6">
      <div className="mx-auto max-w-3xl rounded-xl border border-accent bg-surface px-4 py-3 shadow-lift">
        <p dir="auto" className="mb-3 font-medium whitespace-pre-wrap [overflow-wrap:anywhere]">
          {visibleText(stringOf(question.params["message"]) ?? t("The agent has a question."))}
        </p>
        <Body key={question.id} question={question} hasKeys={hasKeys} />
      </div>
    </section>
  );
}

function withFocusAfter(question: Question): Question {
  return {
    ...question,
    answer(result) {
      question.answer(result);
      focusComposer();
    },
  };
}

function Body({ question, hasKeys }: { readonly question: Question; readonly hasKeys: boolean }) {
  switch (question.params["mode"] ?? "form") {
    case "form":
      return <ElicitationForm question={question} hasKeys={hasKeys} />;
    case "url":
      return <UrlConsent question={question} />;
    case "file":
      return <FileChoice question={question} />;
    default:
      return (
        <div>
          <p className="mb-3 text-sm text-muted">{t("This page does not support this kind of question.")}</p>
          <Button onClick={() => question.answer({ action: "decline" })}>{t("Decline")}</Button>
        </div>
      );
  }
}
