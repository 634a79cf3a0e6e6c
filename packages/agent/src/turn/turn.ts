/**
 * What a turn works with. Types only.
 */

import type { Telemetry } from "@tenon/basis";

import type { History } from "../history/history.ts";
import type { Model, ModelTool, ThoughtLevel, Usage } from "../model/model.ts";
import type { SessionClient } from "../acp-client/session-client.ts";
import type { NewId } from "../acp-client/new-id.ts";
import type { AgentTool, PreparedCall } from "../tools/tool.ts";

export interface Turn {
  readonly client: SessionClient;
  readonly history: History;
  readonly signal: AbortSignal;
  /** Asked again for each step: the user may change it meanwhile. */
  readonly model: () => Model;
  readonly thoughtLevel: () => ThoughtLevel | undefined;
  readonly system: () => readonly string[];
  readonly toolbox: () => Toolbox;
  readonly permit: Permit;
  /** False if another machine may have the session: then no call may begin. */
  readonly isHeld: () => boolean;
  /** What happened besides the turn since this was last asked, for the model. */
  readonly news: () => string | undefined;
  readonly context: ContextWatch;
  /** What results name is where the history is. */
  readonly saveFiles: () => Promise<void>;
  readonly newId: NewId;
  readonly telemetry: Telemetry;
  /** Of the prompt; carried to the model's provider and to servers. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** A model that calls tools for ever would otherwise spend the user's money for ever. */
  readonly maxSteps: number;
}

/** The tools of one step. */
export interface Toolbox {
  readonly definitions: readonly ModelTool[];
  /** For the model, after the system prompt: what it should know of tools that are not among them. */
  readonly notes: readonly string[];
  find(name: string): AgentTool | undefined;
  /** The model's side has taken the request. */
  seen(): void;
}

/** Whether a prepared call may run. Never rejects: whatever goes wrong means no [R89]. */
export type Permit = (call: {
  readonly toolCallId: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly prepared: PreparedCall;
  readonly signal: AbortSignal;
}) => Promise<
  | {
      readonly isAllowed: true;
      /** A person's approval is in the journal; the call waits for that. Absent if none was asked. */
      readonly recorded?: Promise<unknown>;
    }
  | { readonly isAllowed: false; readonly reason: string }
>;

/** Watches how full the context is. */
export interface ContextWatch {
  /** Makes room if there is too little. */
  beforeStep(): Promise<void>;
  /** Makes room because the provider reported that there is too little. False if there is none to be gained. */
  overflowed(): Promise<boolean>;
  afterStep(model: Model, usage: Usage | undefined): Promise<void>;
}
