/**
 * The bytes of a text as text, in the encoding that they say they have.
 */

const ENOUGH_TO_SAY = 1_024;

export function decodeBody(bytes: Buffer, contentType: string): string {
  const label = charsetOf(contentType) ?? charsetOf(bytes.toString("latin1", 0, ENOUGH_TO_SAY));
  return decoderFor(label ?? "utf-8").decode(bytes);
}

/** Also as `<meta charset=…>` and `<?xml encoding=…?>` have it. */
function charsetOf(text: string): string | undefined {
  return /(?:charset|encoding)\s*=\s*["']?([\w.:-]+)/i.exec(text)?.[1];
}

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder(); // No such encoding, and most are this one.
  }
}
