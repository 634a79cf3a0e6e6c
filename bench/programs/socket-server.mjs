// A WebSocket server that asks its client for a JSON message of so many bytes, again and again, and tells how long each took.
import { WebSocketServer } from "ws";

const [bytes, rounds] = process.argv.slice(2).map(Number);
const server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });
server.on("listening", () => process.stdout.write(`${server.address().port}\n`));
server.on("connection", (socket) => {
  const times = [];
  let began = 0;
  const ask = () => {
    began = performance.now();
    socket.send(String(bytes));
  };
  socket.on("message", (data) => {
    JSON.parse(Buffer.isBuffer(data) ? data.toString() : "");
    times.push(performance.now() - began);
    if (times.length < rounds) return ask();
    process.stdout.write(`${JSON.stringify(times)}\n`);
    socket.close();
  });
  ask();
});
