import { createContext, use } from "react";

/** What the session's agent can do with its servers, by method. */
export const ToolsCan = createContext<(method: string) => boolean>(() => true);

export function useCan(method: string): boolean {
  return use(ToolsCan)(method);
}
