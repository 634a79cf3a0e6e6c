/**
 * The variables of OpenTelemetry that are heeded: those of traces, and of the OTLP exporter over HTTP.
 */

import { defined } from "@tenon/basis";

export interface TraceSettings {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly delayMs: number;
  readonly queue: number;
  readonly batch: number;
  /** How many traces of those that begin here are kept, from 0 to 1. */
  readonly ratio: number;
  readonly resource: Readonly<Record<string, string>>;
}

type Environment = Readonly<Record<string, string | undefined>>;

export function traceSettings(
  environment: Environment,
  onWarning: (warning: string) => void,
): TraceSettings | undefined {
  const own = (name: string) => environment[`OTEL_EXPORTER_OTLP_TRACES_${name}`] || undefined;
  const both = (name: string) => own(name) ?? environment[`OTEL_EXPORTER_OTLP_${name}`];
  if (environment["OTEL_SDK_DISABLED"] === "true" || environment["OTEL_TRACES_EXPORTER"] === "none") return undefined;
  const endpoint = own("ENDPOINT") ?? withPath(environment["OTEL_EXPORTER_OTLP_ENDPOINT"] ?? "");
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? "")) {
    onWarning(
      `Traces are off: OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL, such as http://localhost:4318`,
    );
    return undefined;
  }
  if (both("PROTOCOL") === "grpc") {
    onWarning(
      "Traces are off: OTEL_EXPORTER_OTLP_PROTOCOL is grpc, but only OTLP over HTTP is supported: use http/json and port 4318",
    );
    return undefined;
  }
  return {
    endpoint,
    headers: pairsIn(both("HEADERS")),
    timeoutMs: numberIn(both("TIMEOUT"), 10_000),
    delayMs: numberIn(environment["OTEL_BSP_SCHEDULE_DELAY"], 5_000),
    queue: numberIn(environment["OTEL_BSP_MAX_QUEUE_SIZE"], 2_048),
    batch: numberIn(environment["OTEL_BSP_MAX_EXPORT_BATCH_SIZE"], 512),
    ratio: ratioOf(environment),
    resource: {
      "service.name": "tenon",
      ...pairsIn(environment["OTEL_RESOURCE_ATTRIBUTES"]),
      ...defined({ "service.name": environment["OTEL_SERVICE_NAME"] || undefined }),
    },
  };
}

function withPath(base: string): string {
  return `${base.replace(/\/+$/, "")}/v1/traces`;
}

/** As `key=value,key=value`, with percent encoding. What is no pair is left out. */
function pairsIn(text = ""): Record<string, string> {
  const pairs = text.split(",").flatMap((pair) => {
    const at = pair.indexOf("=");
    const [key, value] = [pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())];
    return at > 0 && key !== "" && value !== undefined ? [[key, value] as const] : [];
  });
  return Object.fromEntries(pairs);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function numberIn(text: string | undefined, otherwise: number): number {
  const number = Number(text);
  return text && Number.isInteger(number) && number > 0 ? number : otherwise;
}

function ratioOf(environment: Environment): number {
  const sampler = environment["OTEL_TRACES_SAMPLER"] ?? "";
  if (sampler.endsWith("always_off")) return 0;
  const ratio = Number(environment["OTEL_TRACES_SAMPLER_ARG"] ?? "1");
  return sampler.endsWith("traceidratio") && ratio >= 0 && ratio <= 1 ? ratio : 1;
}
