import { useEffect, useState } from "react";

/** The value once it has been the same for a while; undefined until then. */
export function useSettled<Value>(value: Value | undefined, ms: number): Value | undefined {
  const [settled, setSettled] = useState<{ readonly value: Value }>();
  useEffect(() => {
    if (value === undefined) return undefined;
    const timer = setTimeout(() => setSettled({ value }), ms);
    return () => {
      clearTimeout(timer);
      setSettled(undefined);
    };
  }, [value, ms]);
  return settled?.value === value ? value : undefined;
}
