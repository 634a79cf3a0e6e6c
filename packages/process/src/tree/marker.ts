/**
 * The one variable we add to a child's environment. It is inherited by everything the child starts, and stays with a
 * process that leaves its group, its session and its parent, so the whole tree can be found again.
 *
 * The value is a path of marks, `host.child:host.child`: a Tenon inside a tree adds its own at the end, so that the
 * outer one still finds everything below.
 */

export const MARKER = "TENON_TREE";

/** The value for a child whose own mark is `mark`, below whatever tree we are in ourselves. */
export function markerFor(mark: string, inherited: string | undefined): string {
  return inherited ? `${inherited}:${mark}` : mark;
}

export function carriesMark(value: string | undefined, mark: string): boolean {
  return value !== undefined && value.split(":").includes(mark);
}
