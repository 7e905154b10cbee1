import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { get } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { Problem } from '../process.mjs';
import { expect, folder, host, until } from './place.mjs';
import { metricsOf } from './servers.mjs';
import { byTls, send, signIn } from './site.mjs';

/** @typedef {import('./site.mjs').Site} Site */

/** @param {Site} site */
export async function checkPages(site) {
  const page = await send(site, 'GET', '/');
  expect('the landing page', page.status, 200);
  expect('HSTS', page.headers['strict-transport-security'] !== undefined, true);
  const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(page.text) ?? [];
  expect('a script of it', (await send(site, 'GET', script)).status, 200);
  const plain = get({ host: '127.0.0.1', port: site.plainPort, path: '/articles?page=2', headers: { host } });
  const [redirect] = await once(plain, 'response', { signal: AbortSignal.timeout(10_000) });
  redirect.resume();
  // Caddy names its port, which is not 443 here.
  const to = redirect.headers.location?.replace(`:${site.port}`, '');
  expect('without TLS', to, `https://${host}/articles?page=2`);
}

/** An event reaches an open feed at once: nothing on the way collects it. @param {Site} site */
export async function checkLiveFeed(site) {
  const token = await signIn(site);
  const feed = request({
    ...byTls(site),
    path: '/api/posts/events',
    headers: { host, 'x-auth-token': token, accept: 'text/event-stream' },
  }).end();
  const [response] = await once(feed, 'response', { signal: AbortSignal.timeout(10_000) });
  let seen = '';
  response.setEncoding('utf8').on('data', (/** @type {string} */ part) => {
    seen += part;
  });
  const { text } = await send(site, 'POST', '/api/posts', { token, body: { text: 'Hello' } });
  await until('an event of the live feed', async () => seen.includes(JSON.parse(text)._id));
  feed.destroy();
}

/** A picture of some megabytes. @param {Site} site */
export async function checkUpload(site) {
  const { default: sharp } = await import('sharp');
  const noise = { type: /** @type {const} */ ('gaussian'), mean: 128, sigma: 60 };
  const picture = await sharp({
    create: { width: 1200, height: 1000, channels: 3, background: '#000', noise },
  })
    .png()
    .toBuffer();
  const boundary = 'boundary-of-the-form';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;
  const raw = Buffer.concat([Buffer.from(head), picture, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const headers = {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': String(raw.length),
  };
  const uploaded = await send(site, 'POST', '/api/testimonials/image', {
    token: await signIn(site),
    raw,
    headers,
  });
  expect(`an upload of ${Math.round(raw.length / 1e6)} MB`, uploaded.status, 200);
}

/** Each server has only the files of its own version. @param {Site} site */
export async function checkAssets(site) {
  const [known = ''] = readdirSync(join(folder, 'first', 'build', 'client', 'assets'));
  for (let time = 0; time < 10; time++) {
    for (const name of [known, 'new-version.js'])
      expect(`/assets/${name}`, (await send(site, 'GET', `/assets/${name}`)).status, 200);
  }
  expect('a file of no version', (await send(site, 'GET', '/assets/none.js')).status, 404);
}

/**
 * Until the proxy gives a server requests again: how soon it notices depends on how busy the machine is.
 * @param {Site} site
 * @param {import('node:child_process').ChildProcess} server
 */
export async function used(site, server) {
  const answered = async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsOf.get(server)}/metrics`)).text();
    const [, count = '0'] =
      /^http_server_request_duration_seconds_count\{[^}]*"\/livez"[^}]*\} (\d+)$/m.exec(text) ?? [];
    return Number(count);
  };
  const before = await answered();
  await until('the proxy to use a server again', async () => {
    // Its limits count no calls of this path, and no example asks for it.
    await Promise.all([1, 2].map(() => send(site, 'GET', '/livez').catch(() => undefined)));
    return (await answered()) > before;
  });
}

/**
 * A change whose response is lost happens once, whether the proxy repeats it or not.
 * @param {Site} site
 * @param {{ start: string, done: boolean }} cut
 */
export async function checkRepeats(site, cut) {
  const token = await signIn(site);
  const profile = { status: 'Broker Associate', skills: 'Escrow', location: 'Irvine, CA' };
  expect('a profile', (await send(site, 'POST', '/api/profile', { token, body: profile })).status, 200);
  /** @type {[string, string, (mark: string) => unknown, string][]} */
  const changes = [
    [
      'PUT',
      '/api/profile/experience',
      (mark) => ({ title: mark, company: 'Harbor', current: true }),
      '/api/profile/me',
    ],
    ['POST', '/api/posts', (mark) => ({ text: mark }), '/api/posts?limit=50'],
  ];
  for (const [method, path, bodyOf, list] of changes) {
    // After a failure proxies don't use a server for two seconds; nginx rounds its clock down to seconds.
    await after(3100);
    Object.assign(cut, { start: `${method} ${path} `, done: false });
    // Not every request goes to the server behind the relay.
    for (let time = 1; !cut.done; time++) {
      if (time > 8) throw new Problem(`No ${method} ${path} was cut off`);
      const mark = `interrupted ${randomUUID()}`;
      const outcome = await send(site, method, path, { token, body: bodyOf(mark) }).then(
        ({ status, text }) => `${status} ${text}`,
        (error) => error.code,
      );
      const { text } = await send(site, 'GET', list, { token });
      // Otherwise the change and the list after it would alternate, and each would only meet one server.
      if (!cut.done) await send(site, 'GET', list, { token });
      const times = text.split(mark).length - 1;
      expect(`${method} ${path} with a lost response (${outcome}), times done`, times, 1);
    }
  }
}

/** The servers' mail server refuses connections: a contact request is taken all the same. @param {Site} site */
export async function checkMailAway(site) {
  const body = {
    firstName: 'Lee',
    lastName: 'Dunn',
    phone: '(415) 555-0100',
    email: `lee-${randomUUID()}@example.com`,
  };
  expect(
    'a contact request without a mail server',
    (await send(site, 'POST', '/api/contact', { body })).status,
    200,
  );
}
