/**
 * One block of a result as a part for the model.
 *
 * | block                  | part                                                                 |
 * | ---------------------- | -------------------------------------------------------------------- |
 * | text                   | its text                                                             |
 * | image, audio           | the same, whole                                                      |
 * | resource with text     | its text, under its address                                          |
 * | resource with a blob   | a file, and words with path, type and size                    |
 * | resource_link          | a link, and words with name, address, type and size                  |
 * | anything else          | its JSON without base64, so that a new kind of block is not lost [Q-06] |
 */

import { defined, errorMessage, isString, type JsonObject, objectOf } from "@tenon/basis";

import type { ModelPart } from "./model-result.ts";
import type { Keep } from "./spill-folder.ts";

/** Never throws; what cannot be kept is described without a file. */
export async function readBlock(block: unknown, keep: Keep): Promise<ModelPart> {
  const { type, text, data, mimeType, resource } = objectOf(block);
  if (type === "text" && typeof text === "string") return { type, text };
  if ((type === "image" || type === "audio") && typeof data === "string" && typeof mimeType === "string") {
    return { type, data, mimeType };
  }
  if (type === "resource") return await readResource(block, objectOf(resource), keep);
  if (type === "resource_link") return readLink(block, objectOf(block));
  return await readUnknown(block, keep);
}

/** A value as text; with what had to be left out in a file. */
export async function readUnknown(value: unknown, keep: Keep): Promise<ModelPart> {
  const { text, whole } = writeJson(value);
  if (whole === undefined) return { type: "text", text };
  const where = await keep({ texts: [whole], extension: "json" }).then(
    ({ path }) => `All of it is in ${path}`,
    notKept,
  );
  return { type: "text", text: `${text}\n(${where}.)` };
}

export function notKept(error: unknown): string {
  return `It could not be saved (${errorMessage(error)})`;
}

async function readResource(block: unknown, resource: JsonObject, keep: Keep): Promise<ModelPart> {
  const { uri, mimeType, text, blob } = resource;
  if (typeof uri !== "string") return await readUnknown(block, keep);
  if (typeof text === "string") return { type: "text", text: `[${uri}]\n${text}` };
  if (typeof blob !== "string") return await readUnknown(block, keep);
  const type = typeof mimeType === "string" ? mimeType : undefined;
  try {
    const file = await keep({ base64: blob, extension: extensionOf(uri, type) });
    const words = `[${uri}] ${type ?? "Binary data"}, ${file.bytes} bytes, saved in ${file.path}`;
    return { type: "file", text: words, uri, ...file, ...defined({ mimeType: type }) };
  } catch (error) {
    const bytes = Buffer.byteLength(blob, "base64");
    return { type: "text", text: `[${uri}] ${type ?? "Binary data"}, ${bytes} bytes. ${notKept(error)}.` };
  }
}

function readLink(block: unknown, link: JsonObject): ModelPart {
  const { uri, name, title = name, description, mimeType, size } = link;
  if (typeof uri !== "string") return { type: "text", text: writeJson(block).text };
  const facts = [mimeType, typeof size === "number" ? `${size} bytes` : undefined].filter(isString).join(", ");
  const words = [
    isString(title) ? `Resource "${title}" at ${uri}` : `Resource at ${uri}`,
    facts === "" ? "" : ` (${facts})`,
    isString(description) ? `: ${description}` : "",
  ];
  return { type: "link", text: words.join(""), uri, ...(isString(mimeType) && { mimeType }) };
}

const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ["application/gzip", "gz"],
  ["application/json", "json"],
  ["application/pdf", "pdf"],
  ["application/zip", "zip"],
  ["audio/mpeg", "mp3"],
  ["audio/wav", "wav"],
  ["image/gif", "gif"],
  ["image/jpeg", "jpg"],
  ["image/png", "png"],
  ["image/svg+xml", "svg"],
  ["image/webp", "webp"],
  ["text/csv", "csv"],
  ["text/html", "html"],
  ["text/plain", "txt"],
]);

/** What programs that open the file will go by: the type, or else the end of the address. */
function extensionOf(uri: string, mimeType: string | undefined): string {
  const [type = ""] = mimeType?.split(";", 1) ?? [];
  return EXTENSIONS.get(type.trim()) ?? /\.([A-Za-z0-9]{1,8})$/.exec(uri)?.[1] ?? "bin";
}

/**
 * A value as JSON for the model, without long base64, which fills the context and says nothing; `whole` is
 * everything, if something was left out. Never throws: functions of the program may return what has no JSON.
 */
function writeJson(value: unknown): { readonly text: string; readonly whole?: string } {
  try {
    let isWhole = true;
    const text = JSON.stringify(value, (_key, member: unknown) => {
      if (typeof member !== "string" || !isBase64(member)) return member;
      isWhole = false;
      return `(base64, ${member.length} characters, left out)`;
    });
    return isWhole ? { text: text ?? "null" } : { text, whole: JSON.stringify(value) };
  } catch (error) {
    return { text: `(This cannot be written as JSON: ${errorMessage(error).slice(0, 200)})` };
  }
}

// Shorter than the smallest picture, longer than a token, a key or a hash.
const MIN_BASE64_LENGTH = 512;
const BASE64 = /^(?:data:[^,]{1,200},)?[\w+/-]+={0,2}$/;

function isBase64(text: string): boolean {
  return text.length >= MIN_BASE64_LENGTH && BASE64.test(text);
}
