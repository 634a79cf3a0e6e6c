/** The last segment of a URI, decoded. */
export function resourceName(uri: string): string {
  return decodeSafely(uri.split(/[/\\]/u).at(-1) || uri);
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A name with a lone percent sign is shown as it is.
    return text;
  }
}
