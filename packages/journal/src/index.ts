export type {
  CheckpointQuery,
  Journal,
  JournalRecord,
  KnownMachine,
  MachineDescription,
  MachineRegistry,
  NewRecord,
  NewSession,
  ReadRange,
  Repair,
  SearchHit,
  SearchQuery,
  SearchResult,
  SessionChanges,
  SessionFiles,
  SessionPage,
  SessionQuery,
  SessionRecord,
  SessionWriter,
  VacuumLimits,
  VacuumReport,
} from "./journal.ts";
export { eventRecord, PERMITTED } from "./writing/event-record.ts";
export { isImportMark } from "./copying/import-mark.ts";
export { JournalError, type JournalErrorCode, type JournalErrorDetails } from "./journal-error.ts";
export type { JournalOptions, OutsideFiles } from "./journal-options.ts";
export { isFileName } from "./reading/copied-files.ts";
export { openMemoryJournal } from "./memory-journal.ts";
export { createRecorder, type Recorder, type RecorderOptions, type WireRecord } from "./recorder/recorder.ts";
export { openSqliteJournal, type SqliteJournalOptions } from "./sqlite/sqlite-journal.ts";
