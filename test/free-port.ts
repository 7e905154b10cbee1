import { createServer } from 'node:net';

/**
 * Each process of tests has ports of its own. Below 32768: the system hands out higher ports for outgoing connections.
 * Below 20000: servers in the tests' own process take the others. Above 10080: fetch refuses that port.
 */
const first = 10_120 + (process.pid % 247) * 40;
let taken = 0;

/** A port that nothing listens on, and that no other process of tests takes. */
export function freePort(): number {
  for (let tries = 0; tries < 40; tries++) {
    const port = first + (taken++ % 40);
    if (isFree(port)) return port;
  }
  throw new Error('No free port found');
}

function isFree(port: number): boolean {
  const probe = createServer();
  probe.on('error', () => {});
  // Without the name of a host the port is taken at once, or not at all.
  probe.listen(port);
  const isListening = probe.address() !== null;
  probe.close();
  return isListening;
}
