/**
 * The agent inside a web server: pages at `/`, and ACP over WebSocket at `/acp`, for the pages of this server and no others.
 * Every connection has sessions of its own, which end with it. `@tenon/gateway` has sessions that outlive connections.
 */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { type AnyMessage, type Stream } from "@agentclientprotocol/sdk";
import { rehearsalModel, serveAgent } from "@tenon/agent";
import { defineTool } from "@tenon/toolset";
import { type WebSocket, WebSocketServer } from "ws";

const visits = defineTool({
  name: "count_visits",
  description: "How many requests this web server has answered.",
  run: () => `${answered} so far`,
});

let answered = 0;
const server = createServer((_request, response) => {
  answered += 1;
  response.end("Hello from the web server.\n");
});

const sockets = new WebSocketServer({ noServer: true, maxPayload: 16 * 1024 * 1024 });
server.on("upgrade", (request, socket, head): void => {
  // A browser lets every page open a WebSocket to any address: without this check, all of them could use the agent.
  const { origin, host } = request.headers;
  if (request.url !== "/acp" || origin !== `http://${host}`) return void socket.destroy();
  sockets.handleUpgrade(request, socket, head, (opened) => {
    const agent = serveAgent(streamOf(opened), { version: "1.0.0", model: rehearsalModel(), tools: [visits] });
    opened.once("close", () => void agent.close());
  });
});

server.listen(Number(process.env["PORT"] ?? 0), "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  console.log(`http://127.0.0.1:${port}`);
});
process.on("SIGINT", () => {
  for (const socket of sockets.clients) socket.terminate();
  server.close();
});

/** One ACP message in each frame. Each side waits for the other. */
function streamOf(socket: WebSocket): Stream {
  return {
    readable: new ReadableStream<AnyMessage>({
      start(controller) {
        socket.on("message", (data: Buffer) => {
          try {
            controller.enqueue(JSON.parse(data.toString()));
          } catch {
            socket.terminate(); // not JSON
          }
          if ((controller.desiredSize ?? 0) <= 0) socket.pause();
        });
        socket.once("close", () => controller.close());
        socket.once("error", () => socket.terminate());
      },
      pull: () => socket.resume(),
    }),
    writable: new WritableStream<AnyMessage>({
      write: (message) =>
        new Promise((resolve, reject) => {
          socket.send(JSON.stringify(message), (error) => (error ? reject(error) : resolve()));
        }),
    }),
  };
}
