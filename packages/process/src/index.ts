export type { Child, ChildCommand, ChildEnd, ChildExit, ChildOptions, EndingTimes } from "./child.ts";
export { ChildError, exitedError, type ChildErrorCode, type ChildErrorDetails } from "./child-error.ts";
export { startChild } from "./start-child.ts";
