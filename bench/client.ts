import { connect } from 'node:net';

/**
 * A load generator in a process of its own: bare sockets and no more parsing than a response needs, so that it is
 * rarely slower than the server it asks. autocannon, before it, was slower than the pages it measured.
 */
export interface Order {
  /** The server's origin. */
  url: string;
  /** Sent in turn. */
  requests: OrderedRequest[];
  connections: number;
  seconds: number;
  headers: Record<string, string>;
  /** Sessions; each connection uses one. */
  tokens?: string[];
  /** Requests in all, counting the wait of one that is sent late; by default as many as the server manages. */
  perSecond?: number;
}

export interface OrderedRequest {
  /** With its query. */
  path: string;
  /** Sent by POST, as JSON unless it is a text; a request without it is a GET. */
  body?: object | string;
  headers?: Record<string, string>;
}

export interface Outcome {
  requests: number;
  /** Responses other than 200, and broken connections. */
  failed: number;
  /** Milliseconds over all responses. */
  p50: number;
  p99: number;
  /** Processor time of this process as a share of the time; near 1 the client is the limit. */
  busy: number;
}

process.once('message', async (order: Order) => process.send?.(await ask(order)));
process.once('disconnect', () => process.exit());

async function ask({
  url,
  requests,
  connections,
  seconds,
  headers,
  tokens = [],
  perSecond,
}: Order): Promise<Outcome> {
  const { hostname, port, host } = new URL(url);
  const toBytes = ({ path, body, headers: own }: OrderedRequest, token: string | undefined) => {
    const text = typeof body === 'object' ? JSON.stringify(body) : (body ?? '');
    const all = {
      host,
      ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      ...(token && { 'x-auth-token': token }),
      ...headers,
      ...own,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    return Buffer.from(`${body ? 'POST' : 'GET'} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`);
  };
  const latencies: number[] = [];
  let failed = 0;
  const cpu = process.cpuUsage();
  const begun = performance.now();
  const end = begun + seconds * 1000;

  const pause = perSecond ? (1000 * connections) / perSecond : 0;
  let turn = 0;

  const connection = (_: unknown, index: number) =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname);
      const token = tokens[index % tokens.length];
      const prepared = requests.map((request) => toBytes(request, token));
      // Connections take turns within a pause.
      let sent = begun + (pause * index) / connections - pause;
      /** Bytes of the response that are still to come; undefined before its head is read. */
      let rest: number | undefined;
      let head = '';
      const send = () => {
        socket.write(prepared[turn++ % prepared.length] ?? '');
      };
      const sendNext = () => {
        const now = performance.now();
        sent = pause ? sent + pause : now;
        if (sent > now) setTimeout(send, sent - now);
        else send();
      };
      const received = (bytes: number) => {
        rest = (rest ?? 0) - bytes;
        if (rest > 0) return;
        answered();
      };
      const answered = () => {
        rest = undefined;
        head = '';
        const now = performance.now();
        latencies.push(now - sent);
        if (now < end) sendNext();
        else socket.end();
      };
      socket.setNoDelay(true);
      socket.on('connect', sendNext);
      socket.on('data', (chunk) => {
        if (rest !== undefined) return received(chunk.length);
        head += chunk.toString('latin1');
        const headEnd = head.indexOf('\r\n\r\n') + 4;
        if (headEnd < 4) return;
        const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
        if (length === undefined) {
          if (head.endsWith('\r\n0\r\n\r\n')) answered();
          return;
        }
        if (!head.startsWith('HTTP/1.1 200')) failed++;
        rest = Number(length);
        received(head.length - headEnd);
      });
      socket.on('error', () => failed++);
      socket.on('close', () => resolve());
    });
  await Promise.all(Array.from({ length: connections }).map(connection));

  const elapsed = performance.now() - begun;
  const { user, system } = process.cpuUsage(cpu);
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  return {
    requests: latencies.length,
    failed,
    p50: at(0.5),
    p99: at(0.99),
    busy: (user + system) / 1000 / elapsed,
  };
}
