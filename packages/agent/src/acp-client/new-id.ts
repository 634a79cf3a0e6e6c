/** Never the same id twice. */
export type NewId = (kind: "session" | "message" | "call" | "compaction" | "terminal" | "elicitation") => string;
