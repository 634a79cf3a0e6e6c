import { t } from "../../messages/t.ts";

/** Flags that several of the commands have. */

export const off = { kind: "boolean", default: false } as const;

export const json = { ...off, brief: "Print JSON" } as const;

export const cwd = {
  kind: "parsed",
  parse: String,
  optional: true,
  placeholder: "folder",
  brief: "Project folder (default: current folder)",
} as const;

export const wait = { kind: "parsed", parse: seconds, default: "30", placeholder: "seconds" } as const;

function seconds(given: string): number {
  const value = Number(given);
  if (given.trim() === "" || !(value >= 0)) throw new Error(t("expected a number of seconds"));
  return value;
}
