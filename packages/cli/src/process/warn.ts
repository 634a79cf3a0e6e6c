import { createRedactor } from "@tenon/policy";

const redactor = createRedactor();

/** Prints a line on standard error, without secrets. Editors keep that of `tenon agent`. */
export function warn(line: string): void {
  process.stderr.write(`tenon: ${redactor.redact(line)}\n`);
}
