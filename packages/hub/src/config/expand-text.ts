/**
 * Puts variables into a text: `${NAME}`, `${NAME:-default}`, `${env:NAME}`, `${workspaceFolder}`. `$${` is a plain `${`.
 *
 * It goes over the text once: what a variable holds is never looked at again. An unset variable is never an empty text,
 * which would send a server away with "Bearer " and no reason [P30].
 */

export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly workspaceFolder: string;
}

export interface ExpandedText {
  readonly text: string;
  /** The variables it names. */
  readonly reads: readonly string[];
  /** Those of them that are not set and have no default. */
  readonly unset: readonly string[];
  /** References in no form that we know. */
  readonly unreadable: readonly string[];
}

/** Puts variables into texts of a file, and notes each that is not set or cannot be read, with its path. */
export function expander(
  surroundings: Surroundings,
  note: (code: "unset_variable" | "unreadable_reference", message: string, path: string) => void,
): (text: string, path: string) => string {
  return (text, path) => {
    const { text: expanded, unset, unreadable } = expandText(text, surroundings);
    for (const variable of unset) note("unset_variable", `the variable ${variable} is not set`, path);
    for (const reference of unreadable) {
      note("unreadable_reference", `${reference} cannot be expanded (a plain "\${" is written "$\${")`, path);
    }
    return expanded;
  };
}

const REFERENCE = /\$\$\{|\$\{([^{}]*)\}|\$\{[^}]*\}?/g;
// The parentheses are for Windows and its `ProgramFiles(x86)`.
const VARIABLE = /^(?:env:)?([A-Za-z_][\w.()]*)(?::-(.*))?$/s;

export function expandText(text: string, { environment, workspaceFolder }: Surroundings): ExpandedText {
  const reads: string[] = [];
  const unset: string[] = [];
  const unreadable: string[] = [];
  return { text: text.replace(REFERENCE, replace), reads, unset, unreadable };

  function replace(reference: string, inside = ""): string {
    if (reference === "$${") return "${";
    if (inside === "workspaceFolder") return workspaceFolder;
    const [, name, otherwise] = VARIABLE.exec(inside) ?? [];
    if (name === undefined) {
      // What a shell would take for a default could be a secret.
      unreadable.push(reference.replace(/(:[-=?+]).*/s, "$1…"));
      return reference;
    }
    reads.push(name);
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
    // As in a shell, a default also stands in for a variable that is empty.
    if (otherwise !== undefined) return value || otherwise;
    if (value === undefined) unset.push(name);
    return value ?? reference;
  }
}
