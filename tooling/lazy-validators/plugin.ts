/**
 * Makes the SDKs of ACP and MCP build each of their validators when it is first used.
 *
 * Their files build 190 and 450 zod validators while they load, or all those of a revision with the first message; a session with
 * a server needs some twenty. The files are machine-made and have one statement for each validator, so it is enough to wrap
 * each statement. A file that looks different fails the build.
 */

import { fileURLToPath } from "node:url";

interface Generated {
  readonly file: RegExp;
  /** The beginning of a statement up to its value; the first group is its indentation. */
  readonly validator: string;
}

const generated: readonly Generated[] = [
  {
    file: /@agentclientprotocol[/\\]sdk[/\\]dist[/\\]v1[/\\]schema[/\\](?:zod|guards)\.gen\.js$/,
    validator: String.raw`^()(?:export )?const z\w+ = `,
  },
  {
    file: /@modelcontextprotocol[/\\](?:core|client)[/\\]dist[/\\](?:schemas|auth|src)-[\w-]+\.mjs$/,
    validator: String.raw`^(\t?)const \w+Schema(?:\$\d+)? = (?:\/\* @__PURE__ \*\/ )?(?=[A-Za-z])(?!function)`,
  },
];
const LAZY = fileURLToPath(new URL("./lazy.ts", import.meta.url));

export function lazyValidators() {
  return {
    name: "lazy-validators",
    transform(code: string, id: string): string | undefined {
      return generated.some(({ file }) => file.test(id)) ? makeLazy(code, id) : undefined;
    },
  };
}

export function makeLazy(code: string, id: string): string {
  const { validator } = generated.find(({ file }) => file.test(id)) ?? { validator: "$^" };
  const expected = code.match(new RegExp(validator, "gm"))?.length ?? 0;
  let wrapped = 0;
  // A statement ends before a line that is indented like it and closes nothing.
  const statement = new RegExp(String.raw`(${validator})([\s\S]*?);\n(?=\2[^\s)\]}]|$)`, "gm");
  const result = code.replace(statement, (_, start: string, _indentation, expression: string) => {
    wrapped += 1;
    return `${start}lazy(() => ${expression});\n`;
  });
  if (expected === 0 || wrapped !== expected) {
    throw new Error(`${id} has ${expected} validators, and ${wrapped} of them could be made lazy`);
  }
  return `import { lazy } from ${JSON.stringify(LAZY)};\n${result}`;
}
