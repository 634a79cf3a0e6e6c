export { openPostgresJournal, type PostgresJournalOptions } from "./postgres-journal.ts";
