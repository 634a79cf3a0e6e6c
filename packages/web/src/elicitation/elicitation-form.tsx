/**
 * A form that an agent, or a server behind it, asks to be filled in.
 */

import { type FormEvent, useMemo, useState } from "react";

import { visibleText } from "../tool-call/visible-text.ts";
import { Button } from "../ui/button.tsx";
import { fieldsOf, textOf } from "../wire/fields.ts";
import type { Question } from "../wire/questions.ts";
import { type FieldInput, initialInput, isUnanswerable, readForm } from "./form-answer.ts";
import { FormControl } from "./form-control.tsx";
import { formFields } from "./form-fields.ts";

export function ElicitationForm({ question }: { readonly question: Question }) {
  const schema = question.params["requestedSchema"];
  const fields = useMemo(() => formFields(schema), [schema]);
  const [input, setInput] = useState(() => initialInput(fields));
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const { title, description } = fieldsOf(schema);
  const change = (name: string, value: FieldInput) => {
    setInput({ ...input, [name]: value });
    setProblems({ ...problems, [name]: "" });
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    const read = readForm(fields, input);
    if ("problems" in read) return setProblems(read.problems);
    question.answer({ action: "accept", content: read.content });
  };
  const isHopeless = isUnanswerable(fields);
  return (
    <form onSubmit={send} noValidate className="space-y-3">
      {textOf(title) !== undefined && <p className="font-medium">{visibleText(String(title))}</p>}
      {textOf(description) !== undefined && <p className="text-sm text-muted">{visibleText(String(description))}</p>}
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
      {isHopeless && <p className="text-sm text-bad">This form asks for something that this page cannot ask for.</p>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" disabled={isHopeless}>
          Send
        </Button>
        <Button onClick={() => question.answer({ action: "decline" })}>Decline</Button>
        <Button look="quiet" onClick={() => question.answer({ action: "cancel" })}>
          Dismiss
        </Button>
      </div>
    </form>
  );
}
