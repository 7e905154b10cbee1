import { once } from 'node:events';
import { setTimeout as after } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

export interface Owner {
  email: string;
  password: string;
  token: string;
  device: string;
}

/** `times` of each kind of request, in milliseconds; `refused` names each request that failed. */
export interface Honest {
  times: Map<string, number[]>;
  refused: string[];
}

export interface Visit {
  url: string;
  owner: Owner;
  /** Milliseconds since 1970. */
  end: number;
}

/** Asks as a visitor and a member do until `end`, in a thread of its own: the attacker's client would add its own lag. */
export async function visitHonestly(visit: Visit): Promise<Honest> {
  const [honest] = await once(new Worker(new URL(import.meta.url), { workerData: visit }), 'message');
  return honest;
}

async function askHonestly(
  { url, owner: { token, device, email, password }, end }: Visit,
  honest: Honest,
): Promise<void> {
  const headers = {
    'x-auth-token': token,
    'content-type': 'application/json',
    'x-forwarded-for': '192.0.2.1',
  };
  let round = 0;
  const asks: [string, () => Promise<Response>][] = [
    ['/', () => fetch(`${url}/`)],
    ['/articles', () => fetch(`${url}/articles`)],
    [
      'GET /api/articles',
      () => fetch(`${url}/api/articles`, { headers: { 'x-forwarded-for': '192.0.2.7' } }),
    ],
    ['GET /api/posts', () => fetch(`${url}/api/posts`, { headers })],
    ['search', () => fetch(`${url}/api/posts?search=escrow`, { headers })],
  ];
  while (Date.now() < end) {
    for (const [what, ask] of asks) {
      // Below the limits of an honest member: 30 searches a minute, 600 calls in 5 minutes.
      if (what === 'search' && round % 20 !== 0) continue;
      await time(what, ask, honest);
    }
    // Rarely: sign-ins are rate limited, and hashing is slow.
    if (round % 20 === 0) {
      await time(
        'sign-in',
        () => post(url, '/api/auth', { email, password, device }, `198.51.${(round / 20) % 250}.9`),
        honest,
      );
      await time(
        'contact',
        () => post(url, '/api/contact', contact(round), `198.51.${(round / 20) % 250}.8`),
        honest,
      );
    }
    round++;
    await after(150);
  }
}

async function time(what: string, ask: () => Promise<Response>, honest: Honest): Promise<void> {
  const begun = performance.now();
  const response = await ask().catch(() => undefined);
  await response?.arrayBuffer();
  if (!response?.ok) honest.refused.push(`${what} ${response?.status ?? 'no answer'}`);
  const all = honest.times.get(what) ?? [];
  all.push(performance.now() - begun);
  honest.times.set(what, all);
}

const contact = (round: number) => ({
  firstName: 'Ann',
  lastName: `Visitor ${round}`,
  phone: '555 010 0199',
  email: `ann${round}.${Date.now()}@example.com`,
});

export const post = (url: string, path: string, body: object, address: string) =>
  fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });

if (!isMainThread) {
  const honest: Honest = { times: new Map(), refused: [] };
  await askHonestly(workerData, honest);
  parentPort?.postMessage(honest);
}
