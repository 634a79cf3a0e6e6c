import { createContext, use } from "react";

import type { AdminApi } from "./admin-api.ts";

export const AdminContext = createContext<AdminApi | undefined>(undefined);

export function useAdmin(): AdminApi {
  const admin = use(AdminContext);
  if (!admin) throw new Error("useAdmin needs an AdminContext.");
  return admin;
}
