import type { OpenSessionHub } from "@tenon/hub";
import { openHub } from "@tenon/hub";

/** Waits for servers as long as a test may take: on a busy machine they need longer than a user would wait. */
export const patientHub: OpenSessionHub = (options) => openHub({ ...options, limits: { waitMs: 50_000 } });

/** The same, but it ends a server that heeds nothing after twice this time. */
export function endingHub(endMs: number): OpenSessionHub {
  return (options) => openHub({ ...options, limits: { waitMs: 50_000, endMs } });
}

export const impatientHub: OpenSessionHub = endingHub(1_500);
