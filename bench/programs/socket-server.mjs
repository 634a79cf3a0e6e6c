// A WebSocket server that answers a number with a JSON message of so many bytes.
import { WebSocketServer } from "ws";

const server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });
server.on("listening", () => process.stdout.write(`${server.address().port}\n`));
server.on("connection", (socket) => {
  socket.on("message", (data) => {
    const bytes = Buffer.isBuffer(data) ? Number(data.toString()) : 0;
    socket.send(JSON.stringify({ text: "x".repeat(bytes) }));
  });
});
