export { isContentBlock } from "./content.ts";
export { isConversation } from "./conversation.ts";
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
export { errorText } from "./error-text.ts";
export type { TimelineEvent, TurnError, UnknownUpdate } from "./event.ts";
export { checkAnswer, checkInput, type FormProblem } from "./forms/check-answer.ts";
export {
  type Choice,
  type FieldType,
  type FormContent,
  type FormField,
  initialContent,
  isUnanswerable,
  readFormFields,
} from "./forms/form-field.ts";
export { createRecordReader, foldRecords, type RecordReader } from "./fold-records.ts";
export { kindOf, messageOf, type RecordSource, type TimelineRecord } from "./record.ts";
export { createTimeline, type Timeline } from "./timeline.ts";
export type { TimelineState } from "./timeline-state.ts";
export type { Side } from "./wire-events.ts";
export { createWireMessageReader, type McpMessage, readMcpMessage, type WireMessage } from "./wire-messages.ts";
export { createWireReader, type WireReader, type WireReaderOptions } from "./wire-reader.ts";
