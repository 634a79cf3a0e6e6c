/**
 * Reads a line for a shell as the commands it will run, each as its words without quotes.
 *
 * It understands quotes, redirections and the signs that join commands, and nothing else. Whatever else a shell would act
 * on makes the line one that hides something; its pieces are still given, so that a rule can forbid what it finds in them.
 */
export interface ShellLine {
  readonly commands: readonly (readonly string[])[];
  /** Files that output goes to or input comes from. */
  readonly redirections: readonly string[];
  /** It does more than its commands say: a redirection, a substitution. */
  readonly hidesSomething: boolean;
  /** The shell expands some of its words (`$x`, `{a,b}`), so the command that runs is unknown. */
  readonly hidesWords: boolean;
}

export function readShellLine(line: string): ShellLine {
  const read = createCommandList();
  let hidesSomething = false;
  let hidesWords = false;
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at);
    const variable = character === "$" ? variableAt(line, at) : "";
    if (character === "'" || character === '"') {
      const quoted = readQuoted(line, at);
      read.append(quoted.text);
      hidesSomething ||= quoted.hidesWords;
      hidesWords ||= quoted.hidesWords;
      at = quoted.end;
    } else if (character === "\\") {
      at++;
      // A line break after a backslash joins the lines.
      if (line.charAt(at) !== "\n") read.append(line.charAt(at));
    } else if (character === "<" || character === ">") {
      hidesSomething = true;
      read.startRedirection();
      while (REDIRECTS.has(line.charAt(at + 1))) at++;
    } else if (JOINS.has(character)) {
      read.endCommand();
    } else if (variable !== "") {
      // It stays in its word: `$HOME/.ssh/id_rsa` still ends like the file that it names.
      read.append(variable);
      hidesSomething = true;
      hidesWords = true;
      at += variable.length - 1;
    } else if (HIDES.has(character) || (character === "#" && !read.isInWord())) {
      hidesSomething = true;
      hidesWords ||= MAKES_WORDS.has(character);
      read.endCommand();
    } else if (/\s/.test(character)) {
      read.endWord();
    } else {
      read.append(character);
    }
  }
  read.endCommand();
  return { commands: read.commands, redirections: read.redirections, hidesSomething, hidesWords };
}

/** Words, commands and redirections, as they are completed. */
function createCommandList() {
  const commands: string[][] = [];
  const redirections: string[] = [];
  let words: string[] = [];
  let word: string | undefined;
  let isRedirection = false;
  return { commands, redirections, append, isInWord: () => word !== undefined, endWord, endCommand, startRedirection };

  function append(text: string): void {
    word = (word ?? "") + text;
  }

  function endWord(): void {
    if (word === undefined) return;
    if (isRedirection) redirections.push(word);
    else words.push(word);
    word = undefined;
    isRedirection = false;
  }

  function endCommand(): void {
    endWord();
    isRedirection = false;
    if (words.length > 0) commands.push(words);
    words = [];
  }

  function startRedirection(): void {
    // The number of a stream belongs to the sign.
    if (word !== undefined && /^\d+$/.test(word)) word = undefined;
    endWord();
    isRedirection = true;
  }
}

/** As if every variable were empty. */
export function withoutVariables(words: readonly string[]): readonly string[] {
  return words.map((word) => word.replaceAll(new RegExp(VARIABLE, "gi"), "")).filter((word) => word !== "");
}

/** `$x`, `$1`, `${x}`, `${x:-y}`; not where commands may be inside. */
const VARIABLE = /\$(?:[a-z_]\w*|\d|[*@#?$!-]|\{[^{}$`()\n]{1,200}\})/iy;
const JOINS: ReadonlySet<string> = new Set(";&|\n");
const REDIRECTS: ReadonlySet<string> = new Set("<>&|");
// Substitutions and groups; and what the shells of Windows expand.
const HIDES: ReadonlySet<string> = new Set("$`(){}%^!\r\0");
const MAKES_WORDS: ReadonlySet<string> = new Set(process.platform === "win32" ? "$`{%^!\r\0" : "$`{\r\0");

function variableAt(line: string, at: number): string {
  VARIABLE.lastIndex = at;
  return VARIABLE.exec(line)?.[0] ?? "";
}

function readQuoted(line: string, start: number): { text: string; end: number; hidesWords: boolean } {
  const quote = line.charAt(start);
  let text = "";
  let hidesWords = false;
  for (let at = start + 1; at < line.length; at++) {
    const character = line.charAt(at);
    if (character === quote) return { text, end: at, hidesWords };
    if (quote === '"' && character === "\\") {
      const next = line.charAt(++at);
      // Before any other character the shell keeps the backslash.
      text += '$`"\\\n'.includes(next) ? next : `\\${next}`;
      continue;
    }
    if (quote === '"' && HIDES.has(character)) hidesWords = true;
    text += character;
  }
  return { text, end: line.length, hidesWords: true };
}
