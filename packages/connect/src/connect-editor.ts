/**
 * Joins one editor's bytes to a gateway, and ends it correctly.
 *
 * The gateway is gone for good: the editor's open requests get an error that says why. The editor ends: the gateway gets
 * everything that the editor wrote; its sessions there go on.
 */

import { RPC_ERROR, unlessAborted, whenAborted, within } from "@tenon/basis";
import {
  bytesOf,
  type ClientEnd,
  createWire,
  type Frame,
  gatherLines,
  readClient,
  type WireOptions,
} from "@tenon/proxy";

import { createFarEnd, type FarEndOptions } from "./far/far-end.ts";
import type { CreateConnectInterceptor } from "./session/connect-interceptor.ts";

export interface ConnectOptions
  extends Pick<WireOptions, "record" | "onWarning">, Pick<FarEndOptions, "open" | "gateway" | "clock" | "newId"> {
  readonly editor: ClientEnd;
  readonly intercept: CreateConnectInterceptor;
  /** Aborted, everything ends at once. */
  readonly signal: AbortSignal;
}

export interface ConnectEnd {
  readonly by: "editor" | "gateway" | "signal";
  /** Why there is no gateway, if that is what has ended it. */
  readonly error?: Error;
}

// An editor that does not read must not keep us.
const FLUSH_MS = 1_000;
// The reason is reported with the editor's first request.
const FIRST_MESSAGE_MS = 5_000;

/** Resolves when nothing is left of what was opened here. */
export async function connectEditor(options: ConnectOptions): Promise<ConnectEnd> {
  const { signal } = options;
  const { wire, far, editorEnded, flushed, first } = join(options);
  let error: Error | undefined;
  const farEnded = far.ended.then((reason) => (error = reason));
  const by = await Promise.race([
    whenAborted(signal).then(() => "signal" as const),
    editorEnded.then(() => "editor" as const),
    farEnded.then(() => "gateway" as const),
  ]);
  if (by === "editor") await unlessAborted(within(FLUSH_MS, wire.settled(), { signal }), signal);
  if (by === "gateway" && error) {
    await unlessAborted(within(FIRST_MESSAGE_MS, Promise.race([first, editorEnded]), { signal }), signal);
    wire.failPending({ code: RPC_ERROR.internal, message: error.message });
  }
  await Promise.all([far.close(), wire.close()]);
  await within(FLUSH_MS, wire.settled().then(flushed));
  return by === "gateway" && error ? { by, error } : { by };
}

function join(options: ConnectOptions) {
  const { editor, intercept, record, onWarning } = options;
  const first = Promise.withResolvers<void>();
  const unread = Promise.withResolvers<void>();
  const lines = gatherLines((bytes) => editor.write(bytes));
  const state: { interceptor?: ReturnType<CreateConnectInterceptor> } = {};
  const wire = createWire({
    intercept: (sides) => (state.interceptor = intercept(sides)),
    record,
    onWarning,
    toClient: (frame: Frame) => lines.write(bytesOf(frame))?.catch(() => unread.resolve()),
    toAgent: (frame) => far.send(frame),
  });
  const far = createFarEnd({
    ...options,
    onFrame: (frame) => wire.fromAgent(frame),
    declare: (sessionId) => state.interceptor?.declare(sessionId),
    onState: (now) => state.interceptor?.onState(now),
  });
  const read = readClient(editor.input, {
    onFrame(frame) {
      first.resolve();
      return wire.fromClient(frame);
    },
    onRefused({ back }, problem) {
      onWarning(problem);
      if (back) wire.tellClient(back);
    },
  });
  return {
    wire,
    far,
    first: first.promise,
    editorEnded: Promise.race([read, unread.promise]),
    flushed: () => lines.flushed().catch(() => {}),
  };
}
