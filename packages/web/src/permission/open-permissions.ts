import { objectOf, stringOf } from "@tenon/basis";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";

import { usePage } from "../page/page-context.ts";
import type { Question } from "../wire/questions.ts";

/** The open permission requests of a session, oldest first. */
export function useOpenPermissions(sessionId: string): readonly Question[] {
  const page = usePage();
  return useStore(
    page.questions.store,
    useShallow(({ open }) =>
      open.filter((asked) => asked.sessionId === sessionId && asked.method === "session/request_permission"),
    ),
  );
}

export function toolCallIdOf({ params }: Question): string | undefined {
  return stringOf(objectOf(params["toolCall"])["toolCallId"]);
}
