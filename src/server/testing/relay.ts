import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a database that a test can cut, as when the machine that it runs on goes away. */
export interface Relay {
  port: number;
  cut(): Promise<void>;
  mend(): Promise<void>;
}

export async function relayTo({ hostname, port }: URL): Promise<Relay> {
  const open = new Set<Socket>();
  const relay = createServer((client) => {
    const database = connect(Number(port || 5432), hostname);
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => {}).on('close', () => other.destroy());
      socket.pipe(other);
    }
  });
  const ownPort = await listenBelow(relay);
  return {
    port: ownPort,
    async cut() {
      if (!relay.listening) return;
      const closed = once(relay, 'close');
      relay.close();
      for (const socket of open) socket.destroy();
      open.clear();
      await closed;
    },
    async mend() {
      relay.listen(ownPort, '127.0.0.1');
      await once(relay, 'listening');
    },
  };
}

/** A free port below 32768: above, the sockets of clients may take it while it is cut. */
async function listenBelow(server: Server): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const port = 15_000 + Math.floor(Math.random() * 5_000);
    server.listen(port, '127.0.0.1');
    const taken = await once(server, 'listening').catch((fault: unknown) => fault);
    if (!(taken instanceof Error)) return port;
  }
  throw new Error('No free port found');
}
