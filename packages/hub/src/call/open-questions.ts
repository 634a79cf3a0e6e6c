/**
 * While a server waits for an answer of the session, the time of its calls stands still: it is a person who is silent then,
 * and not the server [W26].
 */

import type { SessionCallbacks } from "../connection/protocol/client-callbacks.ts";
import type { Deadline } from "./deadline.ts";

export interface OpenQuestions {
  /** The callbacks, counting what is asked. */
  counted(callbacks: SessionCallbacks): SessionCallbacks;
  /** For one call of a server: its time stands still while the server waits. */
  during(server: string, deadline: Pick<Deadline, "pause">): Disposable;
}

interface AskingServer {
  questions: number;
  /** The calls that run, with their pauses. */
  readonly calls: Map<Pick<Deadline, "pause">, Disposable | undefined>;
}

export function createOpenQuestions(): OpenQuestions {
  const servers = new Map<string, AskingServer>();

  return {
    counted({ elicit, sample, ...others }) {
      return {
        ...others,
        ...(elicit && {
          elicit: { ...elicit, ask: (request, from) => asking(from.server, () => elicit.ask(request, from)) },
        }),
        ...(sample && { sample: (request, from) => asking(from.server, () => sample(request, from)) }),
      };
    },
    during(name, deadline) {
      const server = of(name);
      server.calls.set(deadline, server.questions > 0 ? deadline.pause() : undefined);
      return {
        [Symbol.dispose]() {
          server.calls.delete(deadline);
          forget(name, server);
        },
      };
    },
  };

  async function asking<T>(name: string, ask: () => Promise<T>): Promise<T> {
    const server = of(name);
    if ((server.questions += 1) === 1) for (const call of server.calls.keys()) server.calls.set(call, call.pause());
    try {
      return await ask();
    } finally {
      if ((server.questions -= 1) === 0) {
        for (const [call, pause] of server.calls) {
          pause?.[Symbol.dispose]();
          server.calls.set(call, undefined);
        }
      }
      forget(name, server);
    }
  }

  function of(name: string): AskingServer {
    const server = servers.get(name) ?? { questions: 0, calls: new Map() };
    servers.set(name, server);
    return server;
  }

  function forget(name: string, server: AskingServer): void {
    if (server.questions === 0 && server.calls.size === 0) servers.delete(name);
  }
}
