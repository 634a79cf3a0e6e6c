/**
 * Pairs of tools by which the model lists and reads what a server has besides tools. To the policy they are calls of the
 * server.
 */

import type { Hub, ServerSpec } from "@tenon/hub";
import { serverKey } from "@tenon/policy";
import { resultBlocks } from "@tenon/hub/display";
import { type Arguments, readArguments, ToolError } from "@tenon/workspace";

import { blockContent, textOutcome } from "../../tools/tool-content.ts";
import type { AgentTool, PreparedCall, ToolOutcome } from "../../tools/tool.ts";
import type { ResourceContents } from "../lists/server-resources.ts";
import type { RunningCalls } from "./running-calls.ts";

type Options = { readonly signal: AbortSignal };

export interface Readable {
  /** What the model calls it, and the first part of the methods' names. */
  readonly kind: "resources" | "skills";
  /** The connected servers that have some. */
  readonly servers: readonly string[];
  readonly list: {
    readonly name: string;
    readonly description: string;
    readonly maxLines: number;
    lines(server: string, options: Options): Promise<readonly string[]>;
  };
  readonly read: {
    readonly name: string;
    readonly description: string;
    readonly properties: Readonly<Record<string, object>>;
    readonly required: readonly string[];
    /** Throws a `ToolError` for arguments that cannot be used. */
    prepare(args: Arguments): {
      readonly title: string;
      contents(server: string, options: Options): Promise<readonly ResourceContents[]>;
    };
  };
}

const MAX_PAGE_CHARACTERS = 50_000;

/** None if no connected server has any. */
export function readingTools(
  readable: Readable,
  { hub, running }: { readonly hub: Hub; readonly running: RunningCalls },
): readonly AgentTool[] {
  const { kind, servers, list, read } = readable;
  if (servers.length === 0) return [];
  const server = { type: "string", enum: [...servers], description: "The MCP server." };
  const offset = { type: "integer", minimum: 0, description: "Character offset to start at, to continue a long text." };
  return [
    {
      definition: {
        name: list.name,
        description: list.description,
        inputSchema: { type: "object", properties: { server }, required: ["server"] },
      },
      prepare: async (args) => {
        const spec = findServer(args["server"], readable, hub);
        return {
          ...subjectOf(spec, `${kind}/list`, args),
          title: `${spec.name}: list ${kind}`,
          kind: "search",
          run: (run) =>
            running.during(spec, run, async () => listOutcome(await list.lines(spec.name, run), list.maxLines)),
        };
      },
    },
    {
      definition: {
        name: read.name,
        description: read.description,
        inputSchema: {
          type: "object",
          properties: { server, ...read.properties, offset },
          required: ["server", ...read.required],
        },
      },
      prepare: async (args) => {
        const spec = findServer(args["server"], readable, hub);
        const given = readArguments(args);
        const { title, contents } = read.prepare(given);
        const from = given.optionalNumber("offset", { least: 0 }) ?? 0;
        return {
          ...subjectOf(spec, `${kind}/read`, args),
          title: `${spec.name}: read ${title}`,
          kind: "read",
          run: (run) => running.during(spec, run, async () => pageOutcome(await contents(spec.name, run), from)),
        };
      },
    },
  ];
}

function findServer(name: unknown, { kind, servers }: Readable, hub: Hub): ServerSpec {
  const spec = hub.servers.find((each) => each.spec.name === name)?.spec;
  if (spec && servers.includes(spec.name)) return spec;
  throw new ToolError(`No server named ${String(name)} with ${kind}. Available: ${servers.join(", ")}.`);
}

function subjectOf(spec: ServerSpec, tool: string, args: Readonly<Record<string, unknown>>) {
  return {
    subjects: [{ type: "tool-call", server: spec.name, tool, arguments: args }],
    known: { definition: { name: tool }, serverKey: serverKey(spec) },
  } satisfies Pick<PreparedCall, "subjects" | "known">;
}

function listOutcome(lines: readonly string[], max: number): ToolOutcome {
  const left = lines.length - max;
  const text = [...lines.slice(0, max), ...(left > 0 ? [`… and ${left} more`] : [])].join("\n");
  return textOutcome(text === "" ? "It has none now." : text);
}

/** Text is given a page at a time, so that no resource can fill the model's context. */
function pageOutcome(contents: readonly ResourceContents[], offset: number): ToolOutcome {
  const images = contents.flatMap((each) =>
    "blob" in each && each.mimeType?.startsWith("image/")
      ? [{ type: "image" as const, data: each.blob, mimeType: each.mimeType }]
      : [],
  );
  const whole = contents.map(textOf).join("\n\n");
  const page = whole.slice(offset, offset + MAX_PAGE_CHARACTERS);
  const next = offset + page.length;
  const rest = whole.length - next;
  const text = rest > 0 ? `${page}\n(${rest} more characters; continue with offset ${next}.)` : page;
  return {
    parts: [{ type: "text", text: text === "" ? "(It is empty.)" : text }, ...images],
    content: resultBlocks({ content: contents.map((resource) => ({ type: "resource", resource })) }).map(blockContent),
    isError: false,
  };
}

function textOf(contents: ResourceContents): string {
  if ("text" in contents) return contents.text;
  const bytes = Buffer.byteLength(contents.blob, "base64");
  return `(${contents.uri}: ${contents.mimeType ?? "binary data"}, ${bytes} bytes)`;
}
