/**
 * One tool: what the model reads about it, what it takes and returns, and what runs.
 */

import type { Icon, ToolAnnotations } from "@modelcontextprotocol/server";
import type { JsonObject } from "@tenon/basis";

import type { ToolResult } from "./content.ts";
import type { ToolContext } from "./context.ts";
import type { Infer, InferInput, Schema } from "./schema.ts";

/** What `run` gets: the checked arguments, or an empty object for a tool without `input`. */
export type ToolInput<Input> = [Input] extends [Schema] ? Infer<Input> : JsonObject;

/** What `run` returns: with an `output` schema, an object that it accepts. */
export type ToolOutput<Output> = [Output] extends [Schema]
  ? Exclude<ToolResult<AsObject<InferInput<Output>>>, string | readonly unknown[] | undefined | void>
  : ToolResult<object>;

interface ToolAbout {
  /** As the model calls it: letters, digits, `_`, `-` and `.`, at most 64. */
  readonly name: string;
  /** For people. */
  readonly title?: string;
  /** For the model: what it does, when to use it, what it returns. */
  readonly description: string;
  /** Hints for hosts, such as `readOnlyHint`; they permit nothing. */
  readonly annotations?: ToolAnnotations;
  readonly limits?: ToolLimits;
  readonly icons?: Icon[];
  /** `_meta` of the tool in `tools/list`. */
  readonly meta?: JsonObject;
}

export interface ToolDefinition<
  Input extends Schema | undefined = undefined,
  Output extends Schema | undefined = undefined,
  State = unknown,
> extends ToolAbout {
  readonly input?: Input;
  readonly output?: Output;
  run(
    this: void,
    args: ToolInput<Input>,
    context: ToolContext<State>,
  ): ToolOutput<Output> | Promise<ToolOutput<Output>>;
}

/** What one tool may use. Whatever is exceeded is an error that the model can read. */
export interface ToolLimits {
  /** How long a call may take, without the time that a user needs for an answer; 5 minutes by default. */
  readonly callMs?: number;
  /** How many calls run at once; others wait for their turn. No limit by default. */
  readonly callsAtOnce?: number;
  readonly callsPerMinute?: number;
  /** How many characters of text a result may have; text beyond them is cut. 100,000 by default. */
  readonly resultCharacters?: number;
}

/** A tool as a toolset holds it: its arguments are checked by `input`, its state by `defineToolset`. */
export interface Tool<State = never> extends ToolAbout {
  readonly input?: Schema | undefined;
  readonly output?: Schema | undefined;
  run(args: unknown, context: ToolContext): unknown;
  /** Never set; it carries the type of the state. */
  readonly "~state"?: (state: State) => void;
}

/**
 * Annotate the context if the tool uses what `start` returned: `run(args, { state }: ToolContext<Database>)`; the toolset
 * is then checked to have that state.
 */
export function defineTool<
  Input extends Schema | undefined = undefined,
  Output extends Schema | undefined = undefined,
  State = unknown,
>(definition: ToolDefinition<Input, Output, State>): Tool<State> {
  return definition;
}

type AsObject<T> = T extends object ? T : never;
