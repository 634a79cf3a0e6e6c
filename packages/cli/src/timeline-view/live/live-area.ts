/**
 * The last rows of a terminal, drawn again and again below everything that is finished.
 *
 * What stands above them is written once. After a change of the window's width a piece of an old row may be left, because
 * terminals differ in what they do to it; a finished row is never touched.
 */

export interface LiveArea {
  /**
   * What to write to put finished rows above, and these below, instead of what is there; nothing if nothing is new. A row
   * below must be shorter than the terminal is wide: where the last column is filled, some terminals begin a new row.
   */
  draw(finished: readonly string[], live: readonly string[]): string;
}

export function createLiveArea(): LiveArea {
  let drawn: readonly string[] = [];
  return {
    draw(finished, live) {
      if (finished.length === 0 && live.length === drawn.length && live.every((row, index) => row === drawn[index])) {
        return "";
      }
      const text = erase(drawn.length) + finished.map((row) => `${row}\n`).join("") + live.join("\n");
      drawn = [...live];
      return text;
    },
  };
}

function erase(rows: number): string {
  if (rows === 0) return "";
  return `\r${rows > 1 ? `\u001B[${rows - 1}A` : ""}\u001B[J`;
}
