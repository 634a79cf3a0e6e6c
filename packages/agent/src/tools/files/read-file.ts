/**
 * Reads a text file, a picture or a PDF. What it shows of a text is exactly what an edit must name: no line numbers in it.
 */

import {
  fencedContent,
  type FileContent,
  type WorkspacePath,
  readArguments,
  readFileContent,
  type RememberedFiles,
  textPart,
} from "@tenon/workspace";

import type { ModelTool } from "../../model/model.ts";
import { blockContent } from "../tool-content.ts";
import type { AgentTool, ToolOutcome } from "../tool.ts";
import type { FolderInstructions } from "./folder-instructions.ts";
import { type LineRange, MAX_LINES, showLines } from "./show-lines.ts";

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

export function readFileTool(files: RememberedFiles, instructions: FolderInstructions): AgentTool {
  return {
    definition: READ_FILE,
    async prepare(args) {
      const given = readArguments(args);
      const place = await files.workspace.place(given.text("path"), "read");
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

  async function read(place: WorkspacePath, range: LineRange, signal: AbortSignal): Promise<ToolOutcome> {
    const found = await readFileContent(files, place, { signal, ofFolder: "Use list_folder." });
    if (found.type !== "text") return looked(found);
    const { heading, body } = showLines(found.text, range);
    const about = (await instructions.enter(place, { signal })).map(({ path, text }) =>
      textPart(`Instructions of the project for this folder, from ${path}:\n\n${text}`),
    );
    return {
      parts: [textPart(`${place.name}, ${heading}\n${body}`), ...about],
      isError: false,
      content: [fencedContent(body)],
    };
  }
}

function looked({ type, data, mimeType, facts }: Exclude<FileContent, { readonly type: "text" }>): ToolOutcome {
  return {
    parts: [textPart(facts), { type, data, mimeType }],
    isError: false,
    content: type === "image" ? [blockContent({ type, data, mimeType })] : [fencedContent(facts)],
  };
}
