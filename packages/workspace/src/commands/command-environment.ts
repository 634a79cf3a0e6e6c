/**
 * The environment of a command: the host's, without its secrets and without anything interactive, and then
 * what was given with it.
 */

import { commandVariables } from "@tenon/policy";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Pagers, editors and prompts would wait for input that never comes [F-02]. */
export const NON_INTERACTIVE: Readonly<Record<string, string>> = {
  TERM: "dumb",
  PAGER: "cat",
  GIT_PAGER: "cat",
  MANPAGER: "cat",
  GIT_EDITOR: "true",
  GIT_TERMINAL_PROMPT: "0",
};

export function commandEnvironment(
  host: Environment,
  {
    given = {},
    passed = [],
    cwd,
  }: {
    readonly given?: Environment;
    /** Names of secrets that the user passes on to commands, as patterns. */
    readonly passed?: readonly string[] | undefined;
    readonly cwd: string;
  },
): Environment {
  return {
    ...commandVariables(host, passed),
    ...NON_INTERACTIVE,
    // Programs believe it rather than asking the system where they are.
    PWD: cwd,
    ...given,
  };
}
