/**
 * The program that an agent starts as an MCP server: a pipe between its standard streams and our socket. It ends with
 * either of them.
 *
 * It is written to a file beside the socket, so it needs neither our packages nor a second file in our bundle, and starts
 * as fast as Node.js does. The token is in its environment: arguments can be read by every user of the machine.
 */

export const TOKEN_VARIABLE = "TENON_ENDPOINT_TOKEN";

export const shimProgram = `"use strict";
const socket = require("node:net").connect(process.argv[2]);
const fail = (error) => {
  process.stderr.write("tenon: the connection to \`tenon wrap\` failed: " + error.message + "\\n");
  process.exit(1);
};
socket.on("error", fail);
process.stdout.on("error", () => process.exit(1));
socket.write(process.env.${TOKEN_VARIABLE} + "\\n");
process.stdin.pipe(socket);
socket.pipe(process.stdout);
socket.on("close", () => process.stdin.destroy());
`;
