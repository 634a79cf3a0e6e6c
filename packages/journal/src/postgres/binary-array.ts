/**
 * Arrays as Postgres has them in memory. As text, every quotation mark of a record would be escaped here and unescaped there.
 */

/** Of the types that records have. */
const OIDS = { bigint: 20, smallint: 21, text: 25, boolean: 16 };
const SIZES = { bigint: 8, smallint: 2, boolean: 1 };
const HEAD = 20;

export function textArray(values: readonly string[]): Buffer {
  let size = HEAD;
  for (const value of values) size += 4 + 3 * value.length;
  const array = begin("text", values.length, size);
  let end = HEAD;
  for (const value of values) {
    const length = array.write(value, end + 4);
    array.writeInt32BE(length, end);
    end += 4 + length;
  }
  return array.subarray(0, end);
}

export function bigintArray(values: readonly number[]): Buffer {
  return numbers("bigint", values, (array, value, at) => {
    array.writeInt32BE(Math.floor(value / 0x1_0000_0000), at);
    array.writeUInt32BE(value >>> 0, at + 4);
  });
}

export function smallintArray(values: readonly number[]): Buffer {
  return numbers("smallint", values, (array, value, at) => void array.writeInt16BE(value, at));
}

export function booleanArray(values: readonly boolean[]): Buffer {
  return numbers("boolean", values, (array, value, at) => void array.writeUInt8(value ? 1 : 0, at));
}

function numbers<Value>(
  type: keyof typeof SIZES,
  values: readonly Value[],
  write: (array: Buffer, value: Value, at: number) => void,
): Buffer {
  const size = SIZES[type];
  const array = begin(type, values.length, HEAD + (4 + size) * values.length);
  let at = HEAD;
  for (const value of values) {
    array.writeInt32BE(size, at);
    write(array, value, at + 4);
    at += 4 + size;
  }
  return array;
}

/** One dimension without nulls, counted from 1. */
function begin(type: keyof typeof OIDS, length: number, size: number): Buffer {
  const array = Buffer.allocUnsafe(size);
  for (const [index, field] of [1, 0, OIDS[type], length, 1].entries()) array.writeInt32BE(field, 4 * index);
  return array;
}
