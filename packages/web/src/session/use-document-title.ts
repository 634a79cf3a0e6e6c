import { useEffect } from "react";

/** The name of the browser's tab, for as long as this is drawn. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · Tenon`;
    return () => {
      document.title = before;
    };
  }, [title]);
}
