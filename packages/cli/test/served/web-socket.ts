/** The platform's WebSocket, with the headers that a program may send and a page may not. */
export class ProgramWebSocket extends WebSocket {
  constructor(url: string, protocols: string | string[] = [], options: { headers?: Record<string, string> } = {}) {
    super(url, { protocols, ...options });
  }
}
