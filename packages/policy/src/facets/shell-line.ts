/**
 * Reads a line for a shell as the commands it will run, each as its words without quotes.
 *
 * It understands quotes and the signs that join commands, and nothing else. Whatever else a shell would act on makes
 * the line one that hides something; its pieces are still given, so that a rule can forbid what it finds in them.
 */
export function readShellLine(line: string): {
  readonly commands: readonly (readonly string[])[];
  readonly hidesSomething: boolean;
} {
  const commands: string[][] = [];
  let words: string[] = [];
  let word: string | undefined;
  let hidesSomething = false;

  const endWord = () => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  const endCommand = () => {
    endWord();
    if (words.length > 0) commands.push(words);
    words = [];
  };

  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at);
    if (character === "'" || character === '"') {
      const quoted = readQuoted(line, at);
      word = (word ?? "") + quoted.text;
      hidesSomething ||= quoted.hidesSomething;
      at = quoted.end;
    } else if (character === "\\") {
      at++;
      // A break after a backslash is no break at all.
      if (line.charAt(at) !== "\n") word = (word ?? "") + line.charAt(at);
    } else if (JOINS.has(character)) {
      endCommand();
    } else if (HIDES.has(character) || (character === "#" && word === undefined)) {
      hidesSomething = true;
      endCommand();
    } else if (/\s/.test(character)) {
      endWord();
    } else {
      word = (word ?? "") + character;
    }
  }
  endCommand();
  return { commands, hidesSomething };
}

const JOINS: ReadonlySet<string> = new Set(";&|\n");
// Substitutions, redirections, groups; and what the shells of Windows expand.
const HIDES: ReadonlySet<string> = new Set("$`<>(){}%^!\r\0");

function readQuoted(line: string, start: number): { text: string; end: number; hidesSomething: boolean } {
  const quote = line.charAt(start);
  let text = "";
  let hidesSomething = false;
  for (let at = start + 1; at < line.length; at++) {
    const character = line.charAt(at);
    if (character === quote) return { text, end: at, hidesSomething };
    if (quote === '"' && character === "\\") {
      text += line.charAt(++at);
      continue;
    }
    if (quote === '"' && HIDES.has(character)) hidesSomething = true;
    text += character;
  }
  return { text, end: line.length, hidesSomething: true };
}
