import type { Entry } from "@tenon/timeline";

/** The name of a row for screen readers. */
export function entryLabel(entry: Entry): string {
  switch (entry.type) {
    case "user-message":
      return "You";
    case "agent-message":
      return "Agent";
    case "thought":
      return "Thought";
    case "tool-call":
      return `Tool call: ${entry.title}, ${entry.status.replace("_", " ")}`;
    case "elicitation":
      return `Question, ${entry.state}`;
    case "plan":
      return "Plan";
    case "notice":
      return "Notice";
    case "compaction":
      return "Compaction";
    case "mode":
    case "options":
      return "Settings changed";
    case "receipt":
      return "Servers";
    case "turn-end":
      return "Turn ended";
    case "usage":
      return "Usage";
    case "unknown":
      return "Unknown update";
  }
}
