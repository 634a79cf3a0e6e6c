import { createRedactor } from "@tenon/policy";

const redactor = createRedactor();

/** For whoever sits at the terminal, and for editors, which keep it; what has a log of its own says it there. */
export function warn(line: string): void {
  process.stderr.write(`tenon: ${redactor.redact(line)}\n`);
}
