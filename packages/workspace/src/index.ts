export { type CommandLine, commandToRun } from "./commands/command-to-run.ts";
export { commandEnvironment, type Environment } from "./commands/command-environment.ts";
export { type CommandEnd, type CommandOutput, type RunningCommand, startCommand } from "./commands/start-command.ts";
export { withEndingsOf, withPlainEndings } from "./files/line-endings.ts";
export { sliceLines } from "./files/slice-lines.ts";
export { type DecodedText, decodeText } from "./files/text-encoding.ts";
export { type FileStart, openTextFiles, type TextFiles } from "./files/text-files.ts";
export {
  WorkspaceError,
  type WorkspaceErrorCode,
  type WorkspaceErrorDetails,
  workspaceError,
} from "./workspace-error.ts";
