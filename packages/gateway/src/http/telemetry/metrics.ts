/**
 * Numbers for monitoring, in the format of Prometheus.
 */

import { monitorEventLoopDelay } from "node:perf_hooks";

import { Counter, Gauge, Histogram, type MetricConfiguration, type Registry } from "prom-client";

import type { Gateway } from "../../gateway.ts";
import { createMeasures, type Measures } from "./measures.ts";

export interface Metrics extends Disposable {
  readonly contentType: string;
  text(): Promise<string>;
  /** Of ACP, over either transport. */
  countMessage(direction: "in" | "out"): void;
  countFrame(): void;
  countRefusal(): void;
  /** How old a record was when it was sent to a reader that was not behind. */
  observeLag(seconds: number): void;
  /** How many ACP connections there are, by transport. */
  watchConnections(read: () => Readonly<Record<string, number>>): void;
}

export function createMetrics(gateway: Gateway, { register }: Measures = createMeasures()): Metrics {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  // Plain numbers, read on each scrape: they are counted for every message.
  let connections: Read = () => ({});
  const totals = { in: 0, out: 0, frames: 0, refusals: 0 };
  const metrics: readonly Metric[] = [
    [Gauge, "tenon_sessions", "Sessions that an agent has open, by state", () => statesOf(gateway), "state"],
    [Gauge, "tenon_connections", "ACP connections", () => connections(), "transport"],
    [Gauge, "tenon_agents", "Agents that run for connections", () => gateway.counts().upstreams],
    [Gauge, "tenon_feed_readers", "Readers of feeds", () => gateway.counts().feedReaders],
    [Counter, "tenon_messages_total", "ACP messages, from clients (in) and to them (out)", messages, "direction"],
    [Counter, "tenon_feed_frames_total", "Frames sent to readers of feeds", () => totals.frames],
    [Counter, "tenon_refused_requests_total", "Requests that were refused at the door", () => totals.refusals],
    [Gauge, "process_resident_memory_bytes", "Resident memory", () => process.memoryUsage.rss()],
    [Gauge, "nodejs_heap_used_bytes", "Used JavaScript heap", () => process.memoryUsage().heapUsed],
    [Gauge, "nodejs_eventloop_lag_p99_seconds", "Event loop lag since the last scrape", loopLag],
  ];
  for (const metric of metrics) add(register, metric);
  const lag = new Histogram({
    name: "tenon_feed_lag_seconds",
    help: "From the journal to a reader's socket, for a sample of the frames",
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [register],
  });

  return {
    contentType: register.contentType,
    text: () => register.metrics(),
    countMessage: (direction) => void (totals[direction] += 1),
    countFrame: () => void (totals.frames += 1),
    countRefusal: () => void (totals.refusals += 1),
    observeLag: (seconds) => lag.observe(seconds),
    watchConnections: (read) => void (connections = read),
    [Symbol.dispose]: () => void delay.disable(),
  };

  function messages() {
    return { in: totals.in, out: totals.out };
  }

  function loopLag(): number {
    const seconds = delay.percentile(99) / 1e9;
    delay.reset();
    return Number.isFinite(seconds) ? seconds : 0;
  }
}

/** What is read on each scrape: one number, or one for each value of the label. */
type Read = () => number | Readonly<Record<string, number>>;
type Metric = readonly [type: typeof Gauge | typeof Counter, name: string, help: string, read: Read, label?: string];

function add(register: Registry, [Type, name, help, read, label]: Metric): void {
  const metric: Gauge | Counter = new Type({
    name,
    help,
    labelNames: label === undefined ? [] : [label],
    registers: [],
    collect() {
      const values = read();
      metric.reset();
      if (typeof values === "number") metric.inc(values);
      else if (label !== undefined)
        for (const [value, number] of Object.entries(values)) metric.inc({ [label]: value }, number);
    },
  } satisfies MetricConfiguration<string>);
  register.registerMetric(metric);
}

function statesOf(gateway: Gateway): Readonly<Record<string, number>> {
  const { liveSessions, runningSessions: running, waitingSessions: waiting } = gateway.counts();
  return { idle: liveSessions - running - waiting, running, waiting };
}
