import type { Clock } from "@tenon/basis";

import type { Environment } from "./environment.ts";
import type { Git } from "./programs/git.ts";
import type { TestRecords } from "./testing/records.ts";

/** What the toolset opened, for its tools and resources. */
export interface DeliveryState {
  readonly env: Environment;
  /** The folder of the project. */
  readonly folder: string;
  readonly git: Git;
  readonly records: TestRecords;
  readonly clock: Clock;
}
