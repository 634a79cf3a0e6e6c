/**
 * A permission, asked above the composer while its tool call is not on the screen.
 */

import { t } from "../language/t.ts";
import { useOpenSession } from "../open-session/session-context.ts";
import { CallContent } from "../content/call-content.tsx";
import { intentOf } from "../content/intent.ts";
import { IntentView } from "../content/intent-view.tsx";
import { useSettled } from "../ui/hooks/use-settled.ts";
import type { Question } from "../wire/questions.ts";
import { AnswerButtons } from "./answer-buttons.tsx";
import { askedCall } from "./asked-call.ts";
import { questionWords } from "./question-words.ts";
import { toolCallIdOf, useOpenPermissions } from "./open-permissions.ts";
import { useIsSeen } from "./seen-questions.tsx";

// The card in the timeline, if there is one, is drawn within a frame or two.
const PATIENCE_MS = 150;

export function PermissionPrompt({ sessionId }: { readonly sessionId: string }) {
  const open = useOpenPermissions(sessionId);
  const [question] = open;
  const isSeen = useIsSeen(question?.id);
  const isDue = useSettled(isSeen ? undefined : question, PATIENCE_MS) === question;
  if (!question || isSeen || !isDue) return null;
  return (
    <section aria-label={t("Permission")} className="px-4 pb-2 sm:px-6">
      <div className="mx-auto max-w-3xl rounded-xl border border-warn bg-warn-soft px-4 py-3 shadow-lift">
        <Asked question={question} more={open.length - 1} />
        {/* A button that has the focus must not be one of the next question. */}
        <AnswerButtons key={question.id} question={question} isShown hasKeys />
      </div>
    </section>
  );
}

function Asked({ question, more }: { readonly question: Question; readonly more: number }) {
  const { toolCall, view } = useOpenSession().store.getState();
  const call = askedCall(question, toolCall(toolCallIdOf(question) ?? ""));
  const { content, terminals } = call;
  return (
    <div className="mb-3">
      <p className="flex items-baseline justify-between gap-3">
        <span dir="auto" className="font-medium [overflow-wrap:anywhere]">
          {questionWords(call)}
        </span>
        {more > 0 && <span className="shrink-0 text-xs text-muted">{t("and {count} more", { count: more })}</span>}
      </p>
      <div className="mt-2 max-h-[40dvh] space-y-2 overflow-y-auto">
        <IntentView intent={intentOf(call)} />
        {content.map((part, index) => (
          <CallContent key={index} part={part} terminals={terminals} folder={view?.cwd} />
        ))}
      </div>
    </div>
  );
}
