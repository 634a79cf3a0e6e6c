/**
 * Which of several processes of an agent a message belongs to, where each process runs one session.
 *
 * A session is its process's that opened it, or that spoke of it first. Each process counts its requests from the same
 * number, so those of all but the first get ids of ours, and the client's answers the ids that the process knows.
 */

import { isObject, memberSpans, objectOf, stringOf } from "@tenon/basis";

export interface Routed {
  /** Counted from 0; a process that is not there yet has to be started. */
  readonly process: number | "all";
  readonly text: string;
}

export interface SessionRoutes {
  /** `text` is the JSON of the message. */
  fromClient(message: unknown, text: string): Routed;
  /** What the client gets of a message of a process. */
  fromProcess(process: number, message: unknown, text: string): string;
  /** It could not be started: its number is given out again. */
  lost(process: number): void;
}

const OPENING: ReadonlySet<unknown> = new Set(["session/new", "session/load", "session/resume", "session/fork"]);

export function createSessionRoutes(): SessionRoutes {
  const owners = new Map<string, number>();
  const openings = new Map<unknown, number>();
  const taken = new Set<number>();
  const questions = createRenamedQuestions();
  return {
    fromClient(message, text) {
      const { id, method } = objectOf(message);
      if (method === undefined) return questions.answer(id, text);
      const session = sessionOf(message);
      if (OPENING.has(method)) {
        const isAgain = method === "session/load" || method === "session/resume";
        const process = (isAgain ? owners.get(session) : undefined) ?? firstFree();
        taken.add(process);
        openings.set(id, process);
        return { process, text };
      }
      // Each ignores what it was not asked.
      return { process: method === "$/cancel_request" ? "all" : (owners.get(session) ?? 0), text };
    },
    fromProcess(process, message, text) {
      const { id, method } = objectOf(message);
      if (method === undefined) return opened(process, message, text);
      const session = sessionOf(message);
      if (session !== "" && !owners.has(session)) owners.set(session, process);
      if (process === 0) return text;
      if (method === "$/cancel_request") return withParam(text, "requestId", (raw) => nameOf(process, raw));
      return id === undefined ? text : withMember(text, "id", (raw) => questions.rename(process, raw));
    },
    lost: (process) => void taken.delete(process),
  };

  function firstFree(): number {
    let process = 0;
    while (taken.has(process)) process += 1;
    return process;
  }

  function opened(process: number, message: unknown, text: string): string {
    const { id, result, error } = objectOf(message);
    if (openings.get(id) !== process) return text;
    openings.delete(id);
    const session = stringOf(objectOf(result)["sessionId"]);
    if (session !== undefined) owners.set(session, process);
    if (isObject(error) && ![...owners.values()].includes(process)) taken.delete(process);
    return text;
  }
}

/** The requests of all processes but the first, by the ids that the client knows them by. */
function createRenamedQuestions() {
  const open = new Map<unknown, { readonly process: number; readonly id: string }>();
  return {
    /** `id` is the JSON of the id that the process gave; so is what comes back. */
    rename(process: number, id: string): string {
      const name = nameOf(process, id);
      open.set(JSON.parse(name), { process, id });
      return name;
    },
    /** The client's answer, to the process that asked. */
    answer(id: unknown, text: string): Routed {
      const question = open.get(id);
      if (!question) return { process: 0, text };
      open.delete(id);
      return { process: question.process, text: withMember(text, "id", () => question.id) };
    },
  };
}

function sessionOf(message: unknown): string {
  return stringOf(objectOf(objectOf(message)["params"])["sessionId"]) ?? "";
}

/** As JSON. `id` is the JSON of the id that the process gave. */
function nameOf(process: number, id: string): string {
  return JSON.stringify(`process-${process}:${id}`);
}

function withParam(text: string, name: string, change: (raw: string) => string): string {
  return withMember(text, "params", (params) => withMember(params, name, change));
}

/** Every other byte stays. */
export function withMember(text: string, name: string, change: (raw: string) => string): string {
  const span = memberSpans(text).findLast((member) => member.name === name);
  return span ? text.slice(0, span.start) + change(text.slice(span.start, span.end)) + text.slice(span.end) : text;
}
