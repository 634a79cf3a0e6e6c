export { type MessageStream, recordedStream } from "./recorded-stream.ts";
