/**
 * A form from the agent or from one of its servers.
 */

import { objectOf, stringOf } from "@tenon/basis";
import { isUnanswerable, readFormFields } from "@tenon/timeline";
import { type FormEvent, useMemo, useRef, useState } from "react";

import { t } from "../language/t.ts";
import { useMedia } from "../ui/hooks/use-media.ts";
import { useIsReady } from "../permission/use-is-ready.ts";
import { visibleText } from "../ui/words/visible-text.ts";
import { Button } from "../ui/button.tsx";
import { KeyHint } from "../ui/keys/key-hint.tsx";
import type { Question } from "../wire/questions.ts";
import { FormControl } from "./form-control.tsx";
import { type FieldInput, initialInput, readForm } from "./form-input.ts";
import { useFormKeys } from "./use-form-keys.ts";

interface ElicitationFormProps {
  readonly question: Question;
  /** Shortcuts act on this form. */
  readonly hasKeys: boolean;
}

export function ElicitationForm({ question, hasKeys }: ElicitationFormProps) {
  const schema = question.params["requestedSchema"];
  const fields = useMemo(() => readFormFields(schema), [schema]);
  const [input, setInput] = useState(() => initialInput(fields));
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const { title, description } = objectOf(schema);
  const isUnsupported = isUnanswerable(fields);
  const isReady = useIsReady(question, true);
  const change = (name: string, value: FieldInput) => {
    setInput({ ...input, [name]: value });
    setProblems({ ...problems, [name]: "" });
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    // The key was pressed before the form could be seen.
    if (!isReady || isUnsupported) return;
    const read = readForm(fields, input);
    if ("problems" in read) return setProblems(read.problems);
    question.answer({ action: "accept", content: read.content });
  };
  const decline = () => question.answer({ action: "decline" });
  const form = useRef<HTMLFormElement>(null);
  useFormKeys({ form, isOn: isReady && hasKeys, onDecline: decline });
  return (
    <form ref={form} onSubmit={send} noValidate className="space-y-3">
      {stringOf(title) !== undefined && <p className="font-medium">{visibleText(String(title))}</p>}
      {stringOf(description) !== undefined && <p className="text-sm text-muted">{visibleText(String(description))}</p>}
      <div className="max-h-[45dvh] space-y-3 overflow-y-auto p-0.5">
        {fields.map((field) => (
          <FormControl
            key={field.name}
            field={field}
            value={input[field.name]}
            problem={problems[field.name] || undefined}
            onChange={(value) => change(field.name, value)}
          />
        ))}
      </div>
      {isUnsupported && (
        <p className="text-sm text-bad">{t("This form requires a field that this page does not support.")}</p>
      )}
      <FormButtons
        canSend={isReady && !isUnsupported}
        isDimmed={isUnsupported}
        hasHints={hasKeys}
        onDecline={decline}
        onDismiss={() => question.answer({ action: "cancel" })}
      />
    </form>
  );
}

interface FormButtonsProps {
  readonly canSend: boolean;
  /** It looks disabled: not for the moment in which it only does not count yet. */
  readonly isDimmed: boolean;
  readonly hasHints: boolean;
  readonly onDecline: () => void;
  readonly onDismiss: () => void;
}

function FormButtons({ canSend, isDimmed, hasHints, onDecline, onDismiss }: FormButtonsProps) {
  const isHinting = !useMedia("(pointer: coarse)") && hasHints;
  return (
    <div className="flex flex-wrap gap-2">
      <Button type="submit" look="primary" disabled={!canSend} className={isDimmed ? "" : "disabled:opacity-100"}>
        {t("Send")}
        {isHinting && <KeyHint>Alt ↵</KeyHint>}
      </Button>
      <Button onClick={onDecline}>
        {t("Decline")}
        {isHinting && <KeyHint>Alt N</KeyHint>}
      </Button>
      <Button look="quiet" onClick={onDismiss}>
        {t("Dismiss")}
      </Button>
    </div>
  );
}
