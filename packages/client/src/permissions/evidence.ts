/**
 * What can be seen of a tool call that asks for permission, as subjects of the policy.
 *
 * The kind is the agent's word, often only passed on from a server. It can make us see less (a command that is not shown)
 * and never more: no request is allowed for what its kind says. What looks like a command in the input of a tool that is
 * not known to be the agent's own may be an argument of a server's tool: it can forbid the call, and not allow it.
 */

import { resolve } from "node:path";

import type { RequestPermissionRequest, ToolKind } from "@agentclientprotocol/sdk";
import { isObject, type JsonObject, nonEmptyStringOf } from "@tenon/basis";
import {
  type Access,
  type CommandSubject,
  pathSubject,
  type Subject,
  type ToolCallSubject,
  type UrlSubject,
} from "@tenon/policy";

import type { SessionContext } from "../services.ts";
import { commandsIn } from "./commands-in.ts";
import { readToolName } from "./tool-name.ts";

export interface Evidence {
  /** The tool, if its name is known. */
  readonly tool?: ToolCallSubject;
  /** What it does: commands, addresses, changes of files that are shown. */
  readonly acts: readonly Subject[];
  /** What else it names. Rules about these can forbid the call, and not allow it. */
  readonly mentions: readonly Subject[];
  /** What is not shown, in a sentence; then acts alone allow nothing. */
  readonly unseen?: string;
  /** The tool's name is not certain: rules about it can forbid the call, and not allow it. */
  readonly isGuessed?: boolean;
}

// More would be looked up on the disk one by one, and no person could read them.
const MAX_PATHS = 100;
const FILE_NAMES = ["file_path", "filePath", "filepath", "absolute_path", "notebook_path"];
/** In the input of a server's tool they are often something else, such as a path of an API. */
const FILE_NAMES_OF_OWN_TOOLS = ["path", "fileName", "filename", "target_file", "absolutePath"];
const FILE_KINDS: ReadonlySet<string> = new Set(["read", "edit", "delete", "move"]);
const ACTING_KINDS: ReadonlySet<string> = new Set(["execute", "edit", "delete", "move", "fetch", "switch_mode"]);
const URL_NAMES = ["url", "uri", "urls"];

export async function evidenceOf(
  { toolCall }: Pick<RequestPermissionRequest, "toolCall">,
  session: Pick<SessionContext, "cwd" | "roots" | "servers">,
): Promise<Evidence> {
  const { content, kind, locations, title } = toolCall;
  const input = isObject(toolCall.rawInput) ? toolCall.rawInput : undefined;
  const name = readToolName(toolCall, session.servers);
  const tool: ToolCallSubject | undefined = name && { type: "tool-call", ...name.subject, arguments: input };
  // What a server does with its arguments is its own affair: rules about its tools can speak of them.
  const seen = name?.isOfServer && !name.isGuessed ? {} : (input ?? {});
  const commands = commandsIn(seen);
  const urls = stringsIn(seen, URL_NAMES).filter(isWebAddress);
  const diffs = (content ?? []).flatMap((part) => (part.type === "diff" ? [part.path] : []));
  const isFileTool = (name && !name.isOfServer) || FILE_KINDS.has(kind ?? "");
  const files = stringsIn(seen, isFileTool ? [...FILE_NAMES, ...FILE_NAMES_OF_OWN_TOOLS] : FILE_NAMES);
  const named = [...(locations ?? []).map(({ path }) => path), ...files];

  const isContradicted = commands.acts.length > 0 || urls.length > 0 || diffs.length > 0 || name?.isOfServer;
  const access: Access = !isContradicted && (kind === "read" || kind === "search") ? "read" : "write";
  const changed = await pathsOf(diffs, "write", session);
  const mentioned = await pathsOf(named, access, session);
  const acts: readonly Subject[] = [
    ...commands.acts,
    ...urls.map((url): UrlSubject => ({ type: "url", url })),
    ...changed.subjects,
  ];
  const shown = { command: commands.acts.length > 0, url: urls.length > 0, path: changed.subjects.length > 0 };
  const isOwn = name ? !name.isOfServer : isShownInTitle(title ?? "", [...commands.acts, ...urls]);
  const notOwn =
    isOwn || (!shown.command && !shown.url) ? undefined : "The agent does not say whether the tool is its own.";
  const unseen = changed.problem ?? mentioned.problem ?? unseenOf(kind, shown) ?? notOwn;
  const isGuessed = name?.isGuessed === true && (acts.length > 0 || ACTING_KINDS.has(kind ?? ""));
  return {
    ...(tool && { tool }),
    acts: name?.isOfServer ? [] : acts,
    mentions: [...(name?.isOfServer ? acts : []), ...commands.mentions, ...mentioned.subjects],
    ...(unseen !== undefined && { unseen }),
    ...(isGuessed && { isGuessed }),
  };
}

/** Without a name: agents show the very command, or the address; a server's tool is shown by its name. */
function isShownInTitle(title: string, acts: readonly (CommandSubject | string)[]): boolean {
  return acts.every((act) => {
    if (typeof act === "string") return title.includes(act);
    const line = "shell" in act ? act.shell : [act.command, ...(act.args ?? [])].join(" ");
    return title.includes(line.trim());
  });
}

type Shown = Readonly<Record<"command" | "url" | "path", boolean>>;

/** What a call of this kind does, and does not show. */
function unseenOf(kind: ToolKind | null | undefined, shown: Shown): string | undefined {
  if (kind === "execute" && !shown.command) return "The command is not shown.";
  if (kind === "fetch" && !shown.url) return "The address is not shown.";
  if ((kind === "edit" || kind === "delete" || kind === "move") && !shown.path) return "The change is not shown.";
  // Approving a plan, for example: consent to what is not known yet [D-09].
  return kind === "switch_mode" ? "It would change what the agent may do next." : undefined;
}

async function pathsOf(
  paths: readonly string[],
  access: Access,
  { cwd, roots }: Pick<SessionContext, "cwd" | "roots">,
): Promise<{ readonly subjects: readonly Subject[]; readonly problem?: string }> {
  const distinct = [...new Set(paths)];
  const questions = distinct
    .slice(0, MAX_PATHS)
    .map((path) =>
      pathSubject({ access, path: resolve(cwd, path), roots }).catch(() => ({ problem: "It cannot be read." })),
    );
  const found = await Promise.all(questions);
  const subjects = found.flatMap((one) => ("subject" in one ? [one.subject] : []));
  if (distinct.length > MAX_PATHS) return { subjects, problem: `It names more than ${MAX_PATHS} files.` };
  return subjects.length === found.length
    ? { subjects }
    : { subjects, problem: "One of its paths cannot be resolved." };
}

function isWebAddress(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
}

/** The strings under these names, which differ from agent to agent; an array gives each of its strings. */
function stringsIn(input: JsonObject, names: readonly string[]): readonly string[] {
  const values: readonly unknown[] = names.flatMap((name) => [input[name]].flat());
  return values.flatMap((value) => nonEmptyStringOf(value) ?? []);
}
