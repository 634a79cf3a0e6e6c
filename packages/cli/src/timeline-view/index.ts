export { entryLines } from "./entry-lines.ts";
export { harmless, harmlessLine } from "../terminal/harmless.ts";
export { createLiveView, type LiveView } from "./live/live-view.ts";
export { createPlainView } from "./plain-view.ts";
export { plainStyle, type Style, styleFor } from "../terminal/style.ts";
export type { Terminal } from "./terminal.ts";
