/**
 * What the parts of a gateway tell of their work, as metrics of Prometheus.
 *
 * The law: the values of labels are written in our code, and there are few. Names of people, sessions, servers, tools and
 * models are in no metric.
 */

import type { CountName, OperationName, Telemetry } from "@tenon/basis";
import { Counter, Gauge, Histogram, Registry } from "prom-client";

export interface Measures extends Telemetry {
  readonly register: Registry;
}

const SECONDS = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const STORE_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5];

/** What takes long: how often, how long, and how it ended. */
const OPERATIONS: readonly (readonly [OperationName, name: string, help: string])[] = [
  ["turn", "tenon_turn_seconds", "Turns, of all agents"],
  ["model_request", "tenon_model_request_seconds", "Requests of our agent to models, until the answer is complete"],
  ["mcp_call", "tenon_mcp_call_seconds", "Calls of tools of MCP servers; a result that is an error counts as failed"],
  ["server_start", "tenon_mcp_server_start_seconds", "Starts of MCP servers, until they have answered"],
];

type Counted = readonly [CountName, typeof Gauge | typeof Counter, name: string, help: string, label?: string];

const COUNTS: readonly Counted[] = [
  ["servers", Gauge, "tenon_mcp_servers", "MCP servers of open sessions, by state", "state"],
  ["server_restarts", Counter, "tenon_mcp_restarts_total", "MCP servers that had to be started again"],
  ["refusals", Counter, "tenon_refused_calls_total", "Calls not made and servers not started, by what refused", "by"],
  ["tokens_offered", Counter, "tenon_offered_tokens_total", "Tokens of tools that were put before models, estimated"],
  ["tokens_saved", Counter, "tenon_saved_tokens_total", "Tokens of tools that were left out of offers, estimated"],
  ["model_tokens", Counter, "tenon_model_tokens_total", "Tokens that models have read and written", "kind"],
  ["leases", Gauge, "tenon_leases", "Sessions that this machine may write"],
  ["leases_lost", Counter, "tenon_lost_leases_total", "Sessions that were given up or taken over while open"],
  ["takeovers", Counter, "tenon_takeovers_total", "Sessions that were taken over from a holder that is gone"],
];

export function createMeasures(): Measures {
  const register = new Registry();
  const registers = [register];
  const durations = new Map(
    OPERATIONS.map(([operation, name, help]) => [
      operation,
      new Histogram({ name, help, labelNames: ["outcome"], buckets: SECONDS, registers }),
    ]),
  );
  const store = new Histogram({
    name: "tenon_store_seconds",
    help: "Statements of the journal's store",
    labelNames: ["statement", "outcome"],
    buckets: STORE_SECONDS,
    registers,
  });
  const counts = new Map(
    COUNTS.map(([count, Type, name, help, label]) => {
      const metric: Gauge | Counter = new Type({
        name,
        help,
        labelNames: label === undefined ? [] : [label],
        registers,
      });
      return [count, { label, metric }];
    }),
  );
  return {
    register,
    begin(name, facts, meta) {
      const started = performance.now();
      return {
        meta,
        end(outcome) {
          const seconds = (performance.now() - started) / 1_000;
          if (name === "store") store.observe({ statement: String(facts?.["statement"]), outcome }, seconds);
          else durations.get(name)?.observe({ outcome }, seconds);
        },
      };
    },
    count(name, by = 1, value) {
      const { label, metric } = counts.get(name) ?? {};
      if (label !== undefined && value !== undefined) metric?.inc({ [label]: value }, by);
      else metric?.inc(by);
    },
  };
}
