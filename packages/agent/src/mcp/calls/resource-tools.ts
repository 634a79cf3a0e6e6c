/**
 * Two tools by which the model lists and reads the resources of servers. To the policy they are calls of the server.
 */

import type { ToolCallContent } from "@agentclientprotocol/sdk";
import type { Hub } from "@tenon/hub";
import { serverKey, visibleLine } from "@tenon/policy";

import { ToolError } from "../../tools/tool-error.ts";
import type { AgentTool, PreparedCall, ToolOutcome } from "../../tools/tool.ts";
import { acpContent } from "./acp-content.ts";
import type { RunningCalls } from "./running-calls.ts";
import type { Resource, ResourceContents, ResourceTemplate, ServerResources } from "../lists/server-resources.ts";

const MOST_LISTED = 200;
const MOST_CHARACTERS = 50_000;
const LONGEST_ADDRESS = 200;

/** None if no connected server has resources. */
export function resourceTools(options: {
  readonly hub: Hub;
  readonly resources: ServerResources;
  readonly running: RunningCalls;
}): readonly AgentTool[] {
  const { hub, resources, running } = options;
  const { servers } = resources;
  if (servers.length === 0) return [];
  const server = { type: "string", enum: [...servers], description: "The MCP server." };
  return [
    {
      definition: {
        name: "list_resources",
        description: "Lists what an MCP server has to read: files, records, pages. Read one with read_resource.",
        inputSchema: { type: "object", properties: { server }, required: ["server"] },
      },
      prepare: async (args) => {
        const { name, call } = callOf("resources/list", args);
        return {
          ...call,
          title: `${name}: list resources`,
          kind: "search",
          run: (run) =>
            running.during(name, run, async () => inWords(await resources.list(name, { signal: run.signal }))),
        };
      },
    },
    {
      definition: {
        name: "read_resource",
        description: "Reads a resource of an MCP server by its address.",
        inputSchema: {
          type: "object",
          properties: {
            server,
            uri: { type: "string", description: "The address, as list_resources gives it." },
            offset: { type: "integer", minimum: 0, description: "From which character on; to read on in a long text." },
          },
          required: ["server", "uri"],
        },
      },
      prepare: async (args) => {
        const { name, call } = callOf("resources/read", args);
        const { uri, offset = 0 } = args;
        if (typeof uri !== "string" || uri === "") throw new ToolError("uri is missing.");
        if (typeof offset !== "number" || offset < 0) throw new ToolError("offset must be a number from 0.");
        return {
          ...call,
          title: `${name}: read ${visibleLine(uri, LONGEST_ADDRESS)}`,
          kind: "read",
          run: (run) =>
            running.during(name, run, async () => {
              return outcomeOf(await resources.read(name, uri, { signal: run.signal }), offset);
            }),
        };
      },
    },
  ];

  function callOf(
    tool: string,
    args: Readonly<Record<string, unknown>>,
  ): { readonly name: string; readonly call: Pick<PreparedCall, "subjects" | "known"> } {
    const name = args["server"];
    const spec = hub.servers.find(({ spec }) => spec.name === name)?.spec;
    if (typeof name !== "string" || !spec || !servers.includes(name)) {
      throw new ToolError(`There is no server called ${String(name)} with resources; there are ${servers.join(", ")}.`);
    }
    return {
      name,
      call: {
        subjects: [{ type: "tool-call", server: name, tool, arguments: args }],
        known: { definition: { name: tool }, serverKey: serverKey(spec) },
      },
    };
  }
}

function inWords(list: {
  readonly resources: readonly Resource[];
  readonly templates: readonly ResourceTemplate[];
}): ToolOutcome {
  const lines = [
    ...list.resources.map((resource) => describe(resource.uri, resource)),
    ...list.templates.map((template) => describe(`${template.uriTemplate} (fill in the braces)`, template)),
  ];
  const left = lines.length - MOST_LISTED;
  const text = [...lines.slice(0, MOST_LISTED), ...(left > 0 ? [`… and ${left} more`] : [])].join("\n");
  return textOutcome(text === "" ? "It has none now." : text);
}

function describe(address: string, about: Resource | ResourceTemplate): string {
  const facts = [about.title ?? about.name, about.mimeType, about.description].filter(Boolean).join(", ");
  return `${address}: ${facts.replaceAll(/\s+/g, " ")}`;
}

/** Text is given a page at a time, so that no resource can fill the model's context. */
export function outcomeOf(contents: readonly ResourceContents[], offset: number): ToolOutcome {
  const content = contents.flatMap(blockOf);
  const images = contents.flatMap((each) =>
    "blob" in each && each.mimeType?.startsWith("image/")
      ? [{ type: "image" as const, data: each.blob, mimeType: each.mimeType }]
      : [],
  );
  const whole = contents.map(textOf).join("\n\n");
  const page = whole.slice(offset, offset + MOST_CHARACTERS);
  const next = offset + page.length;
  const rest = whole.length - next;
  const text = rest > 0 ? `${page}\n(${rest} more characters: read on with offset ${next}.)` : page;
  return { parts: [{ type: "text", text: text === "" ? "(It is empty.)" : text }, ...images], content, isError: false };
}

function textOf(contents: ResourceContents): string {
  if ("text" in contents) return contents.text;
  const bytes = Buffer.byteLength(contents.blob, "base64");
  return `(${contents.uri}: ${contents.mimeType ?? "binary data"}, ${bytes} bytes)`;
}

function blockOf(resource: ResourceContents): ToolCallContent[] {
  return acpContent({ content: [{ type: "resource", resource }] }).map((content) => ({ type: "content", content }));
}

export function textOutcome(text: string): ToolOutcome {
  return {
    parts: [{ type: "text", text }],
    content: [{ type: "content", content: { type: "text", text } }],
    isError: false,
  };
}
