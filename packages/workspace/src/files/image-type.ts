/** The type of a picture that models can look at, by its first bytes: names lie more often. */
export function imageType(start: Buffer): string | undefined {
  const letters = start.toString("latin1");
  if (letters.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (letters.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (letters.startsWith("GIF87a") || letters.startsWith("GIF89a")) return "image/gif";
  if (letters.startsWith("RIFF") && letters.slice(8, 12) === "WEBP") return "image/webp";
  return undefined;
}
