export { describeFailure, describeToClients } from "../journal-error.ts";
export type { RecordPosition } from "./passage.ts";
export { createRecordedPassages, type RecordedPassages } from "./recorded-passages.ts";
export { type MessageStream, type Problem, recordedStream } from "./recorded-stream.ts";
export { type ErrorResponse, standInFor } from "./stand-in.ts";
