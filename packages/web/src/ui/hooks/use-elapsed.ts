import { useEffect, useState } from "react";

/** In milliseconds, updated each second. */
export function useElapsed(since: number | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return since === undefined ? 0 : now - since;
}
