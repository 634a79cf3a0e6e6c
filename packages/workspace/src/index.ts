export { type CommandLine, commandToRun } from "./commands/command-to-run.ts";
export { commandEnvironment, type Environment, NON_INTERACTIVE } from "./commands/command-environment.ts";
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
export { waitFor } from "./commands/wait-for.ts";
export { imageType } from "./files/image-type.ts";
export { applyEdits, type Edit } from "./operations/editing/apply-edits.ts";
export { createFileMemory, type FileMemory } from "./operations/editing/file-memory.ts";
export { prepareEdit } from "./operations/edit-file.ts";
export {
  fenced,
  fencedContent,
  type Operation,
  type OperationOutcome,
  type OperationRun,
  type ShownContent,
  textContent,
  textPart,
} from "./operations/operation.ts";
export { type Arguments, readArguments } from "./operations/read-arguments.ts";
export { type FileContent, readFileContent } from "./operations/read-file.ts";
export { requireFolder, statOf } from "./operations/require-folder.ts";
export { commandFolder, type CommandRequest, type Commands, prepareCommand } from "./operations/run-command.ts";
export { type BackgroundCommands, createBackgroundCommands } from "./operations/running/background-commands.ts";
export { stopCommand, takeOutput } from "./operations/running/background-commands.ts";
export { commandOutcome } from "./operations/running/ending.ts";
export { keptOutputRules } from "./operations/running/kept-output.ts";
export type { LoggedCommand } from "./operations/running/logged-command.ts";
export type { CommandWords, EditWords, FileWords } from "./operations/wording.ts";
export { prepareWrite, type RememberedFiles } from "./operations/write-file.ts";
export { type Editor, type EditorCapabilities, type EditorMethod, EditorRefusal } from "./session/editor.ts";
export {
  type CommandStart,
  openWorkspace,
  type OpenWorkspace,
  type WorkspacePath,
  type Tree,
  type Workspace,
} from "./session/workspace.ts";
export { ToolError } from "./tool-error.ts";
export { clientTools, type ClientToolsOptions } from "./client-tools/client-tools.ts";
export type { ClientTool, ClientToolDescription, ClientToolName } from "./client-tools/client-tool.ts";
