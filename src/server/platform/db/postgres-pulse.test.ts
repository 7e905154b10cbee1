import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/database.ts';
import { patience } from '../../../../test/patience.ts';
import { watchPulse } from './postgres-pulse.ts';

describe('the pulse', () => {
  let database: TestDatabase;
  /** Accepts connections, and passes on nothing before `letThrough`. */
  let gate: Server;
  let url: URL;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    database = await testDatabase();
    gate = createServer({ pauseOnConnect: true }, (socket) => sockets.push(socket)).listen(0, '127.0.0.1');
    await once(gate, 'listening');
    const address = gate.address();
    if (address === null || typeof address === 'string') throw new Error('There is no port');
    url = new URL(database.databaseUrl ?? '');
    url.port = String(address.port);
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    gate.close();
    await database.drop();
  });

  function letThrough(near: Socket): void {
    const { port, hostname } = new URL(database.databaseUrl ?? '');
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.pipe(to);
    }
  }

  it('stopped while it connects leaves no connection open', async () => {
    const pool = new pg.Pool({ connectionString: url.href });
    const stop = watchPulse(pool);
    const query = pool.query('select 1 as one');
    // The query's own, and the pulse's.
    await vi.waitUntil(() => sockets.length === 2, patience);
    stop();
    for (const socket of sockets) letThrough(socket);
    expect((await query).rows).toEqual([{ one: 1 }]);
    await pool.end();
    await vi.waitUntil(() => sockets.every(({ destroyed }) => destroyed), patience);
    expect(sockets).toHaveLength(2);
  });
});
