import { objectOf, stringOf } from "@tenon/basis";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";

import { usePage } from "../page/page-context.ts";
import type { Question } from "../wire/questions.ts";

/** The permissions that the session's agent waits for, the oldest first. */
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
