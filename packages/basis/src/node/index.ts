export { type PrivateFile, readPrivateFile, writePrivateFile } from "./private-file.ts";
export { removeAbandoned } from "./remove-abandoned.ts";
export { writeAside } from "./write-aside.ts";
export { isRunning, isSameProcess, processStart, type ProcessStat, readProcessStat } from "./process-identity.ts";
export { closeHttpServer, readBody, sendResponse, sendText, webRequest } from "./web-http.ts";
