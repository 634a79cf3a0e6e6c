/**
 * Traces of this process, for a collector of OpenTelemetry, when the standard variables name one. Otherwise nothing of it
 * is loaded.
 */

import type { Telemetry } from "@tenon/basis";

export interface Traces extends AsyncDisposable {
  readonly telemetry: Telemetry;
  /** Sends what is left, within two seconds. */
  close(): Promise<void>;
}

export async function openTraces(
  environment: NodeJS.ProcessEnv,
  onWarning: (warning: string) => void,
): Promise<Traces | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = environment;
  if (!all && !own) return undefined;
  const { startTraces } = await import("./start-traces.ts");
  return startTraces(environment, onWarning);
}
