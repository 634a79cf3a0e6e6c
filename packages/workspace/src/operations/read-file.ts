/**
 * What a file has for a model: its text, or a picture or a PDF to look at.
 */

import { stat } from "node:fs/promises";

import { imageType } from "../files/image-type.ts";
import type { WorkspacePath, Workspace } from "../session/workspace.ts";
import { ToolError } from "../tool-error.ts";
import type { RememberedFiles } from "./write-file.ts";

export type FileContent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image" | "document"; readonly data: string; readonly mimeType: string; readonly facts: string };

// About what every provider takes.
const MAX_BYTES = { image: 5 * 1024 * 1024, document: 15 * 1024 * 1024 };
const SIGNATURE_BYTES = 16;
const PDF = "application/pdf";

/** Rejects with a `ToolError` if there is no such file. The text counts as seen from now on. */
export async function readFileContent(
  { workspace, memory, words }: RememberedFiles,
  place: WorkspacePath,
  { signal, ofFolder }: { readonly signal: AbortSignal; readonly ofFolder: string },
): Promise<FileContent> {
  if (await isFolder(place, workspace)) throw new ToolError(`${place.name} is a folder. ${ofFolder}`);
  const looked = await lookAt(place, workspace, signal);
  if (looked) return looked;
  const text = await workspace.readText(place, { signal });
  if (text === undefined) throw await words.missing(place, { signal });
  memory.remember(place, text);
  return { type: "text", text };
}

/** An editor gives text only, so what is to be looked at comes from the disk. */
async function lookAt(
  place: WorkspacePath,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<FileContent | undefined> {
  const start = await workspace.readStart(place, { bytes: SIGNATURE_BYTES, signal });
  const mimeType = start && (imageType(start.bytes) ?? pdfType(start.bytes));
  if (!mimeType) return undefined;
  const { size } = start;
  const type = mimeType === PDF ? "document" : "image";
  const most = MAX_BYTES[type];
  const facts = `${place.name}, ${mimeType}, ${size} bytes`;
  if (size > most) throw new ToolError(`${facts}: the limit is ${most}.`);
  const whole = await workspace.readStart(place, { bytes: most, signal });
  return { type, mimeType, facts, data: whole?.bytes.toString("base64") ?? "" };
}

function pdfType(start: Buffer): typeof PDF | undefined {
  return start.toString("latin1").startsWith("%PDF-") ? PDF : undefined;
}

async function isFolder({ path }: WorkspacePath, { tree }: Workspace): Promise<boolean> {
  if (tree === "client") return false;
  return await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
