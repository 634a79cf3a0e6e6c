/**
 * One field of a form that an agent asks to be filled in.
 */

import type { FormField } from "@tenon/timeline";
import { useId } from "react";

import { visibleText } from "../ui/visible-text.ts";
import { Input, Select } from "../ui/field.tsx";
import type { FieldInput } from "./form-input.ts";

interface FormControlProps {
  readonly field: FormField;
  readonly value: FieldInput | undefined;
  readonly problem: string | undefined;
  readonly onChange: (value: FieldInput) => void;
}

export function FormControl(props: FormControlProps) {
  const { field, problem } = props;
  const id = useId();
  const notes = `${id}-notes`;
  const isGroup = field.type === "some-of";
  const title = visibleText(field.title);
  const Label = isGroup || field.type === "unknown" ? "p" : "label";
  return (
    <div {...(isGroup && { role: "group", "aria-labelledby": `${id}-label`, "aria-describedby": notes })}>
      {field.type !== "yes-no" && (
        <Label
          id={`${id}-label`}
          {...(Label === "label" && { htmlFor: id })}
          className="mb-1 block text-sm font-medium"
        >
          {title}
          {!field.isRequired && <span className="font-normal text-muted"> (optional)</span>}
        </Label>
      )}
      <Control {...props} id={id} notes={notes} title={title} />
      <p id={notes} className="mt-1 text-xs text-muted empty:hidden">
        {field.description !== undefined && visibleText(field.description)}
        {problem !== undefined && (
          <span role="alert" className="block text-bad">
            {visibleText(problem)}
          </span>
        )}
      </p>
    </div>
  );
}

type ControlProps = FormControlProps & { readonly id: string; readonly notes: string; readonly title: string };

function Control({ field, value, problem, onChange, id, notes, title }: ControlProps) {
  const described = { id, "aria-describedby": notes, ...(problem !== undefined && { "aria-invalid": true }) };
  switch (field.type) {
    case "text":
      return (
        <Input
          {...described}
          type={INPUT_TYPES[field.format ?? ""] ?? "text"}
          autoComplete="off"
          value={String(value ?? "")}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case "number":
    case "integer":
      return (
        <Input
          {...described}
          inputMode={field.type === "integer" ? "numeric" : "decimal"}
          autoComplete="off"
          value={String(value ?? "")}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case "yes-no":
      return (
        <label className="flex items-center gap-2 text-sm">
          <input
            {...described}
            type="checkbox"
            checked={value === true}
            onChange={(event) => onChange(event.target.checked)}
            className="size-4 accent-accent"
          />
          {title}
        </label>
      );
    case "one-of":
      return (
        <Select {...described} value={String(value ?? "")} onChange={(event) => onChange(event.target.value)}>
          {(!field.isRequired || value === "") && <option value="">Choose…</option>}
          {field.choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {visibleText(choice.title)}
            </option>
          ))}
        </Select>
      );
    case "some-of": {
      const chosen = Array.isArray(value) ? value.map(String) : [];
      return (
        <div className="space-y-1">
          {field.choices.map((choice) => (
            <label key={choice.value} className="flex items-center gap-2 text-sm">
              <input
                type="checkbox"
                checked={chosen.includes(choice.value)}
                onChange={(event) => {
                  const others = chosen.filter((other) => other !== choice.value);
                  onChange(event.target.checked ? [...others, choice.value] : others);
                }}
                className="size-4 accent-accent"
              />
              {visibleText(choice.title)}
            </label>
          ))}
        </div>
      );
    }
    case "unknown":
      return <p className="text-sm text-muted">Of a kind that this page cannot ask for.</p>;
  }
}

const INPUT_TYPES: Readonly<Record<string, string>> = { email: "email", uri: "url", date: "date" };
