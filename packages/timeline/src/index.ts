export type { Entry, ToolCallEntry } from "./entry.ts";
export { createTimeline, type Timeline } from "./timeline.ts";
