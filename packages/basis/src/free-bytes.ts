const MIN_BYTES = 16 * 1024;

/**
 * Gives the memory of bytes back at once; they are empty afterwards. V8 would free it when it collects the whole heap, and
 * begins such a collection for every few large buffers. Bytes that share their memory with others are left alone.
 */
export function freeBytes(bytes: Uint8Array): void {
  const { buffer, byteLength } = bytes;
  if (byteLength < MIN_BYTES || byteLength !== buffer.byteLength || !(buffer instanceof ArrayBuffer)) return;
  try {
    buffer.transfer(0);
  } catch {
    // Memory of WebAssembly, or of Node's pool of small buffers: it stays with its owner.
  }
}
