import { setTimeout as after } from 'node:timers/promises';
import { expect, host, until } from './place.mjs';
import { serverPorts } from './servers.mjs';
import { send, signIn } from './site.mjs';

/** @typedef {import('./site.mjs').Site} Site */

/** @type {string | undefined} */
let article;

/**
 * Public pages and a script that visitors have read: without the database, a server only has the pages in its memory.
 * @param {Site} site
 */
async function publicAddresses(site) {
  const token = await signIn(site);
  const body = { title: 'Keys', text: 'Hello', snippet: 'Hello', url: `https://${host}/` };
  article ??= String(JSON.parse((await send(site, 'POST', '/api/articles', { token, body })).text).slug);
  const { text } = await send(site, 'GET', '/');
  const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(text) ?? [];
  const addresses = ['/', '/articles', '/privacy-and-gdpr-policy', `/articles/${article}`, script];
  // Each server keeps what it has shown.
  for (const port of serverPorts)
    for (const path of addresses) {
      const { status } = await fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { 'accept-encoding': 'identity' },
      });
      expect(`${path} of ${port}, before`, status, 200);
    }
  return addresses;
}

/** The writing client numbers its calls across all checks. */
let writes = 0;

/**
 * Checks visitors, a member and a writing client while `fault` is played. Every public page is 200; calls are 200, or
 * 503 where the fault allows it, and 200 again at the end; no acknowledged write is lost. A server that `dies` may
 * lose the write it was working on, since no proxy may repeat it.
 * @param {Site} site
 * @param {string} what
 * @param {() => Promise<void>} fault
 * @param {{ allows503?: boolean, dies?: boolean }} options
 */
export async function checkUnder(site, what, fault, { allows503 = false, dies = false } = {}) {
  const token = await signIn(site);
  const copy = '/api/articles/working-copy/new';
  let done = false;
  let acknowledged = writes;
  /** @type {string[]} */
  const failures = [];
  const count = { pages: 0, calls: 0, unavailable: 0 };
  let faultAt = Number.POSITIVE_INFINITY;
  /** @type {string[]} */
  const lost = [];
  /** @param {'pages' | 'calls'} kind @param {number} every @param {string} name @param {() => Promise<{ status: number }>} ask */
  const repeat = async (kind, every, name, ask) => {
    while (!done) {
      const begun = Date.now();
      const outcome = await ask().then(
        ({ status }) => status,
        (error) => error.code ?? error.message,
      );
      count[kind]++;
      if (kind === 'calls' && outcome === 503) count.unavailable++;
      const isFine = outcome === 200 || (kind === 'calls' && allows503 && outcome === 503);
      // Sent before the server was gone, and no read: haproxy ends the client's connection, the others say 502.
      const isGone = outcome === 502 || outcome === 'ECONNRESET';
      const isLost = dies && isGone && begun <= faultAt && /^(POST|PUT) /.test(name);
      if (isLost && !lost.includes(name)) lost.push(name);
      else if (!isFine) failures.push(`${name}: ${outcome} after ${Date.now() - begun} ms`);
      await after(every);
    }
  };
  const addresses = await publicAddresses(site);
  const clients = [
    ...addresses.map((path) => repeat('pages', 50, path, () => send(site, 'GET', path))),
    repeat('calls', 250, 'GET /api/auth', () => send(site, 'GET', '/api/auth', { token })),
    repeat('calls', 250, 'GET /api/articles', () => send(site, 'GET', '/api/articles')),
    repeat('calls', 1000, 'POST a preview', () =>
      send(site, 'POST', '/api/articles/preview', { token, body: { text: 'Hello' } }),
    ),
    repeat('calls', 1000, 'PUT a working copy', async () => {
      const write = ++writes;
      const answer = await send(site, 'PUT', copy, { token, body: { title: String(write) } });
      if (answer.status === 200) acknowledged = write;
      return answer;
    }),
  ];
  await after(200);
  faultAt = Date.now();
  try {
    await fault();
    const last = writes;
    await until(`a write after ${what}`, async () => acknowledged > last);
  } finally {
    done = true;
    await Promise.all(clients);
  }
  expect(
    `${what}, of ${count.pages} pages and ${count.calls} calls`,
    `${failures.length} failed${failures.slice(0, 5).map((each) => `; ${each}`)}`,
    '0 failed',
  );
  if (allows503) expect(`${what}: whether calls noticed`, count.unavailable > 0, true);
  const saved = Number(JSON.parse((await send(site, 'GET', copy, { token })).text).copy.title);
  expect(`${what}: the write that was acknowledged last is there`, saved >= acknowledged, true);
  console.log(
    `  ${what}: ${count.pages} of ${count.pages} pages 200, ${count.unavailable} of ${count.calls} calls 503${lost.length > 0 ? `, lost: ${lost.join(', ')}` : ''}`,
  );
}
