/**
 * Makes the ACP SDK build each of its validators when it is first used.
 *
 * The SDK's generated schema files build 190 zod validators while they load, which is a third of the time in which
 * `tenon agent` answers `initialize`; that answer needs two of them. The files are machine-made and have one statement
 * for each validator, so it is enough to wrap each statement. A file that looks different fails the build.
 */

import { fileURLToPath } from "node:url";

const GENERATED = /@agentclientprotocol[/\\]sdk[/\\]dist[/\\]v1[/\\]schema[/\\](?:zod|guards)\.gen\.js$/;
const STATEMENT = /^((?:export )?const z\w+ = )([\s\S]*?);\n(?=\S|$)/gm;
const LAZY = fileURLToPath(new URL("./lazy.ts", import.meta.url));

export function lazyValidators() {
  return {
    name: "lazy-validators",
    transform(code: string, id: string): string | undefined {
      return GENERATED.test(id) ? makeLazy(code, id) : undefined;
    },
  };
}

export function makeLazy(code: string, file: string): string {
  const expected = code.match(/^(?:export )?const z\w+ = /gm)?.length ?? 0;
  let wrapped = 0;
  const result = code.replace(STATEMENT, (_, start: string, expression: string) => {
    wrapped += 1;
    return `${start}lazy(() => ${expression});\n`;
  });
  if (expected === 0 || wrapped !== expected) {
    throw new Error(`${file} has ${expected} validators, and ${wrapped} of them could be made lazy`);
  }
  return `import { lazy } from ${JSON.stringify(LAZY)};\n${result}`;
}
