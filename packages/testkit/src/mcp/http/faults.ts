/**
 * Plays the faults of a script: each request meets the first that fits it.
 */

import { isObject } from "@tenon/basis";

import { closeResponse, openEventStream } from "./event-stream.ts";
import type { Exchange } from "./exchange.ts";
import type { FaultAnswer, HttpFault } from "./http-fault.ts";

export interface Faults {
  add(fault: HttpFault): void;
  /** Answers the exchange, or hands it on to be answered properly, perhaps under a wrong content type. */
  play(exchange: Exchange, handOn: (exchange: Exchange) => void): void;
}

export function createFaults(given: readonly HttpFault[]): Faults {
  const faults = given.map(armed);
  return {
    add: (fault) => void faults.push(armed(fault)),
    play(exchange, handOn) {
      const fault = faults.find(({ left, when }) => left > 0 && fits(exchange, when));
      if (!fault) {
        handOn(exchange);
        return;
      }
      fault.left--;
      playAnswer(fault.answer, exchange, handOn);
    },
  };
}

function armed(fault: HttpFault) {
  return { ...fault, left: fault.times ?? Infinity };
}

function fits(exchange: Exchange, when: HttpFault["when"] = {}): boolean {
  const { httpMethod, path, method } = when;
  return (
    (httpMethod === undefined || httpMethod === exchange.httpMethod) &&
    (path === undefined || path === exchange.path) &&
    (method === undefined || method === methodOf(exchange.body))
  );
}

function methodOf(body: string): unknown {
  try {
    const message: unknown = JSON.parse(body);
    return isObject(message) ? message["method"] : undefined;
  } catch {
    return undefined; // a request without a message
  }
}

function playAnswer(answer: FaultAnswer, exchange: Exchange, handOn: (exchange: Exchange) => void): void {
  const { response } = exchange;
  switch (answer.type) {
    case "status":
      response.writeHead(answer.status, answer.headers).end(answer.body);
      return;
    case "empty-stream":
      openEventStream(exchange);
      if (answer.ending !== "stall") closeResponse(response, answer.ending);
      return;
    case "stall":
      return;
    case "cut":
      response.destroy();
      return;
    case "mislabel":
      handOn({ ...exchange, contentType: answer.contentType });
  }
}
