/**
 * Reads a text file, or a picture. What it shows of a text is exactly what an edit must name: no line numbers in it.
 */

import { stat } from "node:fs/promises";

import { readArguments } from "../read-arguments.ts";
import { ToolError } from "../tool-error.ts";
import type { AgentTool, ToolOutcome } from "../tool.ts";
import type { Place, Workspace } from "../workspace.ts";
import type { FileMemory } from "./edit/file-memory.ts";
import { imageType } from "./image-type.ts";
import { missingFile } from "./missing-file.ts";
import { said, shown } from "./said.ts";
import { type LineRange, MOST_LINES, showLines } from "./show-lines.ts";

// About what every provider takes.
const MOST_IMAGE_BYTES = 5 * 1024 * 1024;
const ENOUGH_TO_TELL = 16;

export function readFileTool(workspace: Workspace, memory: FileMemory): AgentTool {
  return {
    definition: {
      name: "read_file",
      description:
        `Reads a text file, at most ${MOST_LINES} lines at once, or looks at a picture (PNG, JPEG, GIF, WebP). ` +
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
    },
    async prepare(args) {
      const given = readArguments(args);
      const place = await workspace.place(given.text("path"), "read");
      const start = given.optionalNumber("start_line", { least: 1 }) ?? 1;
      const count = given.optionalNumber("line_count", { least: 1 }) ?? MOST_LINES;
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
    const picture = await readPicture(place, signal);
    if (picture) return picture;
    const text = await workspace.readText(place, { signal });
    if (text === undefined) throw await missingFile(place, { workspace, signal });
    memory.remember(place, text);
    const { heading, body } = showLines(text, range);
    return { parts: [said(`${place.name}, ${heading}\n${body}`)], isError: false, content: [shown(body)] };
  }

  /** An editor gives text only, so pictures come from the disk. */
  async function readPicture(place: Place, signal: AbortSignal): Promise<ToolOutcome | undefined> {
    const start = await workspace.readStart(place, { bytes: ENOUGH_TO_TELL, signal });
    const mimeType = start && imageType(start.bytes);
    if (!mimeType) return undefined;
    const { size } = start;
    if (size > MOST_IMAGE_BYTES) {
      throw new ToolError(`${place.name} is a picture of ${size} bytes; the most is ${MOST_IMAGE_BYTES}.`);
    }
    const whole = await workspace.readStart(place, { bytes: MOST_IMAGE_BYTES, signal });
    const data = whole?.bytes.toString("base64") ?? "";
    return {
      parts: [said(`${place.name}, ${mimeType}, ${size} bytes`), { type: "image", data, mimeType }],
      isError: false,
      content: [{ type: "content", content: { type: "image", data, mimeType } }],
    };
  }
}

async function isFolder({ path }: Place): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
