/**
 * What the offer needs to know of a tool.
 */

/** Whether a tool is put before the model: in every request, when a person chooses it, or when a request needs it. */
export type IncludeMode = "always" | "manual" | "agent";

export interface CatalogueTool {
  /** What the model sees: `mcp__server__tool`. Unique in a catalogue. */
  readonly name: string;
  /** What people see. */
  readonly server: string;
  readonly tool: string;
  readonly title: string;
  readonly description: string;
  /** As the server wrote it: a JSON Schema, unchecked. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /**
   * What the server's declaration asks for. Left open, a tool of a given server is offered in every request as far as
   * the budget goes; one of a configured server is `always` while the catalogue is small and `agent` after.
   */
  readonly include?: IncludeMode;
  /** The client gave its server to this session, or the program that opened the hub did. */
  readonly isGiven?: boolean;
  /** Made for the server's own user interface; the model must not see it. */
  readonly isAppOnly?: boolean;
}

/** A tool as a model is shown it. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}
