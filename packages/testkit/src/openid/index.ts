export { type IdentityProvider, startProvider } from "./start-provider.ts";
