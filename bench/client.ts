import { connect } from 'node:net';

/**
 * A load generator in a process of its own: bare sockets and no more parsing than a response needs, so that it asks
 * twice as fast as a server on one core answers. autocannon, before it, was slower than the pages it measured.
 */
export interface Order {
  url: string;
  connections: number;
  seconds: number;
  headers: Record<string, string>;
}

export interface Outcome {
  requests: number;
  /** Responses other than 200, and broken connections. */
  failed: number;
  /** Of all responses, in milliseconds. */
  p50: number;
  p99: number;
  /** Processor time of this process as a share of the time; near 1 the client is the limit. */
  busy: number;
}

process.once('message', async (order: Order) => {
  process.send?.(await ask(order));
  process.disconnect();
});

async function ask({ url, connections, seconds, headers }: Order): Promise<Outcome> {
  const { hostname, port, host, pathname, search } = new URL(url);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`);
  const latencies: number[] = [];
  let failed = 0;
  const cpu = process.cpuUsage();
  const begun = performance.now();
  const end = begun + seconds * 1000;

  const connection = () =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname);
      let sent = 0;
      /** Bytes of the response that are still to come; undefined before its head is read. */
      let rest: number | undefined;
      let head = '';
      const send = () => {
        sent = performance.now();
        socket.write(request);
      };
      const received = (bytes: number) => {
        rest = (rest ?? 0) - bytes;
        if (rest > 0) return;
        rest = undefined;
        head = '';
        const now = performance.now();
        latencies.push(now - sent);
        if (now < end) send();
        else socket.end();
      };
      socket.setNoDelay(true);
      socket.on('connect', send);
      socket.on('data', (chunk) => {
        if (rest !== undefined) return received(chunk.length);
        head += chunk.toString('latin1');
        const headEnd = head.indexOf('\r\n\r\n') + 4;
        if (headEnd < 4) return;
        if (!head.startsWith('HTTP/1.1 200')) failed++;
        const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
        if (length === undefined) throw new Error(`${url} answers without Content-Length`);
        rest = Number(length);
        received(head.length - headEnd);
      });
      socket.on('error', () => failed++);
      socket.on('close', () => resolve());
    });
  await Promise.all(Array.from({ length: connections }, connection));

  const elapsed = performance.now() - begun;
  const { user, system } = process.cpuUsage(cpu);
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  return {
    requests: latencies.length,
    failed,
    ...{ p50: at(0.5), p99: at(0.99) },
    busy: (user + system) / 1000 / elapsed,
  };
}
