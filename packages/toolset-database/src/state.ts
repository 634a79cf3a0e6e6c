import type { Database } from "./core/database.ts";
import type { Settings } from "./settings.ts";

/** What the toolset opened, for its tools and resources. */
export interface DatabaseState {
  readonly database: Database;
  readonly settings: Settings;
}
