/**
 * The agent's end of the wire: a process that may still be starting.
 */

import { toError } from "@tenon/basis";
import type { RunningAgent } from "@tenon/client";

import { type EndListeners, readAgent } from "./byte-ends.ts";
import { bytesOf, type Frame } from "./frame.ts";
import { createDrain } from "./drain.ts";

/** What the wire needs of a running agent. */
export interface AgentHandle extends Pick<RunningAgent, "addNoise"> {
  readonly child: Pick<RunningAgent["child"], "stdin" | "stdout" | "closed">;
  /** Ends it. Resolves when it is gone, with why. */
  end(): Promise<Error>;
}

export interface AgentProcess {
  /** A promise if the next frame has to wait. What is sent to an agent that has left is lost. */
  send(frame: Frame): Promise<void> | undefined;
  /** The client sends nothing more. */
  finish(): void;
  /** Resolves when it has ended or could not be started, and everything it wrote was read: with why. */
  readonly ended: Promise<Error>;
  /** Ends it and everything it started. May be called twice. */
  close(): Promise<void>;
}

export interface AgentProcessListeners extends EndListeners {
  onNoise(line: string): void;
}

export function joinAgent(starting: Promise<AgentHandle>, listeners: AgentProcessListeners): AgentProcess {
  let write: ((frame: Frame) => Promise<void> | undefined) | undefined;
  const started = starting.then(
    (agent) => {
      const { stdin } = agent.child;
      const drained = createDrain(stdin);
      write = (frame) => (!stdin.writable || stdin.write(bytesOf(frame)) ? undefined : drained());
      return agent;
    },
    () => undefined,
  );
  return {
    send: (frame) => (write ? write(frame) : started.then(() => write?.(frame))),
    finish: () => void started.then((agent) => agent?.child.stdin.end()),
    ended: run(),
    async close() {
      const agent = await started;
      void agent?.end();
      await agent?.child.closed;
    },
  };

  async function run(): Promise<Error> {
    try {
      const agent = await starting;
      await readAgent(agent.child.stdout, {
        ...listeners,
        onNoise(line) {
          agent.addNoise(line);
          listeners.onNoise(line);
        },
      });
      return await agent.end();
    } catch (error) {
      return toError(error);
    }
  }
}
