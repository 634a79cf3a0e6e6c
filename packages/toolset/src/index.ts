export {
  audio,
  type Binary,
  type Content,
  type ContentBlock,
  file,
  image,
  link,
  reply,
  type Reply,
  type ReplyParts,
  type ToolResult,
} from "./define/content.ts";
export type {
  Elicitation,
  ElicitationAnswer,
  ElicitationSchema,
  InteractiveContext,
  RequestContext,
  RequestInfo,
  ToolContext,
} from "./define/context.ts";
export { defineToolset } from "./define/define-toolset.ts";
export { groupTools, type ToolOrToolset } from "./define/group-tools.ts";
export { type PackRule, POLICY_URI } from "./define/policy-pack.ts";
export {
  definePrompt,
  type Prompt,
  type PromptArgument,
  type PromptArguments,
  type PromptDefinition,
  type PromptMessage,
  type PromptValues,
} from "./define/prompt.ts";
export {
  type Complete,
  type CompletionContext,
  defineResource,
  defineResourceTemplate,
  type ListedResource,
  type Resource,
  type ResourceCache,
  type ResourceContents,
  type ResourceDefinition,
  type ResourcePart,
  type ResourceTemplate,
  type ResourceTemplateDefinition,
  type TemplateVariables,
} from "./define/resource.ts";
export {
  type Infer,
  type InferInput,
  type JsonSchema,
  jsonSchema,
  type Schema,
  type TypedJsonSchema,
} from "./define/schema.ts";
export {
  defineTool,
  type Tool,
  type ToolDefinition,
  type ToolInput,
  type ToolLimits,
  type ToolOutput,
} from "./define/tool.ts";
export type {
  SecretDeclaration,
  SecretDeclarations,
  SecretValues,
  StartContext,
  Toolset,
  ToolsetDefinition,
} from "./define/toolset.ts";
export type { Operation, Outcome } from "./doors/stateless.ts";
export { type OpenToolset, openToolset } from "./open-toolset.ts";
export type { OpenOptions } from "./running/engine.ts";
export { formatLogEntry, type LogEntry, type LogSink } from "./running/log.ts";
export { ToolError, type ToolErrorKind, type ToolErrorOptions } from "./tool-error.ts";
