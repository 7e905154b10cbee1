import { connect, type Socket } from 'node:net';
import { expectThat, expectWithin, type Fault } from './lib/fault.ts';
import { expectServed, Load, percentile, readFeed, signIn } from './lib/load.ts';
import { patch } from './lib/patch.ts';
import { inSeconds, pause } from './lib/stage.ts';

const connections = 500;
const withoutTimeLimit = [
  patch('app.ts', 'requestTimeout: requestTimeout,', 'requestTimeout: 0,'),
  patch('app.ts', 'headersTimeout: requestTimeout,', 'headersTimeout: 0,'),
];

export default {
  number: '8',
  title: `${connections} connections with slow headers, bodies and readers`,
  limit: 90,
  protections: { 'the time limit of a request': withoutTimeLimit },
  async run(stage) {
    const server = await stage.started({}, stage.patches);
    const token = await signIn(server.url);
    // The usual time on this machine, however busy it is.
    const before = new Load(server.url, token).repeat(4, readFeed);
    await pause(5000);
    await before.stop();
    const usual = percentile(before.outcomes, 0.99);
    const { port } = new URL(server.url);
    const sockets = Array.from({ length: connections }, (_, number) => slow(Number(port), number));
    await pause(1000);
    const load = new Load(server.url, token).repeat(4, readFeed);
    await pause(8000);
    await load.stop();
    const p99 = percentile(load.outcomes, 0.99);
    expectServed(load.outcomes);
    const figures = `p99 of others ${Math.round(p99)} ms, before ${Math.round(usual)} ms`;
    expectThat(p99 < 500 + usual, figures);
    const slowOnes = sockets.filter(({ kind }) => kind !== 'reader');
    const left = () => slowOnes.filter(({ socket }) => !socket.destroyed).length;
    const ended = await expectWithin(
      15_000,
      async () => left() === 0,
      () => `${left()} of ${slowOnes.length} slow requests are still open after 24 s`,
    );
    return `${figures}, all slow requests ended within ${inSeconds(9000 + ended)}`;
  },
} satisfies Fault;

function slow(port: number, number: number): { kind: 'headers' | 'body' | 'reader'; socket: Socket } {
  const kind = (['headers', 'body', 'reader'] as const)[number % 3] ?? 'headers';
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  if (kind === 'headers') socket.write('GET /api/articles HTTP/1.1\r\nhost: x\r\n');
  if (kind === 'body')
    socket.write(
      'POST /api/auth HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
    );
  if (kind === 'reader') {
    socket.write('GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(4));
    socket.pause();
    return { kind, socket };
  }
  // Reads what the server says at the end, so that the end is noticed.
  socket.resume();
  const timer = setInterval(() => socket.write(kind === 'headers' ? `x-${Date.now()}: y\r\n` : ' '), 1000);
  socket.on('close', () => clearInterval(timer));
  return { kind, socket };
}
