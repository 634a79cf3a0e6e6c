/**
 * One API of a model's provider, as far as a stand-in needs it. Types only.
 */

/** What the stand-in says: a text, or a call of one tool. */
export type Answer = { readonly text: string } | { readonly call: ToolCall };

export interface ToolCall {
  /** With the namespace before it, where the API has one. */
  readonly tool: OfferedTool;
  readonly args: Readonly<Record<string, unknown>>;
}

export interface OfferedTool {
  readonly name: string;
  /** Codex groups the tools of a server. */
  readonly namespace?: string;
}

export interface ModelApi {
  /** Whether a request to this path wants an answer. */
  fits(path: string): boolean;
  toolsOf(body: unknown): readonly OfferedTool[];
  /** The events of a stream, or `undefined` if the request wants none. */
  isStreamed(body: unknown, path: string): boolean;
  /** As the data of server-sent events; an object's `type` is the name of its event where the API has names. */
  events(answer: Answer): readonly object[];
  /** In one piece. */
  whole(answer: Answer): object;
  /** Whether events have names, and a last one says that there are no more. */
  readonly style: "named" | "plain" | "done";
}
