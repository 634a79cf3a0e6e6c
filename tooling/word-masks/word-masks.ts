/**
 * Masking of WebSocket frames [RFC 6455, 5.3], four bytes at a time. The library asks for it under the name of an optional
 * package with a binary; its own does one byte at a time, which for 10 MB takes five times as long.
 */

export function mask(source: Uint8Array, key: Uint8Array, output: Uint8Array, offset: number, length: number): void {
  const target = output.subarray(offset, offset + length);
  // A message that is masked in its own memory need not be copied.
  if (source.buffer !== target.buffer || source.byteOffset !== target.byteOffset)
    target.set(source.subarray(0, length));
  unmask(target, key);
}

export function unmask(bytes: Uint8Array, key: Uint8Array): void {
  if (bytes.length < 8) return xor(bytes, key, 0, bytes.length);
  // A view of words has to begin at a multiple of four.
  const start = -bytes.byteOffset & 3;
  const count = (bytes.length - start) >>> 2;
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + start, count);
  const turned = Uint8Array.from({ length: 4 }, (_, index) => key[(start + index) & 3] ?? 0);
  const [word = 0] = new Int32Array(turned.buffer);
  for (let index = 0; index < count; index += 1) words[index]! ^= word;
  xor(bytes, key, 0, start);
  xor(bytes, key, start + count * 4, bytes.length);
}

function xor(bytes: Uint8Array, key: Uint8Array, start: number, end: number): void {
  for (let index = start; index < end; index += 1) bytes[index]! ^= key[index & 3]!;
}
