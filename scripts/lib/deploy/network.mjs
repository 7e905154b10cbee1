import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** Between the servers and the database. @param {string} url */
export async function startGate(url) {
  const to = new URL(url);
  /** @type {'open' | 'silent' | 'away'} */
  let state = 'open';
  /** @type {Set<import('node:net').Socket>} */
  const sockets = new Set();
  const gate = createServer((near) => {
    if (state === 'away') return void near.destroy();
    const far = connect(Number(to.port), to.hostname);
    for (const [from, other] of [
      [near, far],
      [far, near],
    ]) {
      if (!from || !other) continue;
      sockets.add(from);
      from.on('data', (data) => void (state === 'open' && other.write(data)));
      from.on('error', () => other.destroy());
      from.on('close', () => {
        sockets.delete(from);
        other.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(gate, 'listening');
  const address = gate.address();
  const own = new URL(url);
  own.port = String(typeof address === 'object' ? address?.port : '');
  return {
    url: own.href,
    /** Silent: what is sent is lost, and connections stay. @param {typeof state} next */
    set(next) {
      // After a silence the two ends of a connection no longer agree.
      if (next !== 'silent') for (const socket of sockets) socket.destroy();
      state = next;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      gate.close();
    },
  };
}

/**
 * Between a proxy and a server: the next request that begins with `start` is done, but its response never arrives.
 * @param {number} port
 */
export async function startRelay(port) {
  const cut = { start: '', done: false };
  const relay = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    let isCut = false;
    near.on('data', (data) => {
      if (cut.start && data.toString('latin1').startsWith(cut.start)) isCut = true;
      far.write(data);
    });
    far.on('data', (data) => {
      if (!isCut) return near.write(data);
      cut.start = '';
      cut.done = true;
      near.destroy();
    });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ]) {
      from?.on('error', () => to?.destroy());
      from?.on('close', () => to?.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const address = relay.address();
  return { cut, port: typeof address === 'object' && address ? address.port : 0, relay };
}
