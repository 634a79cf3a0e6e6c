import { useSettled } from "../ui/hooks/use-settled.ts";
import type { Question } from "../wire/questions.ts";

const MOMENT_MS = 350;

/** Whether it has been on the screen for a moment, and still is. */
export function useIsReady(question: Question, isShown: boolean): boolean {
  return useSettled(isShown ? question : undefined, MOMENT_MS) === question;
}
