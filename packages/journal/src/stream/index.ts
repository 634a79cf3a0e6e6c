export { describeFailure } from "../journal-error.ts";
export { type MessageStream, type Problem, recordedStream, type RecordPlace } from "./recorded-stream.ts";
