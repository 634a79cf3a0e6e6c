/**
 * Resources: one with a fixed URI, and a template for many.
 */

import type { Annotations, Icon } from "@modelcontextprotocol/server";
import type { JsonObject } from "@tenon/basis";

import type { RequestContext } from "./context.ts";

/** A string is text, bytes are sent as base64, any other value is JSON; a list of parts says everything itself. */
export type ResourceContents = string | Uint8Array | JsonObject | readonly ResourcePart[];

export interface ResourcePart {
  /** The URI that was read, by default. */
  readonly uri?: string;
  readonly mimeType?: string;
  readonly data: string | Uint8Array;
}

export interface ResourceCache {
  /** How long content is served from memory, and may be kept by clients. Concurrent reads share one anyway. */
  readonly maxAgeMs: number;
  /** Whether other users of a client may get it too; not by default. */
  readonly isPublic?: boolean;
}

interface ResourceAbout {
  /** For programs; unique in the toolset. */
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly annotations?: Annotations;
  readonly icons?: Icon[];
  /** Without it, each read runs `read`. */
  readonly cache?: ResourceCache;
}

export interface ResourceDefinition<State = unknown> extends ResourceAbout {
  readonly uri: string;
  read(this: void, context: RequestContext<State>): ResourceContents | Promise<ResourceContents>;
}

/** The variables of a URI template: `db://schema/{table}` has `table`. */
export type TemplateVariables<Template extends string> = {
  readonly [Name in VariableNames<Template>]: string;
};

export interface CompletionContext<State = unknown> extends RequestContext<State> {
  /** The other arguments, as far as they are known. */
  readonly arguments: Readonly<Record<string, string>>;
}

/** What to suggest for what the user has typed so far; the first 100 are sent. */
export type Complete<State = unknown> = Completer<State>["complete"];

export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
}

export interface ResourceTemplateDefinition<Template extends string = string, State = unknown> extends ResourceAbout {
  /** RFC 6570: `db://schema/{table}`. */
  readonly uriTemplate: Template;
  /** The resources that there are now; without it they can be read, and are not listed. */
  list?(this: void, context: RequestContext<State>): readonly ListedResource[] | Promise<readonly ListedResource[]>;
  readonly complete?: { readonly [Name in VariableNames<Template>]?: Complete<State> };
  read(
    this: void,
    variables: TemplateVariables<Template>,
    context: RequestContext<State>,
  ): ResourceContents | Promise<ResourceContents>;
}

/** A resource as a toolset holds it. */
export interface Resource<State = never> extends ResourceAbout {
  readonly type: "resource";
  readonly uri: string;
  read(context: RequestContext): ResourceContents | Promise<ResourceContents>;
  /** Never set; it carries the type of the state. */
  readonly "~state"?: (state: State) => void;
}

/** A template as a toolset holds it. */
export interface ResourceTemplate<State = never> extends ResourceAbout {
  readonly type: "template";
  readonly uriTemplate: string;
  list?(context: RequestContext): readonly ListedResource[] | Promise<readonly ListedResource[]>;
  readonly complete?: Readonly<Record<string, Complete | undefined>>;
  read(variables: unknown, context: RequestContext): ResourceContents | Promise<ResourceContents>;
  /** Never set; it carries the type of the state. */
  readonly "~state"?: (state: State) => void;
}

export function defineResource<State = unknown>(definition: ResourceDefinition<State>): Resource<State> {
  return { type: "resource", ...definition };
}

export function defineResourceTemplate<const Template extends string, State = unknown>(
  definition: ResourceTemplateDefinition<Template, State>,
): ResourceTemplate<State> {
  return { type: "template", ...definition };
}

type VariableNames<Template extends string> = Template extends `${string}{${infer Expression}}${infer Rest}`
  ? NamesOf<WithoutOperator<Expression>> | VariableNames<Rest>
  : never;
type WithoutOperator<Expression extends string> =
  Expression extends `${"+" | "#" | "." | "/" | "?" | "&"}${infer Names}` ? Names : Expression;
type NamesOf<Names extends string> = Names extends `${infer First},${infer Rest}`
  ? WithoutStar<First> | NamesOf<Rest>
  : WithoutStar<Names>;
type WithoutStar<Name extends string> = Name extends `${infer Plain}*` ? Plain : Name;

// A method, because the functions of different states must fit into one toolset.
interface Completer<State> {
  complete(
    this: void,
    typed: string,
    context: CompletionContext<State>,
  ): readonly string[] | Promise<readonly string[]>;
}
