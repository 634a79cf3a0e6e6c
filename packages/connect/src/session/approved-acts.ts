/**
 * What the user has allowed the agent over there to do, so that they are not asked a second time when it is done here.
 *
 * The agent's own question says what it is about to do; what it then asks this machine for may be something else. So a question
 * is shown with the command and the files that it is about, and its answer holds once, for exactly these.
 */

import { resolve } from "node:path";

import { isObject, itemsOf, type JsonObject, objectOf, stringOf } from "@tenon/basis";
import { visibleLine } from "@tenon/policy";

import { lineOf } from "./command-line.ts";

export interface ApprovedActs {
  /** A question of the agent as the editor gets it; undefined if it stays as it is. */
  asked(request: JsonObject): JsonObject | undefined;
  /** The editor's answer to any request. */
  answered(response: JsonObject): void;
  /** Whether this was allowed. It is then used up. */
  take(act: Act): boolean;
  /** The turn is over: what was allowed and not done is forgotten. */
  clear(): void;
}

export type Act =
  | { readonly type: "run"; readonly line: string; readonly cwd: string }
  | { readonly type: "write"; readonly path: string; readonly content: string };

const MAX_OPEN = 100;

/** `cwd` is the session's. */
export function createApprovedActs(cwd: string): ApprovedActs {
  const open = new Map<unknown, { readonly acts: readonly Act[]; readonly allowing: ReadonlySet<unknown> }>();
  let approved: Act[] = [];
  return {
    asked(request) {
      const params = objectOf(request["params"]);
      const toolCall = objectOf(params["toolCall"]);
      const acts = actsIn(toolCall, cwd);
      if (acts.length === 0 || open.size >= MAX_OPEN) return undefined;
      const options = itemsOf(params["options"]).map(objectOf);
      const allowing = options.filter(({ kind }) => kind === "allow_once" || kind === "allow_always");
      open.set(request["id"], { acts, allowing: new Set(allowing.map(({ optionId }) => optionId)) });
      const shown = { toolCall: { ...toolCall, title: titleOf(acts, cwd) }, options: options.map(named) };
      return { ...request, params: { ...params, ...shown } };
    },
    answered({ id, result }) {
      const question = open.get(id);
      open.delete(id);
      const { outcome, optionId } = objectOf(objectOf(result)["outcome"]);
      if (question && outcome === "selected" && question.allowing.has(optionId)) approved.push(...question.acts);
    },
    take(act) {
      const at = approved.findIndex((each) => isSame(each, act));
      if (at === -1) return false;
      approved.splice(at, 1);
      return true;
    },
    clear() {
      approved = [];
      open.clear();
    },
  };
}

function actsIn({ rawInput, content }: JsonObject, cwd: string): readonly Act[] {
  const { line, command, args, folder, cwd: given } = objectOf(rawInput);
  const program = stringOf(command);
  const run = stringOf(line) ?? (program === undefined ? undefined : lineOf(program, itemsOf(args).map(String)));
  const changes = itemsOf(content).filter(isObject);
  const writes = changes.flatMap(({ type, path, newText }): readonly Act[] =>
    type === "diff" && typeof path === "string" && typeof newText === "string"
      ? [{ type: "write", path, content: newText }]
      : [],
  );
  if (run === undefined) return writes;
  return [{ type: "run", line: run, cwd: resolve(cwd, stringOf(folder) ?? stringOf(given) ?? "") }];
}

/** What is to be done, with the folder if it is not the session's. */
export function titleOf(acts: readonly Act[], cwd: string): string {
  const titles = acts.map((act) => {
    if (act.type === "write") return `Write ${visibleLine(act.path)}`;
    return `Run ${visibleLine(act.line)}${act.cwd === cwd ? "" : ` in ${visibleLine(act.cwd)}`}`;
  });
  return titles.join(", ");
}

/** The gateway chooses the names: an option that allows must not be called "Reject". */
function named(option: JsonObject): JsonObject {
  const { kind } = option;
  if (kind !== "allow_once" && kind !== "allow_always") return option;
  const name = visibleLine(stringOf(option["name"]) ?? "");
  return /^(always )?allow\b/i.test(name) ? option : { ...option, name: `Allow: ${name}` };
}

function isSame(one: Act, other: Act): boolean {
  if (one.type === "run") return other.type === "run" && one.line === other.line && one.cwd === other.cwd;
  return other.type === "write" && one.path === other.path && one.content === other.content;
}
