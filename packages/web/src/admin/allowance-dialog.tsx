/**
 * What a person or a role may use. An empty field is the default.
 */

import { useState } from "react";

import { phrase, t } from "../language/t.ts";
import { DialogForm } from "../ui/dialog/dialog-form.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { Field, Input } from "../ui/field.tsx";
import type { Allowance } from "./admin-api.ts";

const LISTS = [
  { key: "agents", label: phrase("Agents"), help: phrase("Names, separated by commas. Empty: all.") },
  {
    key: "folders",
    label: phrase("Folders"),
    help: phrase("Absolute paths, separated by commas. Empty: the folder of the gateway."),
  },
] as const;

const COUNTS = [
  { key: "maxSessions", label: phrase("Open sessions"), fallback: "50" },
  { key: "promptsPerMinute", label: phrase("Prompts per minute"), fallback: "60" },
  { key: "maxServers", label: phrase("Server processes"), fallback: "100" },
] as const;

type Key = (typeof LISTS)[number]["key"] | (typeof COUNTS)[number]["key"];

interface AllowanceDialogProps {
  readonly title: string;
  readonly allowance: Allowance;
  readonly onSave: (allowance: Allowance) => Promise<void>;
  readonly onClose: () => void;
}

export function AllowanceDialog({ title, allowance, onSave, onClose }: AllowanceDialogProps) {
  const [fields, setFields] = useState<Readonly<Record<string, string>>>(() => textsOf(allowance));
  const set = (key: Key) => (event: { readonly target: { readonly value: string } }) =>
    setFields({ ...fields, [key]: event.target.value });
  const save = async () => {
    await onSave(allowanceFrom(fields));
    onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <DialogForm submit={t("Save")} onSubmit={save} onCancel={onClose}>
        {LISTS.map(({ key, label, help }) => (
          <Field key={key} label={t(label)} help={t(help)}>
            <Input value={fields[key] ?? ""} onChange={set(key)} spellCheck={false} />
          </Field>
        ))}
        <div className="grid grid-cols-3 gap-3 max-sm:grid-cols-1">
          {COUNTS.map(({ key, label, fallback }) => (
            <Field key={key} label={t(label)}>
              <Input
                type="number"
                inputMode="numeric"
                min={0}
                step={1}
                placeholder={fallback}
                value={fields[key] ?? ""}
                onChange={set(key)}
              />
            </Field>
          ))}
        </div>
      </DialogForm>
    </Dialog>
  );
}

/** For a table. */
export function allowanceWords(allowance: Allowance): string {
  const { agents, folders, maxSessions, promptsPerMinute, maxServers } = allowance;
  const words = [
    agents && t("agents: {names}", { names: agents.join(", ") }),
    folders && t("folders: {names}", { names: folders.join(", ") }),
    maxSessions !== undefined && t("{count} sessions at once", { count: maxSessions }),
    promptsPerMinute !== undefined && t("{count} prompts a minute", { count: promptsPerMinute }),
    maxServers !== undefined && t("{count} server processes", { count: maxServers }),
  ].filter((part) => typeof part === "string");
  return words.length === 0 ? t("Default") : words.join(" · ");
}

function textsOf(allowance: Allowance): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(allowance).map(([key, value]) => [key, Array.isArray(value) ? value.join(", ") : String(value)]),
  );
}

function allowanceFrom(fields: Readonly<Record<string, string>>): Allowance {
  const lists = LISTS.flatMap(({ key }) => {
    const items = (fields[key] ?? "")
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== "");
    return items.length === 0 ? [] : [[key, items] as const];
  });
  const counts = COUNTS.flatMap(({ key }) => {
    const text = (fields[key] ?? "").trim();
    return text === "" ? [] : [[key, Number(text)] as const];
  });
  return Object.fromEntries([...lists, ...counts]);
}
