/**
 * Which of the agent's tool calls are calls of the endpoint, and which call at the endpoint belongs to which of them.
 *
 * An agent names a call in its updates and its questions, and makes it over another connection: the two are joined by the
 * tool and its arguments. The update may come after the call.
 */

import { isObject, type JsonObject, objectOf, stringOf } from "@tenon/basis";
import { readToolName } from "@tenon/client";
import type { EndpointCall, EndpointTool } from "@tenon/hub/endpoint";

import type { AgentTraits } from "../../agents/agent-traits.ts";
import { joinCalls } from "./join-calls.ts";

export interface AgentCall {
  readonly toolCallId: string;
  /** The tool in the endpoint's list, without the agent's prefix. */
  readonly called: string;
  /** The tool that is meant; undefined for one of the endpoint's own, and where it is not known. */
  readonly tool?: EndpointTool | undefined;
  /** Undefined if the agent does not show them. */
  readonly args?: JsonObject | undefined;
}

export interface AgentCalls {
  /** A call in an update or a question of the agent; undefined if it is not one of the endpoint. */
  read(toolCall: unknown): AgentCall | undefined;
  /** The server of the agent's own that a call belongs to, if it certainly does. */
  strangerOf(toolCall: unknown): string | undefined;
  /** The agent's id of a call at the endpoint; waits a little for its update. Undefined if it has none. Never rejects. */
  idOf(call: EndpointCall): Promise<string | undefined>;
  /** The call at the endpoint that an id of the agent's was joined to. */
  callOf(toolCallId: string): string | undefined;
  /** Nothing is waited for any more: the turn is over. */
  clear(): void;
}

// An agent that never ends a call must not fill our memory.
const MAX_CALLS = 1_000;
const CALL_TOOL = "call_tool";

export interface AgentCallsOptions extends Pick<AgentTraits, "showsInvocation" | "joinsUnderscores"> {
  /** How the agent knows our servers: those of the endpoints in `mcpServers`. Read for each call: more may come. */
  readonly names: readonly string[];
  /** The name for `find` of a tool of one of these servers; by default its own name, if there is such a tool. */
  readonly locate?: (server: string, tool: string) => string | undefined;
}

export function createAgentCalls(find: FindTool, options: AgentCallsOptions): AgentCalls {
  const { showsInvocation = false } = options;
  const known = new Map<string, AgentCall>();
  const joined = joinCalls(() => known.values());
  const names = createCallNames(find, options);

  return {
    read(toolCall) {
      const fields = objectOf(toolCall);
      const toolCallId = stringOf(fields["toolCallId"]);
      if (toolCallId === undefined) return undefined;
      const before = known.get(toolCallId);
      const called = before?.called ?? names.in(toolCallId, fields);
      if (called === undefined) return undefined;
      const args = argumentsIn(fields["rawInput"], showsInvocation ? options.names : []);
      const call = callTo(find, { ...before, toolCallId, called }, args);
      known.delete(toolCallId);
      known.set(toolCallId, call);
      const [oldest] = known.keys();
      if (known.size > MAX_CALLS && oldest !== undefined) known.delete(oldest);
      joined.look();
      // What the agent has ended without calling, such as what it replays or refuses, is not a later call.
      if (ENDED.has(stringOf(fields["status"]) ?? "") && joined.callOf(toolCallId) === undefined)
        known.delete(toolCallId);
      return call;
    },
    strangerOf(toolCall) {
      const name = readToolName(toolCallOf(objectOf(toolCall)));
      return name?.isOfServer && !name.isGuessed && !options.names.includes(name.subject.server ?? "")
        ? name.subject.server
        : undefined;
    },
    idOf: joined.idOf,
    callOf: joined.callOf,
    clear() {
      known.clear();
      joined.clear();
      names.clear();
    },
  };
}

type FindTool = (name: string) => EndpointTool | undefined;

/** Which of our tools a call is of, by what the agent says of it. */
function createCallNames(find: FindTool, options: AgentCallsOptions) {
  const { showsInvocation = false, joinsUnderscores, locate = locateHere } = options;
  /** Calls that were shown as commands, edits and the like. */
  const acting = new Set<string>();
  return { in: nameIn, clear: () => acting.clear() };

  /**
   * The name without the agent's prefix, if it is a tool of ours: a server of the agent's own may be called as we are. One
   * that is only in the title counts if the call was never shown as a command or an edit: those have titles that the model
   * writes. So it does the arguments, which count only where the agent puts the call there itself.
   */
  function nameIn(toolCallId: string, fields: JsonObject): string | undefined {
    if (ACTING_KINDS.has(stringOf(fields["kind"]) ?? "")) acting.add(toolCallId);
    const { names } = options;
    const toolCall = toolCallOf(showsInvocation ? fields : { ...fields, rawInput: undefined });
    const named = readToolName({ ...toolCall, title: null }, names);
    const { server, tool } = (named ?? readToolName(toolCall, names))?.subject ?? {};
    if (server === undefined || !names.includes(server) || tool === undefined || (!named && acting.has(toolCallId)))
      return undefined;
    return locate(server, tool);
  }

  function locateHere(_server: string, tool: string): string | undefined {
    if (OWN_TOOLS.has(tool) || find(tool)) return tool;
    return joinsUnderscores ? separated(tool).find((name) => find(name)) : undefined;
  }
}

function callTo(find: FindTool, call: AgentCall, input: JsonObject | undefined): AgentCall {
  const { toolCallId, called } = call;
  if (called !== CALL_TOOL) return { toolCallId, called, tool: find(called), args: input ?? call.args };
  const inner = find(stringOf(input?.["name"]) ?? "");
  return inner ? { toolCallId, called, tool: inner, args: objectOf(input?.["arguments"]) } : call;
}

/** The states in which a call is over. */
export const ENDED: ReadonlySet<string> = new Set(["completed", "failed"]);

const ACTING_KINDS = new Set(["execute", "edit", "delete", "move", "fetch"]);

const OWN_TOOLS = new Set([
  CALL_TOOL,
  "find_tools",
  "describe_tool",
  "read_result",
  "wait_for_call",
  "list_skills",
  "read_skill",
]);

/** The names that a name may have been before `__` between server and tool became `_`. */
function separated(name: string): readonly string[] {
  return [...name.matchAll(/_/g)].map(({ index }) => `${name.slice(0, index)}_${name.slice(index)}`);
}

/** Some agents have them beside the names of server and tool. */
function argumentsIn(rawInput: unknown, names: readonly string[]): JsonObject | undefined {
  if (!isObject(rawInput)) return undefined;
  const isInvocation = ["server", "server_name"].some((key) => names.includes(stringOf(rawInput[key]) ?? ""));
  const inner = rawInput["arguments"] ?? rawInput["args"];
  return isInvocation && isObject(inner) ? inner : isInvocation ? {} : rawInput;
}

/** As the reader of names takes it; of unknown shape here. */
function toolCallOf(fields: JsonObject): Parameters<typeof readToolName>[0] {
  const { name, title, rawInput, _meta } = fields;
  return {
    name: stringOf(name) ?? null,
    title: stringOf(title) ?? null,
    rawInput,
    _meta: isObject(_meta) ? { ..._meta } : null,
  };
}
