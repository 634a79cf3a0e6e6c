export { type PrivateFile, readPrivateFile, writePrivateFile } from "./private-file.ts";
export { removeAbandoned } from "./remove-abandoned.ts";
export { writeAside } from "./write-aside.ts";
export { isEqualSecret } from "./is-equal-secret.ts";
export {
  isRunning,
  isSameProcess,
  processSpace,
  processStart,
  type ProcessStat,
  readProcessStat,
} from "./process-identity.ts";
export { closeHttpServer, readBody, readBounded, sendResponse, sendText, webRequest } from "./web-http.ts";
export { createTimedRunner, type TimedRunner } from "./timed-runner.ts";
