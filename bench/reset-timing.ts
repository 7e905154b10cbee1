import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from './servers.ts';

/** Prints whether response times reveal which addresses have an account: `node bench/reset-timing.ts`. */
interface Times {
  known: number[];
  unknown: number[];
}

async function main(): Promise<void> {
  if (!existsSync('build/client')) throw new Error('Nothing is built; run npm run build first');
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerage-timing-'));
  const product = await startProduct(dataDir);
  try {
    const [known = ''] = readFileSync(join(dataDir, 'sample-admin.txt'), 'utf8').split('\n');
    const post = (path: string, body: object) => milliseconds(`${product.url}${path}`, JSON.stringify(body));
    const reset = (email: string) => post('/api/auth/reset-password', { email });
    const signIn = (email: string) => post('/api/auth', { email, password: 'not the password' });
    // Work after the response could slow later responses: the slowest one within 0.4 s.
    const afterReset = async (email: string) => {
      await reset(email);
      let slowest = 0;
      for (const end = performance.now() + 400; performance.now() < end; ) {
        slowest = Math.max(slowest, await milliseconds(`${product.url}/livez`));
      }
      return slowest;
    };
    print('POST /api/auth/reset-password', await inTurns(known, reset, 200));
    print('slowest answer in 0.4 s after', await inTurns(known, afterReset, 60));
    print('POST /api/auth, wrong password', await inTurns(known, signIn, 200));
  } finally {
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function inTurns(
  known: string,
  attempt: (email: string) => Promise<number>,
  tries: number,
): Promise<Times> {
  const times: Times = { known: [], unknown: [] };
  const once = {
    known: async () => times.known.push(await attempt(known)),
    unknown: async () => times.unknown.push(await attempt(`nobody${Math.random()}@example.com`)),
  };
  // Warm up: the first attempts run uncompiled code.
  for (let number = 0; number < 20; number++) await attempt(`warm-up${number}@example.com`);
  for (let number = 0; number < tries; number++) {
    if (number % 2) await once.known();
    await once.unknown();
    if (number % 2 === 0) await once.known();
  }
  return times;
}

async function milliseconds(url: string, body?: string): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(
    url,
    body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body },
  );
  await answer.arrayBuffer();
  return performance.now() - begun;
}

function print(what: string, { known, unknown }: Times): void {
  const figures = (times: number[]) => {
    const sorted = times.toSorted((a, b) => a - b);
    const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(2);
    return `median ${at(0.5)} ms, p90 ${at(0.9)} ms`;
  };
  console.log(`${what.padEnd(32)} known: ${figures(known)} · unknown: ${figures(unknown)}`);
}

await main();
