/** Several times as fast for a short line as a TextDecoder, which also takes a byte order mark away. */
export function decodeUtf8(bytes: Uint8Array): string {
  return (bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).toString();
}
