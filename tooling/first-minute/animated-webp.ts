/**
 * Joins still WebP pictures of one size into an animated one, as the container format describes it:
 * https://developers.google.com/speed/webp/docs/riff_container
 */

export interface Frame {
  readonly webp: Uint8Array;
  readonly ms: number;
}

export function animatedWebp(
  frames: readonly Frame[],
  { width, height }: { readonly width: number; readonly height: number },
): Uint8Array {
  const header = Buffer.alloc(10);
  header.writeUInt8(0x02, 0); // it is an animation
  header.writeUIntLE(width - 1, 4, 3);
  header.writeUIntLE(height - 1, 7, 3);
  const chunks = [
    chunk("VP8X", header),
    chunk("ANIM", Buffer.from([255, 255, 255, 255, 0, 0])), // on white, again and again
    ...frames.map(({ webp, ms }) => {
      const place = Buffer.alloc(16);
      place.writeUIntLE(width - 1, 6, 3);
      place.writeUIntLE(height - 1, 9, 3);
      place.writeUIntLE(ms, 12, 3);
      place.writeUInt8(0x02, 15); // replaces what was there
      return chunk("ANMF", Buffer.concat([place, pictureOf(webp)]));
    }),
  ];
  return chunk("RIFF", Buffer.concat([Buffer.from("WEBP"), ...chunks]));
}

/** The chunk with the pixels. */
function pictureOf(webp: Uint8Array): Buffer {
  const bytes = Buffer.from(webp);
  for (let at = 12; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    if (/^VP8[ L]$/.test(bytes.toString("latin1", at, at + 4))) return bytes.subarray(at, end);
    at = end;
  }
  throw new Error("This is no WebP picture.");
}

function chunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, "latin1");
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}
