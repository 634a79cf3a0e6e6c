/**
 * Numbers for whoever watches the server, in the format of Prometheus.
 */

import { monitorEventLoopDelay } from "node:perf_hooks";

import { Counter, Gauge, Histogram, Registry } from "prom-client";

import type { Gateway } from "../../gateway.ts";

export interface Metrics extends Disposable {
  readonly contentType: string;
  text(): Promise<string>;
  /** Of ACP, over either transport. */
  countMessage(direction: "in" | "out"): void;
  countFrame(): void;
  countRefusal(): void;
  /** How old a record was when it was sent to a reader that was not behind. */
  observeLag(seconds: number): void;
}

export function createMetrics(options: {
  readonly gateway: Gateway;
  readonly connections: () => Readonly<Record<string, number>>;
}): Metrics {
  const { gateway } = options;
  const register = new Registry();
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  // Plain numbers, read when somebody asks: they are counted for every message.
  const totals = { in: 0, out: 0, frames: 0, refusals: 0 };

  gauge("tenon_sessions", "Sessions that an agent has open, by what they do", "state", () => {
    const { liveSessions, runningSessions, waitingSessions } = gateway.counts();
    return {
      idle: liveSessions - runningSessions - waitingSessions,
      running: runningSessions,
      waiting: waitingSessions,
    };
  });
  gauge("tenon_connections", "ACP connections", "transport", options.connections);
  gauge("tenon_agents", "Agents that run for connections", "", () => ({ "": gateway.counts().upstreams }));
  gauge("tenon_feed_readers", "Readers of feeds", "", () => ({ "": gateway.counts().feedReaders }));
  counter("tenon_messages_total", "ACP messages, from clients (in) and to them (out)", "direction", () => ({
    in: totals.in,
    out: totals.out,
  }));
  counter("tenon_feed_frames_total", "Frames sent to readers of feeds", "", () => ({ "": totals.frames }));
  counter("tenon_refused_requests_total", "Requests that were refused at the door", "", () => ({
    "": totals.refusals,
  }));
  gauge("process_resident_memory_bytes", "Memory of the process", "", () => ({ "": process.memoryUsage.rss() }));
  gauge("nodejs_heap_used_bytes", "Memory of JavaScript values", "", () => ({ "": process.memoryUsage().heapUsed }));
  gauge("nodejs_eventloop_lag_p99_seconds", "How late the event loop was, since the last time asked", "", () => {
    const seconds = delay.percentile(99) / 1e9;
    delay.reset();
    return { "": Number.isFinite(seconds) ? seconds : 0 };
  });
  const lag = new Histogram({
    name: "tenon_feed_lag_seconds",
    help: "From the journal to a reader's socket, for a part of the frames",
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
    [Symbol.dispose]: () => void delay.disable(),
  };

  /** What is read, by the value of its label; a label without a name is none. */
  type Read = () => Readonly<Record<string, number>>;

  function gauge(name: string, help: string, label: string, read: Read): void {
    const labelNames = label === "" ? [] : [label];
    const metric = new Gauge({
      name,
      help,
      labelNames,
      registers: [],
      collect() {
        for (const [value, number] of Object.entries(read())) this.set(label === "" ? {} : { [label]: value }, number);
      },
    });
    register.registerMetric(metric);
  }

  function counter(name: string, help: string, label: string, read: Read): void {
    const labelNames = label === "" ? [] : [label];
    const metric = new Counter({
      name,
      help,
      labelNames,
      registers: [],
      collect() {
        this.reset();
        for (const [value, number] of Object.entries(read())) this.inc(label === "" ? {} : { [label]: value }, number);
      },
    });
    register.registerMetric(metric);
  }
}
