/**
 * Prompts that a person chooses, such as slash commands.
 */

import type { Icon } from "@modelcontextprotocol/server";

import type { Content } from "./content.ts";
import type { InteractiveContext } from "./context.ts";
import type { Complete } from "./resource.ts";

export interface PromptArgument {
  readonly description?: string;
  readonly title?: string;
  /** True by default. */
  readonly isRequired?: boolean;
}

/** Every argument of a prompt is a string; one that is not required may be absent. */
export type PromptValues<Arguments> = {
  readonly [Name in keyof Arguments]: Arguments[Name] extends { readonly isRequired: false }
    ? string | undefined
    : string;
};

export interface PromptMessage {
  readonly role: "user" | "assistant";
  readonly content: Content;
}

/** By name. */
export type PromptArguments = Readonly<Record<string, PromptArgument>>;

interface PromptAbout {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly icons?: Icon[];
}

/** A string is one message of the user. */
type PromptMessages = string | readonly PromptMessage[];

export interface PromptDefinition<
  Arguments extends PromptArguments = PromptArguments,
  State = unknown,
> extends PromptAbout {
  readonly arguments?: Arguments;
  readonly complete?: { readonly [Name in keyof NoInfer<Arguments>]?: Complete<State> };
  get(
    this: void,
    args: PromptValues<Arguments>,
    context: InteractiveContext<State>,
  ): PromptMessages | Promise<PromptMessages>;
}

/** A prompt as a toolset holds it. */
export interface Prompt<State = never> extends PromptAbout {
  readonly arguments?: PromptArguments;
  readonly complete?: Readonly<Record<string, Complete | undefined>>;
  get(args: unknown, context: InteractiveContext): PromptMessages | Promise<PromptMessages>;
  /** Never set; it carries the type of the state. */
  readonly "~state"?: (state: State) => void;
}

export function definePrompt<const Arguments extends PromptArguments = PromptArguments, State = unknown>(
  definition: PromptDefinition<Arguments, State>,
): Prompt<State> {
  return definition;
}
