import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './free-port.ts';

export interface TcpProxy {
  port: number;
  /** Ends every connection and rejects new ones. */
  cut(): Promise<void>;
  /** Cuts as soon as a server has sent `text` and its client has it. */
  cutAfter(text: string): void;
  /** Passes nothing on, and closes nothing. */
  stall(): void;
  /** Restores the connection; stalled data flows again. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

export async function tcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let stalled = false;
  let lastText: string | undefined;
  const server = createServer({ pauseOnConnect: true }, (near) => {
    const far = connect(target.port, target.host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
      if (stalled) from.pause();
    }
    far.on('data', (chunk: Buffer) => {
      if (lastText === undefined || !chunk.includes(lastText)) return;
      lastText = undefined;
      server.close();
      // After the pipe's own listener, which has written the chunk.
      far.unpipe(near);
      near.end();
      for (const socket of sockets) if (socket !== near) socket.destroy();
    });
  });
  const port = await listen(server);
  return {
    port,
    async cut() {
      const closed = server.listening ? new Promise((resolve) => server.close(resolve)) : undefined;
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    cutAfter(text) {
      lastText = text;
    },
    stall() {
      stalled = true;
      for (const socket of sockets) socket.pause();
    },
    async restore() {
      stalled = false;
      lastText = undefined;
      for (const socket of sockets) socket.resume();
      if (!server.listening) await listen(server, port);
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Uses a port that no one else takes while the proxy is cut. */
async function listen(server: Server, port = freePort()): Promise<number> {
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return port;
}
