/** A command as a person reads it, and as it is compared with others. */

/** Without the shell that runs it, and without the end of input that our agent puts before it. */
export function lineOf(command: string, args: readonly string[]): string {
  const [first, line = "", ...rest] = args;
  if (first !== "-c" || !SHELL.test(command)) return args.length === 0 ? command : words([command, ...args]);
  if (rest.length === 0) return line.replace(/^exec <\/dev\/null; /, "");
  return line === 'exec "$0" "$@" </dev/null' ? words(rest) : words([command, ...args]);
}

/** Of the system: one in a folder of the session can be anything. */
const SHELL = /^(\/(usr\/)?bin\/)?(ba|z|da)?sh$/;

/** As a shell reads them, so that `"a b"` is not taken for two. */
function words(each: readonly string[]): string {
  return each.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(" ");
}
