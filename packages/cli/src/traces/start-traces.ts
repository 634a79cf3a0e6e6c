import { createRedactor } from "@tenon/policy";

import manifest from "../../package.json" with { type: "json" };
import { createExporter } from "./exporter.ts";
import type { Traces } from "./open-traces.ts";
import { otlpRequest } from "./otlp.ts";
import { traceSettings } from "./trace-settings.ts";
import { createTracer } from "./tracer.ts";

/** Undefined if the settings switch traces off, or cannot be used; `onWarning` says so. */
export function startTraces(environment: NodeJS.ProcessEnv, onWarning: (warning: string) => void): Traces | undefined {
  const settings = traceSettings(environment, onWarning);
  if (!settings) return undefined;
  const redactor = createRedactor({ secrets: [] });
  const resource = { "service.version": manifest.version, ...settings.resource };
  const exporter = createExporter({
    ...settings,
    bodyOf: (spans) => redactor.redact(JSON.stringify(otlpRequest(spans, resource))),
    onWarning,
  });
  const telemetry = createTracer({ onSpan: exporter.add, ratio: settings.ratio });
  return { telemetry, close: exporter.close, [Symbol.asyncDispose]: exporter.close };
}
