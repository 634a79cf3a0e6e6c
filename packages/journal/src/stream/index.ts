export { describeFailure } from "../journal-error.ts";
export type { RecordPosition } from "./passage.ts";
export { type MessageStream, type Problem, recordedStream } from "./recorded-stream.ts";
