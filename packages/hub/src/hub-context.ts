/**
 * What all servers of a hub share: its options with their defaults, what sessions have in common, secrets, warnings.
 */

import { backoffMs, noTelemetry } from "@tenon/basis";

import type { AdmissionSetup } from "./admission.ts";
import { createOpenQuestions, type OpenQuestions } from "./call/open-questions.ts";
import { createPageWaits, type PageWaits } from "./call/required-pages.ts";
import { createLoginPath } from "./connection/stdio/login-path.ts";
import { createProcessBudget } from "./connection/stdio/process-budget.ts";
import { createRevisionMemory } from "./connection/protocol/revision-memory.ts";
import { createHubEvents, type HubEvents, withLog } from "./hub-events.ts";
import { createHubSecrets, type HubSecrets } from "./hub-secrets.ts";
import type { HubLimits, HubOptions } from "./hub-types.ts";
import { memoryTokenStore } from "./sign-in/store/token-store.ts";
import type { TokenStore } from "./sign-in/store/token-store.ts";
import { watchedTokenStore } from "./sign-in/store/token-store.ts";

type Defaulted = "now" | "telemetry" | "pauseMs" | "environment" | "memory" | "budget" | "loginPath";

export interface HubContext extends Required<Pick<HubOptions, Defaulted>> {
  readonly options: HubOptions;
  readonly limits: HubLimits;
  readonly tokens: TokenStore;
  readonly admission: AdmissionSetup;
  readonly pages: PageWaits;
  readonly questions: OpenQuestions;
  readonly secrets: HubSecrets;
  readonly events: HubEvents;
  /** Never throws. */
  warn(warning: string): void;
}

const LIMITS: HubLimits = {
  servers: 100,
  tools: 1_000,
  // About 50 MB each: more than a workstation has to spare, and less than brings it down.
  processes: 200,
  startMs: 60_000,
  // Long enough for a server that npx starts from its cache; with a dead one the first prompt takes less than 3 s.
  waitMs: 2_500,
  // A second start at this moment is in time for the first prompt.
  quietMs: 1_500,
  // Time to write to disk what is in memory.
  endMs: 5_000,
};

const PAUSES = { firstMs: 500, maxMs: 30_000 };

export function createHubContext(options: HubOptions): HubContext {
  const { now = Date.now } = options;
  const secrets = createHubSecrets(options);
  const events = createHubEvents();
  const questions = createOpenQuestions();
  return {
    questions,
    options,
    events,
    limits: { ...LIMITS, ...options.limits },
    now,
    telemetry: options.telemetry ?? noTelemetry,
    pauseMs: options.pauseMs ?? ((failures) => backoffMs(failures, PAUSES)),
    environment: options.environment ?? process.env,
    memory: options.memory ?? createRevisionMemory({ now }),
    budget: options.budget ?? createProcessBudget(),
    loginPath: options.loginPath ?? createLoginPath(),
    tokens: watchedTokenStore(options.tokens ?? memoryTokenStore(), (found) => options.onSecrets?.(found)),
    admission: {
      // Read each time: the user may have changed it.
      get policy() {
        return options.policy;
      },
    },
    pages: createPageWaits(withLog(questions.counted(options.callbacks ?? {}), events)),
    secrets,
    warn(warning) {
      try {
        options.onWarning?.(secrets.redact(warning));
      } catch {
        // A listener that throws must not end the connection that the warning is about.
      }
    },
  };
}
