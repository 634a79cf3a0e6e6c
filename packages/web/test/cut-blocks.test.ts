import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { type Cut, cutBlocks } from "../src/markdown/cut-blocks.ts";

const TEXT = `# Title

A paragraph with **bold** words
that goes on.

- one
- two

  with a second paragraph

1. first
2. second

\`\`\`ts
const a = 1;

const b = 2;
\`\`\`

| a | b |
| - | - |
| 1 | 2 |

> quoted
> further

The end
===
`;

describe("Cutting Markdown into blocks", () => {
  it("gives the same blocks however the text was chunked", () => {
    const whole = shape(cutBlocks(TEXT));
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: TEXT.length - 1 }), { maxLength: 30 }), (places) => {
        let cut: Cut | undefined;
        for (const end of [...places.toSorted((one, other) => one - other), TEXT.length]) {
          cut = cutBlocks(TEXT.slice(0, end), cut);
        }
        expect(cut && shape(cut)).toEqual(whole);
      }),
    );
  });

  it("reuses all blocks but the last two", () => {
    const text = "One.\n\nTwo.\n\nThree.\n\nFour.";
    const before = cutBlocks(text);
    const after = cutBlocks(`${text} And more.\n\nFive.`, before);
    expect(after.blocks.slice(0, 2)).toEqual(before.blocks.slice(0, 2));
    expect(after.blocks[0]).toBe(before.blocks[0]);
    expect(after.blocks[1]).toBe(before.blocks[1]);
  });

  it("starts over for another text", () => {
    const cut = cutBlocks("Something else.", cutBlocks("One.\n\nTwo.\n\nThree.\n\nFour."));
    expect(cut.blocks.map(({ raw }) => raw)).toEqual(["Something else."]);
  });

  it("cuts a long list into parts that continue its numbering", () => {
    const items = Array.from({ length: 50 }, (_, index) => `${index + 1}. item`).join("\n");
    const { blocks } = cutBlocks(items);
    expect(blocks.map(({ isContinued, token }) => [isContinued, "start" in token ? token.start : 0])).toEqual([
      [false, 1],
      [true, 21],
      [true, 41],
    ]);
  });

  it("accepts CRLF", () => {
    expect(cutBlocks("One.\r\n\r\nTwo.").blocks).toHaveLength(2);
  });
});

function shape({ blocks }: Cut): readonly (readonly [string, string])[] {
  return blocks.map(({ token, raw }) => [token.type, raw.trimEnd()]);
}
