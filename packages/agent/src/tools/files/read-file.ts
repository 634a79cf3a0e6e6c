/**
 * Reads a text file, a picture or a PDF. What it shows of a text is exactly what an edit must name: no line numbers in it.
 */

import { stat } from "node:fs/promises";

import type { ModelTool } from "../../model/model.ts";
import { readArguments } from "../read-arguments.ts";
import { ToolError } from "../tool-error.ts";
import type { AgentTool, ToolOutcome } from "../tool.ts";
import type { Place, Workspace } from "../workspace.ts";
import type { FileMemory } from "./edit/file-memory.ts";
import type { FolderInstructions } from "./folder-instructions.ts";
import { imageType } from "../../model/prompt/image-type.ts";
import { missingFile } from "./missing-file.ts";
import { blockContent, fencedContent, textPart } from "../tool-content.ts";
import { type LineRange, MAX_LINES, showLines } from "./show-lines.ts";

// About what every provider takes.
const MAX_BYTES = { image: 5 * 1024 * 1024, document: 15 * 1024 * 1024 };
const ENOUGH_TO_TELL = 16;
const PDF = "application/pdf";

const READ_FILE: ModelTool = {
  name: "read_file",
  description:
    `Reads a text file, at most ${MAX_LINES} lines at once, or looks at a picture (PNG, JPEG, GIF, WebP) or a PDF. ` +
    "The first line of the result says which lines it shows; the text itself comes after it, unchanged.",
  inputSchema: {
    type: "object",
    properties: {
      path: { type: "string", description: "The file, from the working folder or absolute" },
      start_line: { type: "integer", description: "The first line to read, counted from 1" },
      line_count: { type: "integer", description: "How many lines to read" },
    },
    required: ["path"],
  },
};

export function readFileTool(
  workspace: Workspace,
  { memory, instructions }: { readonly memory: FileMemory; readonly instructions: FolderInstructions },
): AgentTool {
  return {
    definition: READ_FILE,
    async prepare(args) {
      const given = readArguments(args);
      const place = await workspace.place(given.text("path"), "read");
      const start = given.optionalNumber("start_line", { least: 1 }) ?? 1;
      const count = given.optionalNumber("line_count", { least: 1 }) ?? MAX_LINES;
      return {
        title: `Read ${place.name}`,
        kind: "read",
        locations: [{ path: place.clientPath, line: start }],
        subjects: [place.subject],
        run: ({ signal }) => read(place, { start, count }, signal),
      };
    },
  };

  async function read(place: Place, range: LineRange, signal: AbortSignal): Promise<ToolOutcome> {
    if (await isFolder(place)) throw new ToolError(`${place.name} is a folder. Use list_folder.`);
    const looked = await lookAt(place, signal);
    if (looked) return looked;
    const text = await workspace.readText(place, { signal });
    if (text === undefined) throw await missingFile(place, { workspace, signal });
    memory.remember(place, text);
    const { heading, body } = showLines(text, range);
    const about = (await instructions.enter(place)).map(({ path, text }) =>
      textPart(`Instructions of the project for this folder, from ${path}:\n\n${text}`),
    );
    return {
      parts: [textPart(`${place.name}, ${heading}\n${body}`), ...about],
      isError: false,
      content: [fencedContent(body)],
    };
  }

  /** An editor gives text only, so what is to be looked at comes from the disk. */
  async function lookAt(place: Place, signal: AbortSignal): Promise<ToolOutcome | undefined> {
    const start = await workspace.readStart(place, { bytes: ENOUGH_TO_TELL, signal });
    const mimeType = start && (imageType(start.bytes) ?? pdfType(start.bytes));
    if (!mimeType) return undefined;
    const { size } = start;
    const type = mimeType === PDF ? "document" : "image";
    const most = MAX_BYTES[type];
    const facts = `${place.name}, ${mimeType}, ${size} bytes`;
    if (size > most) throw new ToolError(`${facts}: the limit is ${most}.`);
    const whole = await workspace.readStart(place, { bytes: most, signal });
    const data = whole?.bytes.toString("base64") ?? "";
    return {
      parts: [textPart(facts), { type, data, mimeType }],
      isError: false,
      content: type === "image" ? [blockContent({ type: "image", data, mimeType })] : [fencedContent(facts)],
    };
  }
}

function pdfType(start: Buffer): typeof PDF | undefined {
  return start.toString("latin1").startsWith("%PDF-") ? PDF : undefined;
}

async function isFolder({ path }: Place): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
