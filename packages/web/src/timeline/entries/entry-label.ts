import type { Entry } from "@tenon/timeline";

import { phrase, t } from "../../language/t.ts";

/** The name of a row for screen readers. */
export function entryLabel(entry: Entry): string {
  switch (entry.type) {
    case "user-message":
      return t("You");
    case "agent-message":
      return t("Agent");
    case "thought":
      return t("Thought");
    case "tool-call":
      return t("Tool call: {title}, {status}", { title: entry.title, status: t(STATUSES[entry.status]) });
    case "elicitation":
      return t("Question, {state}", { state: t(STATES[entry.state]) });
    case "plan":
      return t("Plan");
    case "notice":
      return t("Notice");
    case "compaction":
      return t("Compaction");
    case "mode":
    case "options":
      return t("Settings changed");
    case "receipt":
      return t("Servers");
    case "turn-end":
      return t("Turn ended");
    case "usage":
      return t("Usage");
    case "unknown":
      return t("Unknown update");
  }
}

const STATUSES = {
  pending: phrase("pending"),
  in_progress: phrase("in progress"),
  completed: phrase("completed"),
  failed: phrase("failed"),
} as const;

const STATES = {
  waiting: phrase("waiting"),
  accepted: phrase("accepted"),
  declined: phrase("declined"),
  cancelled: phrase("cancelled"),
  failed: phrase("failed"),
} as const;
