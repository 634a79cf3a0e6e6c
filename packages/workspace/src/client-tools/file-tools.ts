/**
 * `Read`, `Write` and `Edit`.
 */

import { isAbsolute, join } from "node:path";

import { stringOf } from "@tenon/basis";
import { isInside } from "@tenon/policy";

import { prepareEdit } from "../operations/edit-file.ts";
import { createFileMemory } from "../operations/editing/file-memory.ts";
import { fencedContent, type Operation, type OperationOutcome, textPart } from "../operations/operation.ts";
import { readArguments } from "../operations/read-arguments.ts";
import { type FileContent, readFileContent } from "../operations/read-file.ts";
import type { FileWords } from "../operations/wording.ts";
import { prepareWrite, type RememberedFiles } from "../operations/write-file.ts";
import type { Workspace } from "../session/workspace.ts";
import { ToolError } from "../tool-error.ts";
import type { ClientTool, ClientToolDescription } from "./client-tool.ts";
import { sliceLines } from "../files/slice-lines.ts";

const MAX_LINES = 2_000;
const MAX_LINE_LENGTH = 2_000;
const NUMBER_WIDTH = 6;

const WORDS: FileWords = {
  readTool: "Read",
  writeTool: "Write",
  oldText: "old_string",
  newText: "new_string",
  wrote: ({ clientPath }, isNew) =>
    isNew ? `File created successfully at: ${clientPath}` : `The file ${clientPath} has been updated.`,
  edited: ({ clientPath }) => `The file ${clientPath} has been updated.`,
  missing: async ({ clientPath }) => new ToolError(`File does not exist: ${clientPath}`),
};

export function fileTools(workspace: Workspace): readonly ClientTool[] {
  const files: RememberedFiles = { workspace, memory: createFileMemory(WORDS), words: WORDS };
  const describe = (verb: string, kind: ClientToolDescription["kind"]) => (args: Readonly<Record<string, unknown>>) =>
    describeFile(`${verb} `, kind, { path: stringOf(args["file_path"]), workspace });
  return [
    { ...READ, describe: describe("Read", "read"), prepare: (args) => prepareRead(files, args) },
    {
      ...WRITE,
      describe: describe("Write", "edit"),
      async prepare(args, options) {
        const given = readArguments(args);
        return await prepareWrite(files, { path: given.text("file_path"), content: given.text("content") }, options);
      },
    },
    {
      ...EDIT,
      describe: describe("Edit", "edit"),
      async prepare(args, options) {
        const given = readArguments(args);
        const [oldText, newText] = [given.text("old_string"), given.text("new_string")];
        const edits = [{ oldText, newText, replaceAll: given.flag("replace_all") }];
        return await prepareEdit(files, { path: given.text("file_path"), edits }, options);
      },
    },
  ];
}

const PATH = { type: "string", description: "The absolute path of the file" };

const READ = {
  name: "Read",
  description:
    `Reads a file of the user's project, with unsaved changes of their editor. Up to ${MAX_LINES} lines from the ` +
    "beginning unless offset and limit say otherwise. The result has line numbers as in `cat -n`, from 1. Images can be read too.",
  inputSchema: {
    type: "object",
    properties: {
      file_path: PATH,
      offset: { type: "number", description: "The line number to start reading from" },
      limit: { type: "number", description: "The number of lines to read" },
    },
    required: ["file_path"],
  },
  annotations: { readOnlyHint: true },
} as const;

const WRITE = {
  name: "Write",
  description:
    "Writes a file of the user's project, and makes the folders it needs. A file that exists must have been read " +
    "with Read before. To change parts of a file, use Edit.",
  inputSchema: {
    type: "object",
    properties: { file_path: PATH, content: { type: "string", description: "The content to write to the file" } },
    required: ["file_path", "content"],
  },
} as const;

const EDIT = {
  name: "Edit",
  description:
    "Replaces text in a file that you have read with Read. old_string must be in the file exactly, without line " +
    "numbers, and only once unless replace_all is set.",
  inputSchema: {
    type: "object",
    properties: {
      file_path: PATH,
      old_string: { type: "string", description: "The text to replace" },
      new_string: { type: "string", description: "The text to replace it with; must be different from old_string" },
      replace_all: { type: "boolean", description: "Replace all occurrences of old_string (default false)" },
    },
    required: ["file_path", "old_string", "new_string"],
  },
} as const;

async function prepareRead(files: RememberedFiles, args: Readonly<Record<string, unknown>>): Promise<Operation> {
  const given = readArguments(args);
  const place = await files.workspace.place(given.text("file_path"), "read");
  // Some models count from 0.
  const start = Math.max(1, given.optionalNumber("offset", { least: 0 }) ?? 1);
  const count = given.optionalNumber("limit", { least: 1 }) ?? MAX_LINES;
  return {
    title: `Read ${place.name}`,
    kind: "read",
    locations: [{ path: place.clientPath, line: start }],
    subjects: [place.subject],
    async run({ signal }) {
      const found = await readFileContent(files, place, { signal, ofFolder: "Use Bash with ls to list it." });
      return found.type === "text" ? numbered(found.text, { start, count }) : looked(found);
    },
  };
}

function numbered(text: string, range: { readonly start: number; readonly count: number }): OperationOutcome {
  const shown = numberedLines(text, range);
  return { parts: [textPart(shown)], isError: false, content: [fencedContent(shown)] };
}

function looked({ type, data, mimeType, facts }: Exclude<FileContent, { readonly type: "text" }>): OperationOutcome {
  if (type === "document") throw new ToolError(`${facts}: only text and images can be read. Use Bash to convert it.`);
  const image = { type, data, mimeType } as const;
  return { parts: [textPart(facts), image], isError: false, content: [{ type: "content", content: image }] };
}

/** As text: looking it up would reveal what exists there. */
function describeFile(
  verb: string,
  kind: ClientToolDescription["kind"],
  { path, workspace: { cwd, roots } }: { readonly path: string | undefined; readonly workspace: Workspace },
): ClientToolDescription {
  if (path === undefined || path === "") return { title: `${verb}a file`, kind };
  const whole = isAbsolute(path) ? join(path) : join(cwd, path);
  const name = whole !== cwd && isInside(whole, cwd) ? whole.slice(cwd.length).replace(/^[/\\]/, "") : whole;
  const isOfSession = roots.some((root) => isInside(whole, root));
  return { title: `${verb}${name}`, kind, ...(isOfSession && { locations: [{ path: whole }] }) };
}

/** A part of a text as `cat -n` shows it, as much as a model should get at once. */
function numberedLines(text: string, { start, count }: { readonly start: number; readonly count: number }): string {
  if (text === "") return "The file exists but is empty.";
  const lines = sliceLines(text, { line: start, limit: Math.min(count, MAX_LINES) })
    .replace(/\n$/, "")
    .split("\n");
  const total = text.replace(/\n$/, "").split("\n").length;
  if (start > total) return `The file exists but is shorter than the given offset (${start}): it has ${total} lines.`;
  const last = start + lines.length - 1;
  const shown = lines.map((line, index) => `${String(start + index).padStart(NUMBER_WIDTH)}→${shortened(line)}`);
  const more = last < total ? [`(Lines ${start} to ${last} of ${total}. Read on with offset ${last + 1}.)`] : [];
  return [...shown, ...more].join("\n");
}

function shortened(line: string): string {
  return line.length <= MAX_LINE_LENGTH ? line : `${line.slice(0, MAX_LINE_LENGTH).toWellFormed()}… (cut)`;
}
