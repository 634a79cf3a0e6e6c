/**
 * A real OpenID Connect provider, in this process. It takes any password.
 */

import { once } from "node:events";
import { createServer, type Server } from "node:http";

import { Provider } from "oidc-provider";

const ACCOUNTS: Readonly<Record<string, object>> = {
  alice: { name: "Alice Adams", email: "alice@example.com", email_verified: true },
  mallory: { name: "Mallory", email: "mallory@example.com", email_verified: true },
  // As some providers do, this one does not say of him whether it has verified the address.
  bob: { name: "Bob", email: "bob@example.com" },
  oscar: { name: "Oscar", email: "oscar@example.com", email_verified: false },
  // Some providers write it as a string, and some say it only where they are asked about the user.
  carol: { name: "Carol", email: "carol@example.com", email_verified: "true" },
  dave: { name: "Dave", email: "dave@example.com", email_verified: true },
  eve: { name: "Eve", email: "eve@evil.example", email_verified: true },
};

export interface IdentityProvider extends AsyncDisposable {
  /** A free one: the provider sends browsers back to a gateway there. */
  readonly gatewayPort: number;
  /** As a gateway takes them. */
  readonly options: { readonly issuer: URL; readonly clientId: string; readonly clientSecret: string };
}

/** Knows the logins alice, mallory, bob, oscar, carol, dave and eve. */
export async function startProvider(): Promise<IdentityProvider> {
  const [gatewayPort, server] = [await freePort(), createServer()];
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = new URL(`http://127.0.0.1:${portOf(server)}/`);
  const provider = new Provider(issuer.href.replace(/\/$/, ""), {
    clients: [
      {
        client_id: "tenon",
        client_secret: "a-secret-of-the-gateway",
        redirect_uris: [`http://127.0.0.1:${gatewayPort}/auth/callback`],
      },
    ],
    claims: { profile: ["name"], email: ["email", "email_verified"] },
    conformIdTokenClaims: false,
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims(use: string) {
        const isLeftOut = use === "id_token" && id === "dave";
        return { sub: id, ...ACCOUNTS[id], ...(isLeftOut && { email_verified: undefined }) };
      },
    }),
    cookies: { keys: ["a key of the test"] },
  });
  provider.on("server_error", (_: unknown, error: Error) => {
    throw error;
  });
  const answer = provider.callback();
  server.on("request", (request, response) => void answer(request, response));
  return {
    gatewayPort,
    options: { issuer, clientId: "tenon", clientSecret: "a-secret-of-the-gateway" },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = portOf(server);
  server.close();
  await once(server, "close");
  return port;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}
