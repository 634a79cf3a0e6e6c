export { describeFailure } from "../journal-error.ts";
export { type MessageStream, recordedStream, type RecordPlace } from "./recorded-stream.ts";
