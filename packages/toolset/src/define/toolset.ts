/**
 * A toolset: tools, resources, prompts and skills under one name. Data and functions only; a door serves it.
 */

import type { SkillFiles } from "@modelcontextprotocol/server/ext/skills";
import type { Icon, LoggingLevel } from "@modelcontextprotocol/server";

import type { PackRule } from "./policy-pack.ts";
import type { Prompt } from "./prompt.ts";
import type { Resource, ResourceTemplate } from "./resource.ts";
import type { Tool } from "./tool.ts";

interface ToolsetAbout {
  /** For programs; hosts put it before the names of the tools. */
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly description?: string;
  /** For the model: what the toolset is for, and how its tools work together. */
  readonly instructions?: string;
  readonly websiteUrl?: string;
  readonly icons?: Icon[];
  /** Skill folders as files, `{ "review/SKILL.md": "…" }`; `skillsFolder(path)` of `@tenon/toolset/node` reads them from disk. */
  readonly skills?: Readonly<Record<string, string | Uint8Array>> | SkillFiles;
}

export interface ToolsetDefinition<
  State = unknown,
  Secrets extends SecretDeclarations = SecretDeclarations,
> extends ToolsetAbout {
  readonly tools?: readonly Tool<NoInfer<State>>[];
  readonly resources?: readonly (Resource<NoInfer<State>> | ResourceTemplate<NoInfer<State>>)[];
  readonly prompts?: readonly Prompt<NoInfer<State>>[];
  /** Environment variables whose values must never be seen: masked in results, logs, errors and progress. */
  readonly secrets?: Secrets;
  readonly policy?: readonly PackRule[];
  /**
   * Opens what the tools need, and returns it as their `state`. Called once, before the first call; the lists do not wait for
   * it. If it throws, so does the call, and the next call tries again.
   */
  start?(this: void, context: StartContext<Secrets>): State | Promise<State>;
  /** Closes what `start` opened. Running calls have been aborted, and the signal aborts when time is up. */
  stop?(this: void, state: NoInfer<State>, options: { readonly signal: AbortSignal }): void | Promise<void>;
}

export interface SecretDeclaration {
  /** What it is for and where to get it; part of the error when it is missing. */
  readonly description?: string;
  /** True by default. */
  readonly isRequired?: boolean;
}

/** By the name of the environment variable. */
export type SecretDeclarations = Readonly<Record<string, SecretDeclaration>>;

export type SecretValues<Secrets extends SecretDeclarations> = {
  readonly [Name in keyof Secrets]: Secrets[Name] extends { readonly isRequired: false } ? string | undefined : string;
};

export interface StartContext<Secrets extends SecretDeclarations = SecretDeclarations> {
  readonly secrets: SecretValues<Secrets>;
  /** The environment: of the process, or what the program that opened the toolset gave. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborts when the toolset stops. */
  readonly signal: AbortSignal;
  log(level: LoggingLevel, message: unknown): void;
  resourceUpdated(uri: string): void;
  resourcesChanged(): void;
}

/** A toolset as the doors take it, of any state. */
export interface Toolset extends ToolsetAbout {
  readonly tools: readonly Tool[];
  readonly resources: readonly (Resource | ResourceTemplate)[];
  readonly prompts: readonly Prompt[];
  readonly secrets: SecretDeclarations;
  readonly policy: readonly PackRule[];
  start?(context: StartContext): unknown;
  stop?(state: unknown, options: { readonly signal: AbortSignal }): void | Promise<void>;
}
