export { machineSecret } from "./machine-secret.ts";
export { openPostgresJournal, type PostgresJournalOptions } from "./postgres-journal.ts";
export { openPostgresPool } from "./postgres-pool.ts";
