/**
 * The last resort of a process that serves many sessions: an error that nothing has caught is reported, the session that
 * it belongs to is ended, and the others go on.
 *
 * An error that belongs to no session is only reported. Errors without end mean that the process itself is broken, and
 * then it ends.
 */

import { AsyncLocalStorage } from "node:async_hooks";

import type { SessionOwner, SessionScope } from "@tenon/agent";

import { defined, toError } from "@tenon/basis";

import { t } from "../messages/t.ts";
import { exitCode } from "./exit-code.ts";

export interface LastResort extends Disposable {
  readonly scope: SessionScope;
}

export interface LastResortOptions {
  readonly report: (fault: Fault) => void;
  readonly exit?: (code: number) => void;
  readonly now?: () => number;
}

export interface Fault {
  readonly error: Error;
  /** The session that was ended because of it. */
  readonly sessionId?: string;
  readonly isLast: boolean;
}

const MAX_FAULTS = 20;
const WITHIN_MS = 10_000;

export function installLastResort(options: LastResortOptions): LastResort {
  const { report, exit = (code) => process.exit(code), now = () => performance.now() } = options;
  const owners = new AsyncLocalStorage<SessionOwner | undefined>();
  let recent: number[] = [];

  function onFault(cause: unknown): void {
    const error = toError(cause);
    const owner = owners.getStore();
    // Node.js would run what comes next on behalf of the same session.
    owners.enterWith(undefined);
    const time = now();
    recent = [...recent.filter((at) => at > time - WITHIN_MS), time];
    const isLast = recent.length > MAX_FAULTS;
    const sessionId = owner?.fail(error) ? owner.sessionId : undefined;
    report({ error, isLast, ...defined({ sessionId }) });
    if (isLast) exit(exitCode.failed);
  }

  // A closed standard error must not end the process.
  process.stderr.on("error", ignore);
  process.on("uncaughtException", onFault);
  process.on("unhandledRejection", onFault);
  return {
    scope: { run: (owner, work) => owners.run(owner, work) },
    [Symbol.dispose]() {
      process.stderr.off("error", ignore);
      process.off("uncaughtException", onFault);
      process.off("unhandledRejection", onFault);
    },
  };
}

function ignore(): void {}

/** For a person who reads standard error. */
export function describeFault({ error, sessionId, isLast }: Fault): string {
  const whose =
    sessionId === undefined ? t("No session was ended.") : t("Session {sessionId} was ended.", { sessionId });
  const last = t(" More than {count} errors in {seconds} s: exiting.", {
    count: MAX_FAULTS,
    seconds: WITHIN_MS / 1_000,
  });
  const what = t("Internal error, please report it. {whose}", { whose });
  return `${what}${isLast ? last : ""}\n${error.stack ?? error.message}`;
}
