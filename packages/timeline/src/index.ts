export {
  CHECKPOINT_FORMAT,
  type Checkpoint,
  createCarryFold,
  isCheckpointPlace,
  readCheckpoint,
  type SessionCarry,
  writeCheckpoint,
} from "./checkpoint.ts";
export { isContentBlock } from "./content.ts";
export { isConversation } from "./reading/wire-reader.ts";
export type {
  CompactionEntry,
  DecisionView,
  ElicitationEntry,
  ElicitationField,
  Entry,
  MessageEntry,
  ModeEntry,
  NoticeEntry,
  OptionsEntry,
  PermissionView,
  PlanEntry,
  ReceiptEntry,
  TerminalView,
  ToolCallEntry,
  TurnEndEntry,
  UnknownEntry,
  UsageEntry,
} from "./entry.ts";
export { errorText } from "./reading/error-text.ts";
export type { TimelineEvent, TurnError, UnknownUpdate } from "./event.ts";
export { answerProblem, checkAnswer, checkInput, type FormProblem } from "./forms/check-answer.ts";
export {
  type FormChoice,
  type FieldType,
  type FormContent,
  type FormField,
  freeTextFields,
  initialContent,
  isUnanswerable,
  readFormFields,
} from "./forms/form-field.ts";
export { createRecordReader, foldRecords, type RecordReader } from "./fold-records.ts";
export { kindOf, messageOf, type RecordSource, type TimelineRecord } from "./record.ts";
export { sentenceIn, SET_SENTENCES } from "./sentences/set-sentences.ts";
export { setSentencesZh } from "./sentences/set-sentences-zh.ts";
export {
  createServerFold,
  includeKey,
  isTrouble,
  type ServerList,
  type ServerStep,
  type ServerView,
} from "./servers/server-fold.ts";
export { createTimeline, type Timeline } from "./folding/timeline.ts";
export type { TimelineState } from "./folding/timeline-state.ts";
export type { Side } from "./reading/wire-events.ts";
export { createWireMessageReader, type McpMessage, readMcpMessage, type WireMessage } from "./reading/wire-messages.ts";
export { createWireReader, type WireReader, type WireReaderOptions } from "./reading/wire-reader.ts";
