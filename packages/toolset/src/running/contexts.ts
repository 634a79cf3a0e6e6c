/**
 * The contexts that authors get, made of the request that is being answered.
 */

import { inputRequired, type InputRequest, inputResponse, type LoggingLevel } from "@modelcontextprotocol/server";
import { defined } from "@tenon/basis";

import type {
  ElicitationSchema,
  InteractiveContext,
  RequestContext,
  RequestInfo,
  ToolContext,
} from "../define/context.ts";
import { type Infer, isStandardSchema } from "../define/schema.ts";
import { ToolError } from "../tool-error.ts";
import type { Asker } from "./asker.ts";
import { CannotAsk } from "./cannot-ask.ts";
import { checkedSchema } from "./checked-schema.ts";
import type { Core } from "./core.ts";
import type { Exchange } from "./exchange.ts";

interface ContextOptions {
  /** Who logs: the name of the tool, resource or prompt. */
  readonly from: string;
  readonly state: unknown;
  readonly signal: AbortSignal;
}

// The contexts hold no accessors: in a literal they cost more than the rest of a short call.

export function requestContext(
  { log, mask, changes }: Core,
  exchange: () => Exchange,
  { from, state, signal }: ContextOptions,
): RequestContext {
  return {
    state,
    signal,
    request: exchange().request,
    log: (level, message) => {
      const masked = mask.json(message);
      log({ level, from, message: masked });
      sendLog(exchange(), level, masked, from);
    },
    resourceUpdated: changes.resourceUpdated,
    resourcesChanged: changes.resourcesChanged,
  };
}

export function toolContext<Result>(core: Core, asker: Asker<Result>, options: ContextOptions): ToolContext {
  return following(asker, { ...interactive(core, asker, options), progress: createProgress(core, asker) });
}

export function interactiveContext<Result>(
  core: Core,
  asker: Asker<Result>,
  options: ContextOptions,
): InteractiveContext {
  return following(asker, interactive(core, asker, options));
}

/** Its request is the newest, when the client has repeated it with answers. */
function following<Result, Context extends { request: RequestInfo }>(asker: Asker<Result>, context: Context): Context {
  asker.onrepeat = ({ request }) => (context.request = request);
  return context;
}

function interactive<Result>(core: Core, asker: Asker<Result>, options: ContextOptions): InteractiveContext {
  const { signal, from } = options;
  const capabilities = () => asker.exchange.capabilities;
  const ask = async (request: InputRequest, key?: string) =>
    inputResponse({ answer: await asker.ask(request, { signal, key }) }, "answer");
  return {
    ...requestContext(core, () => asker.exchange, options),
    canElicit: hasForms(capabilities().elicitation),
    async elicit({ message, schema, key }) {
      if (!hasForms(capabilities().elicitation)) throw new CannotAsk(from, { elicitation: {} });
      const request = inputRequired.elicit({ message: core.mask.text(message), requestedSchema: schema });
      const answer = await ask(request, key);
      if (answer.kind !== "elicit") return { action: "cancel" };
      if (answer.action !== "accept") return { action: answer.action };
      return { action: "accept", content: await accepted(schema, answer.content) };
    },
    async elicitUrl({ message, url }) {
      if (!capabilities().elicitation?.url) throw new CannotAsk(from, { elicitation: { url: {} } });
      const answer = await ask(inputRequired.elicitUrl({ message: core.mask.text(message), url }));
      return answer.kind === "elicit" ? answer.action : "cancel";
    },
    async sample(request) {
      if (!capabilities().sampling) throw new CannotAsk(from, { sampling: {} });
      const answer = await ask(inputRequired.createMessage(request));
      if (answer.kind !== "sampling") throw new ToolError("failed", "The client did not answer with a message");
      return answer.result;
    },
    async roots() {
      if (!capabilities().roots) return [];
      const answer = await ask(inputRequired.listRoots());
      return answer.kind === "roots" ? answer.roots : [];
    },
  };
}

/** A client that names no mode has forms. */
function hasForms(elicitation: Exchange["capabilities"]["elicitation"]): boolean {
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/** Checked: the client is not trusted to have followed the form. */
function accepted<S extends ElicitationSchema>(schema: S, content: unknown): Promise<Infer<S>>;
async function accepted(schema: ElicitationSchema, content: unknown): Promise<unknown> {
  const checked = await checkedSchema(isStandardSchema(schema) ? schema : { ...schema }, "input").check(content ?? {});
  if (checked.isValid) return checked.value;
  throw new ToolError("invalid_input", `The answer does not match the form: ${checked.problems}`);
}

/** One notification at a time: while one is on its way, only the newest is kept. */
function createProgress<Result>({ mask }: Core, asker: Asker<Result>): ToolContext["progress"] {
  let last = -Infinity;
  let isSending = false;
  let next: (() => Promise<void>) | undefined;

  return (done, { total, message } = {}) => {
    const { _meta, notify } = asker.exchange.context.mcpReq;
    const progressToken = _meta?.progressToken;
    // The specification wants it to grow.
    if (progressToken === undefined || done <= last) return;
    last = done;
    const text = message === undefined ? undefined : mask.text(message);
    const params = { progressToken, progress: done, ...defined({ total, message: text }) };
    next = () => notify({ method: "notifications/progress", params });
    if (!isSending) void sendNext();
  };

  async function sendNext(): Promise<void> {
    isSending = true;
    for (let send = next; send; send = next) {
      next = undefined;
      // A client that is gone needs no progress.
      await send().catch(() => {});
    }
    isSending = false;
  }
}

function sendLog({ context }: Exchange, level: LoggingLevel, message: unknown, from: string): void {
  // A client that is gone needs no log.
  context.mcpReq.log(level, message, from).catch(() => {});
}
