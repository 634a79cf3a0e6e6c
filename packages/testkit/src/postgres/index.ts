export { createTestDatabase, sharedPostgres } from "./shared-postgres.ts";
export { startPostgres, type PostgresDatabase, type PostgresOptions, type PostgresServer } from "./start-postgres.ts";
