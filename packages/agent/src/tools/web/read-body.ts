/** The beginning of a body, up to a limit. What is compressed counts by its decompressed size. */
export interface Body {
  readonly bytes: Buffer;
  /** A note for the model, if it is not complete. */
  readonly cut?: string;
}

/** Rejects if it breaks off; a server that is only too slow has sent something, at least. */
export async function readBody(
  response: Response,
  { mostBytes, isLate }: { readonly mostBytes: number; readonly isLate: AbortSignal },
): Promise<Body> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const soFar = () => Buffer.concat(chunks).subarray(0, mostBytes);
  try {
    // Leaving the loop cancels the rest.
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > mostBytes) return { bytes: soFar(), cut: `only the first ${mostBytes} bytes were read` };
    }
  } catch (error) {
    if (!isLate.aborted || length === 0) throw error;
    return { bytes: soFar(), cut: "timed out while reading the rest" };
  }
  return { bytes: soFar() };
}
