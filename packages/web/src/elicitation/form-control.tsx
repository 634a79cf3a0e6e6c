/**
 * One field of a form.
 */

import type { FormChoice, FormField } from "@tenon/timeline";
import { type ComponentProps, useId } from "react";

import { t } from "../language/t.ts";
import { visibleText } from "../ui/words/visible-text.ts";
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
          {!field.isRequired && <span className="font-normal text-muted"> {t("(optional)")}</span>}
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
  const typed = { ...described, value: String(value ?? ""), autoComplete: "off" };
  switch (field.type) {
    case "text":
      return (
        <Input
          {...typed}
          type={INPUT_TYPES[field.format ?? ""] ?? "text"}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case "number":
    case "integer":
      return (
        <Input
          {...typed}
          inputMode={field.type === "integer" ? "numeric" : "decimal"}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case "yes-no":
      return <CheckBox {...described} label={title} isOn={value === true} onChange={onChange} />;
    case "one-of":
      return (
        <Select {...described} value={String(value ?? "")} onChange={(event) => onChange(event.target.value)}>
          {(!field.isRequired || value === "") && <option value="">{t("Choose…")}</option>}
          {field.choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {visibleText(choice.title)}
            </option>
          ))}
        </Select>
      );
    case "some-of":
      return <CheckList choices={field.choices} chosen={Array.isArray(value) ? value : []} onChange={onChange} />;
    case "unknown":
      return <p className="text-sm text-muted">{t("This page does not support this type of field.")}</p>;
  }
}

const INPUT_TYPES: Readonly<Record<string, string>> = { email: "email", uri: "url", date: "date" };

interface CheckListProps {
  readonly choices: readonly FormChoice[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

function CheckList({ choices, chosen, onChange }: CheckListProps) {
  return (
    <div className="space-y-1">
      {choices.map(({ value, title }) => (
        <CheckBox
          key={value}
          label={visibleText(title)}
          isOn={chosen.includes(value)}
          onChange={(isOn) => onChange([...chosen.filter((other) => other !== value), ...(isOn ? [value] : [])])}
        />
      ))}
    </div>
  );
}

type CheckBoxProps = Omit<ComponentProps<"input">, "onChange"> & {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
};

function CheckBox({ label, isOn, onChange, ...rest }: CheckBoxProps) {
  return (
    <label className="flex items-center gap-2 text-sm">
      <input
        {...rest}
        type="checkbox"
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 accent-accent"
      />
      {label}
    </label>
  );
}
