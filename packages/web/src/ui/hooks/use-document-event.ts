import { useEffect, useEffectEvent } from "react";

interface EventOptions {
  /** Before listeners further down, and before those that were added earlier. */
  readonly capture?: boolean;
  readonly isOn?: boolean;
}

/** Listens on the document for as long as the component is drawn. */
export function useDocumentEvent<Type extends keyof DocumentEventMap>(
  type: Type,
  listener: (event: DocumentEventMap[Type]) => void,
  { capture = false, isOn = true }: EventOptions = {},
): void {
  const onEvent = useEffectEvent(listener);
  useEffect(() => {
    if (!isOn) return undefined;
    const lifetime = new AbortController();
    document.addEventListener(type, (event) => onEvent(event), { signal: lifetime.signal, capture });
    return () => lifetime.abort();
  }, [type, capture, isOn]);
}
