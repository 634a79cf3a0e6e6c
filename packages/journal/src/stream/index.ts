export { describeFailure } from "../journal-error.ts";
export type { RecordPlace } from "./passage.ts";
export { type MessageStream, type Problem, recordedStream } from "./recorded-stream.ts";
