import { createContext, use } from "react";

import type { Page } from "./page.ts";

export const PageContext = createContext<Page | undefined>(undefined);

export function usePage(): Page {
  const page = use(PageContext);
  if (!page) throw new Error("usePage needs a PageContext.");
  return page;
}
