/**
 * The answers to a permission request, and their keys.
 */

import { isObject, readArray, stringOf } from "@tenon/basis";

import type { Question } from "../wire/questions.ts";

export interface PermissionAnswer {
  readonly id: string;
  readonly name: string;
  readonly isAllowing: boolean;
  /** It holds for more than this call. */
  readonly isLasting: boolean;
  /** Its position, from 1. */
  readonly digit: string;
  /** `y` or `n` for the plain yes or no. */
  readonly letter?: "y" | "n";
}

/** Those for this call first, then those that last; otherwise in the agent's order. */
export function answersTo({ params }: Question): readonly PermissionAnswer[] {
  const options = readArray(params["options"], readOption);
  const ordered = [...options.filter(({ isLasting }) => !isLasting), ...options.filter(({ isLasting }) => isLasting)];
  const yes = ordered.find(({ kind }) => kind === "allow_once");
  const no = ordered.find(({ kind }) => kind === "reject_once") ?? ordered.find(({ kind }) => kind === "reject_always");
  return ordered.map((option, index) => ({
    id: option.id,
    name: option.name,
    isAllowing: option.kind.startsWith("allow"),
    isLasting: option.isLasting,
    digit: index < 9 ? String(index + 1) : "",
    ...(option === yes && { letter: "y" as const }),
    ...(option === no && { letter: "n" as const }),
  }));
}

/** The answer of a key. */
export function answerByKey(answers: readonly PermissionAnswer[], code: string): PermissionAnswer | undefined {
  const key = /^(?:Digit|Numpad|Key)(.)$/u.exec(code)?.[1]?.toLowerCase();
  if (key === undefined) return undefined;
  return answers.find(({ digit, letter }) => digit === key || letter === key);
}

export function answerWith(question: Question, { id }: PermissionAnswer): void {
  question.answer({ outcome: { outcome: "selected", optionId: id } });
}

function readOption(value: unknown) {
  if (!isObject(value)) return undefined;
  const id = stringOf(value["optionId"]);
  if (id === undefined) return undefined;
  const kind = stringOf(value["kind"]) ?? "";
  return { id, name: stringOf(value["name"]) ?? id, kind, isLasting: kind.endsWith("_always") };
}
