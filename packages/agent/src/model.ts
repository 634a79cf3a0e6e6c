/**
 * What the agent needs of a language model. Every provider is behind this, and so is the rehearsal model.
 */
export interface Model {
  readonly name: string;
  /**
   * One answer of the model. Ends with a `finish`, also after an abort has been noticed; throws only for failures that
   * the user should read about.
   */
  answer(request: ModelRequest): AsyncIterable<ModelEvent>;
}

export interface ModelRequest {
  readonly messages: readonly Message[];
  readonly tools: readonly ModelTool[];
  readonly signal: AbortSignal;
}

export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

export type Message =
  | { readonly role: "user"; readonly text: string }
  | { readonly role: "assistant"; readonly text: string; readonly toolCalls: readonly ToolCall[] }
  | {
      readonly role: "tool";
      readonly toolCallId: string;
      readonly name: string;
      readonly text: string;
      readonly failed: boolean;
    };

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export type ModelEvent =
  | { readonly type: "text-delta"; readonly text: string }
  | { readonly type: "thought-delta"; readonly text: string }
  | ({ readonly type: "tool-call" } & ToolCall)
  | { readonly type: "finish"; readonly reason: "stop" | "tool-calls" | "length" | "refusal" };
