/**
 * What a run was asked for, and what it reports to. Types only.
 */

import type { Interruption } from "../../process/interruption.ts";
import type { Attachment } from "./input/attachments.ts";
import type { Denials } from "./ask/denials.ts";
import type { RunResult } from "./show/json-lines.ts";
import type { QuestionOptions } from "./ask/keyboard.ts";
import type { Output } from "./show/output.ts";
import type { RunPolicy } from "./input/policy.ts";
import type { RunFlags } from "./run.ts";
import type { SessionServers } from "./input/servers-to-send.ts";

export interface RunRequest {
  readonly flags: RunFlags;
  readonly cwd: string | undefined;
  readonly here: string;
  readonly policy: RunPolicy;
  readonly settings: ReadonlyMap<string, string>;
  readonly attachments: readonly Attachment[];
  readonly servers: SessionServers;
  readonly prompt: string;
}

/** What is known so far, also of a run that fails later. */
export type Progress = Pick<
  RunResult,
  "sessionId" | "journalId" | "text" | "usage" | "unusedServers" | "failedServers" | "failedChanges"
>;

export interface Surroundings {
  readonly output: Output;
  readonly interruption: Interruption;
  readonly person: QuestionOptions | undefined;
  readonly denials: Denials;
  readonly onProgress: (progress: Partial<Progress>) => void;
}
