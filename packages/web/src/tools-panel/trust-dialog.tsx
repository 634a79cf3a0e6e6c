/**
 * A project's server, before the person trusts it: what it would run, which variables it sets and reads, and what has changed
 * since they last did. They trust exactly what is shown.
 */

import { arrayOf, defined, isString, objectOf, readArray, stringOf } from "@tenon/basis";
import { useEffect, useState } from "react";

import { phrase, t } from "../language/t.ts";
import { useOpenSession } from "../open-session/session-context.ts";
import { usePage } from "../page/page-context.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { Problem } from "../ui/problem.tsx";
import { useAction } from "../ui/hooks/use-action.ts";
import { visibleText } from "../ui/words/visible-text.ts";
import { messageOf } from "../wire/wire-error.ts";

export default function TrustDialog({ server, onClose }: { readonly server: string; readonly onClose: () => void }) {
  const page = usePage();
  const { id } = useOpenSession();
  const { review, error } = useReview(server);
  const action = useAction();
  const trust = () =>
    action.run(async () => {
      await page.ask(id, "_tenon/servers/trust", { server, fingerprint: review?.fingerprint });
      onClose();
    });
  return (
    <Dialog isOpen onClose={onClose} title={t("Trust {server}?", { server: visibleText(server) })}>
      <div className="space-y-4 px-5 pt-1 pb-5 text-sm">
        {review && <ReviewView review={review} />}
        <Problem text={error ?? action.error} className="text-sm" />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t("Not now")}</Button>
          <Button look="primary" disabled={!review || action.isRunning} onClick={trust}>
            {t("Trust")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function ReviewView({ review: { file, fields, reads, codeVariables, isChanged } }: { readonly review: Review }) {
  return (
    <>
      <p className="text-muted">
        <code className="block font-mono text-xs [overflow-wrap:anywhere] text-text">{visibleText(file)}</code>
        {t("starts it on the gateway’s machine, with your rights.")}{" "}
        {isChanged ? t("It has changed since you trusted it.") : t("You have not trusted it before.")}
      </p>
      <ul
        aria-label={t("What it runs")}
        className="divide-y divide-line overflow-hidden rounded-lg border border-line font-mono text-xs"
      >
        {fields.map(({ name, value, change }, index) => (
          <li key={index} className={`flex gap-3 px-3 py-1.5 ${change ? CHANGES[change].look : ""}`}>
            <span aria-hidden="true" className="w-2 shrink-0">
              {change ? CHANGES[change].sign : ""}
            </span>
            <span className="w-28 shrink-0 text-muted [overflow-wrap:anywhere]">{visibleText(name)}</span>
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              {value === undefined ? (
                <span className="font-sans text-muted">{t("value not shown")}</span>
              ) : (
                visibleText(value)
              )}
            </span>
            {change && <span className="shrink-0 font-sans text-muted">{t(CHANGES[change].word)}</span>}
          </li>
        ))}
      </ul>
      {reads.length > 0 && (
        <p>{t("Reads your environment variables {names}.", { names: visibleText(reads.join(", ")) })}</p>
      )}
      {codeVariables.length > 0 && (
        <p className="text-warn">
          {t("Sets {names}, which can run other code.", { names: visibleText(codeVariables.join(", ")) })}
        </p>
      )}
    </>
  );
}

const CHANGES = {
  added: { sign: "+", word: phrase("new"), look: "bg-accent-soft" },
  removed: { sign: "−", word: phrase("removed"), look: "bg-bad-soft line-through decoration-from-font" },
  changed: { sign: "±", word: phrase("changed"), look: "bg-accent-soft" },
} as const;

interface Review {
  readonly file: string;
  readonly fingerprint: string;
  readonly fields: readonly ReviewedField[];
  readonly reads: readonly string[];
  readonly codeVariables: readonly string[];
  readonly isChanged: boolean;
}

interface ReviewedField {
  readonly name: string;
  readonly value?: string;
  readonly change?: keyof typeof CHANGES;
}

function useReview(server: string): { readonly review?: Review; readonly error?: string } {
  const page = usePage();
  const { id } = useOpenSession();
  const [found, setFound] = useState<{ readonly review?: Review; readonly error?: string }>({});
  useEffect(() => {
    const lifetime = new AbortController();
    page.ask(id, "_tenon/servers/review", { server }).then(
      (answer) => !lifetime.signal.aborted && setFound({ review: readReview(answer["review"]) }),
      (error: unknown) => !lifetime.signal.aborted && setFound({ error: messageOf(error) }),
    );
    return () => lifetime.abort();
  }, [page, id, server]);
  return found;
}

function readReview(value: unknown): Review {
  const review = objectOf(value);
  return {
    file: stringOf(review["file"]) ?? "",
    fingerprint: stringOf(review["fingerprint"]) ?? "",
    fields: readArray(review["fields"], readField),
    reads: arrayOf(review["reads"], isString) ?? [],
    codeVariables: arrayOf(review["codeVariables"], isString) ?? [],
    isChanged: review["isChanged"] === true,
  };
}

function readField(value: unknown): ReviewedField | undefined {
  const { name, value: shown, change } = objectOf(value);
  if (typeof name !== "string") return undefined;
  const mark = change === "added" || change === "removed" || change === "changed" ? change : undefined;
  return { name, ...defined({ value: stringOf(shown), change: mark }) };
}
