/**
 * `npm run test:deploy`: the built server as deploy/ has it run. Two servers on one PostgreSQL behind each proxy's
 * example, by TLS: pages, live feed, uploads, no failed request while a server stops or dies, files of the other
 * version, and what visitors, a member and a writing client see while the database is away, a server hangs, both restart,
 * or mail is away. Also the monitoring rules, and the systemd unit where systemd-analyze is there. All of it in 5 minutes.
 * With names it plays those alone: `npm run test:deploy -- caddy`, or `rules`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { postgres } from './lib/postgres.mjs';
import { startPostgres } from './lib/postgres-server.mjs';
import { main, Problem, root, run, step } from './lib/process.mjs';
import { ensureTools, onPath } from './lib/tools.mjs';

const host = 'www.example.com';
const admin = { email: 'admin@example.com', password: 'walnut tea kettle' };
const folder = mkdtempSync(join(tmpdir(), 'test-deploy-'));
/** @type {import('node:child_process').ChildProcess[]} */
const children = [];

/** @param {string} name */
const program = (name) => ({
  setting: `${name.toUpperCase()}_PATH`,
  find: () => process.env[`${name.toUpperCase()}_PATH`] ?? onPath(name) ?? inSbin(name),
  debianPackages: [name],
  howToInstall: `This needs ${name}; on Debian: sudo apt-get install ${name}`,
});
/** @param {string} name */
const inSbin = (name) => (existsSync(`/usr/sbin/${name}`) ? `/usr/sbin/${name}` : undefined);

const proxies = ['nginx', 'haproxy', 'caddy'];

const promtool = {
  ...program('promtool'),
  debianPackages: ['prometheus'],
  howToInstall: 'This needs promtool; on Debian: sudo apt-get install prometheus',
};

/** Seconds for all of it, without what has to be installed first. */
const longest = 300;

/** Two copies of the packed server; the first lacks a file that the second has, as during an upgrade. */
async function pack() {
  const { code, output } = await run(process.execPath, ['scripts/pack.mjs', join(folder, 'first')], {
    quiet: true,
  });
  if (code !== 0) throw new Problem(output);
  cpSync(join(folder, 'first'), join(folder, 'second'), { recursive: true });
  const assets = join(folder, 'second', 'build', 'client', 'assets');
  writeFileSync(join(assets, 'new-version.js'), 'export {};\n');
}

function makeCertificate() {
  const [key, certificate, pem] = ['key.pem', 'certificate.pem', 'both.pem'].map((name) =>
    join(folder, name),
  );
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
    ...[...subject, '-keyout', key ?? '', '-out', certificate ?? ''],
  ]);
  if (made.status !== 0) throw new Problem(`openssl failed: ${made.stderr}`);
  const files = { key: key ?? '', certificate: certificate ?? '', both: pem ?? '' };
  writeFileSync(files.both, readFileSync(files.certificate, 'utf8') + readFileSync(files.key, 'utf8'));
  return files;
}

/** @param {string} home @param {number} port @param {string} databaseUrl */
async function startServer(home, port, databaseUrl) {
  const metricsPort = await freePort();
  const child = spawn(process.execPath, ['build/server/main.js'], {
    cwd: home,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: databaseUrl,
      BASE_URL: `https://${host}`,
      TRUST_PROXY: '127.0.0.1',
      IMAGES: 'shared-folder',
      BROKERAGE_LEGAL_NAME: 'Harbor Realty, Inc.',
      BROKERAGE_LICENSE: '07654321',
      OFFICE_EMAIL: 'office@harbor.example',
      OFFICE_PHONE: '(949) 555-0123',
      OFFICE_ADDRESS: '1 Harbor Way, Irvine, CA 92614',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      // Nothing listens there.
      SMTP_URL: 'smtp://127.0.0.1:9',
      SMTP_TLS: 'optional',
      MAIL_FROM: 'office@harbor.example',
      LOG_LEVEL: 'error',
      METRICS_PORT: String(metricsPort),
    },
  });
  children.push(child);
  serverPorts.add(port);
  metricsOf.set(child, metricsPort);
  await until(`a server on ${port}`, async () => {
    if (child.exitCode !== null) throw new Problem('A server ended; see above.');
    return (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok === true;
  });
  return child;
}

/**
 * @typedef {{ port: number, child: import('node:child_process').ChildProcess }} Site
 * @param {string} name
 * @param {{ first: number, second: number }} ports
 * @param {{ key: string, certificate: string, both: string }} files
 * @returns {Promise<Site>}
 */
async function startProxy(name, ports, files) {
  const [port, plainPort] = [await freePort(), await freePort()];
  const example = { nginx: 'nginx.conf', haproxy: 'haproxy.cfg', caddy: 'Caddyfile' }[name] ?? '';
  const text = readFileSync(join(root, 'deploy', example), 'utf8')
    .replaceAll('10.0.0.11:3000', `127.0.0.1:${ports.first}`)
    .replaceAll('10.0.0.12:3000', `127.0.0.1:${ports.second}`)
    .replaceAll(/\[::\]:|(?<=listen )(?=\d)/g, '127.0.0.1:')
    .replaceAll(/(bind|127\.0\.0\.1) ?:443\b/g, (_, before) =>
      before === 'bind' ? `bind 127.0.0.1:${port}` : `127.0.0.1:${port}`,
    )
    .replaceAll(/(bind|127\.0\.0\.1) ?:80\b/g, (_, before) =>
      before === 'bind' ? `bind 127.0.0.1:${plainPort}` : `127.0.0.1:${plainPort}`,
    )
    .replaceAll('/etc/letsencrypt/live/www.example.com/fullchain.pem', files.certificate)
    .replaceAll('/etc/letsencrypt/live/www.example.com/privkey.pem', files.key)
    .replaceAll('/etc/haproxy/www.example.com.pem', files.both)
    .replace(/^www\.example\.com \{/m, `${host}:${port} {\n\ttls ${files.certificate} ${files.key}`);
  const file = join(folder, example);
  writeFileSync(file, whole(name, text, plainPort));
  /** @type {Record<string, string[]>} */
  const args = {
    nginx: ['-c', file, '-p', folder, '-g', 'daemon off;'],
    haproxy: ['-f', file],
    caddy: ['run', '--adapter', 'caddyfile', '--config', file],
  };
  const log = join(folder, `${name}.log`);
  const child = spawn(program(name).find() ?? name, args[name] ?? [], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: folder },
  });
  children.push(child);
  let output = '';
  let last = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (/** @type {string} */ part) => {
      output += part;
      writeFileSync(log, output);
    });
  await until(name, async () => {
    if (child.exitCode !== null) throw new Problem(`${name} ended:\n${output}`);
    const answer = await send({ port, child }, 'GET', '/readyz').catch((error) => error);
    last = `${answer.status ?? answer}`;
    return answer.status === 200;
  }).catch((error) => {
    throw new Problem(`${error.message}: ${last}\n${output}`);
  });
  return { port, child };
}

/**
 * The examples of nginx and Caddy are parts of a configuration.
 * @param {string} name
 * @param {string} text
 * @param {number} plainPort
 */
function whole(name, text, plainPort) {
  if (name === 'caddy') return `{\n\tadmin off\n\tauto_https off\n\thttp_port ${plainPort}\n}\n\n${text}`;
  if (name !== 'nginx') return text;
  // Once for IPv4 is enough here.
  const lines = text.split('\n');
  const single = lines.filter(
    (line, index) => line === '' || !/listen/.test(line) || lines.indexOf(line) === index,
  );
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  return `${user}pid ${join(folder, 'nginx.pid')};\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${single.join('\n')}\n}\n`;
}

const agent = new Agent({ keepAlive: true, maxSockets: 20 });

/**
 * @param {Site} site
 * @param {string} method
 * @param {string} path
 * @param {{ token?: string, body?: unknown, raw?: Buffer, headers?: Record<string, string> }} options
 * @returns {Promise<{ status: number, headers: import('node:http').IncomingHttpHeaders, text: string }>}
 */
function send({ port }, method, path, { token, body, raw, headers = {} } = {}) {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...{ host: '127.0.0.1', port, method, path, agent, servername: host, rejectUnauthorized: false },
        headers: {
          host,
          ...(token && { 'x-auth-token': token }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      async (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part) => {
          text += part;
        });
        response.on('error', reject);
        await once(response, 'end').catch(reject);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      },
    );
    sent.on('error', reject);
    sent.setTimeout(30_000, () => sent.destroy(new Error('no response')));
    sent.end(raw ?? (body === undefined ? undefined : JSON.stringify(body)));
  });
}

/** @type {string | undefined} */
let token;

/** Once: sign-ins are limited to ten a minute. @param {Site} site */
async function signIn(site) {
  if (token) return token;
  const { status, text } = await send(site, 'POST', '/api/auth', { body: admin });
  expect('signing in', status, 200);
  /** @type {string} */
  const given = JSON.parse(text).token;
  token = given;
  return given;
}

/** @param {Site} site */
async function checkPages(site) {
  const page = await send(site, 'GET', '/');
  expect('the landing page', page.status, 200);
  expect('HSTS', page.headers['strict-transport-security'] !== undefined, true);
  const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(page.text) ?? [];
  expect('a script of it', (await send(site, 'GET', script)).status, 200);
}

/** An event reaches an open feed at once: nothing on the way collects it. @param {Site} site */
async function checkLiveFeed(site) {
  const token = await signIn(site);
  const feed = request({
    ...{
      host: '127.0.0.1',
      port: site.port,
      path: '/api/posts/events',
      servername: host,
      rejectUnauthorized: false,
    },
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
async function checkUpload(site) {
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
async function checkAssets(site) {
  const [known = ''] = readdirSync(join(folder, 'first', 'build', 'client', 'assets'));
  for (let time = 0; time < 10; time++) {
    for (const name of [known, 'new-version.js'])
      expect(`/assets/${name}`, (await send(site, 'GET', `/assets/${name}`)).status, 200);
  }
  expect('a file of no version', (await send(site, 'GET', '/assets/none.js')).status, 404);
}

/** @type {Set<number>} */
const serverPorts = new Set();
/** @type {Map<import('node:child_process').ChildProcess, number>} */
const metricsOf = new Map();

/**
 * Until the proxy gives a server requests again: how soon it notices depends on how busy the machine is.
 * @param {Site} site
 * @param {import('node:child_process').ChildProcess} server
 */
async function used(site, server) {
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
/** @type {string | undefined} */
let article;

/**
 * Public pages and a script, which visitors have read: without the database only pages that a server has in memory are there.
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

/** Of the calls of a writing client, which never ends: each write says which it is. */
let writes = 0;

/**
 * What visitors, a member and a writing client see while `fault` is played: every public page is 200; calls are 200, or 503
 * where the fault allows it, and 200 again at the end; what was acknowledged is there. A server that `dies` takes the write
 * of a client along that it was working on: no proxy may repeat it.
 * @param {Site} site
 * @param {string} what
 * @param {() => Promise<void>} fault
 * @param {{ allows503?: boolean, dies?: boolean }} options
 */
async function checkUnder(site, what, fault, { allows503 = false, dies = false } = {}) {
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

/** Between the servers and the database. @param {string} url */
async function startGate(url) {
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
async function startRelay(port) {
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

/**
 * A change whose response is lost happens once, whether the proxy repeats it or not.
 * @param {Site} site
 * @param {{ start: string, done: boolean }} cut
 */
async function checkRepeats(site, cut) {
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
    // After a failure proxies leave a server alone for two seconds; nginx rounds its clock down to seconds.
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
      // Else the change and the list after it take turns: each would meet one server only.
      if (!cut.done) await send(site, 'GET', list, { token });
      const times = text.split(mark).length - 1;
      expect(`${method} ${path} with a lost response (${outcome}), times done`, times, 1);
    }
  }
}

/** The servers' mail server refuses connections: a contact request is taken all the same. @param {Site} site */
async function checkMailAway(site) {
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

async function checkRules() {
  await step('promtool…', async () => {
    for (const args of [
      ['check', 'rules', 'alerts.yaml'],
      ['test', 'rules', 'alerts.test.yaml'],
    ]) {
      const { code, output } = await run(promtool.find() ?? '', args, {
        cwd: join(root, 'docs/monitoring'),
        quiet: true,
      });
      if (code !== 0) throw new Problem(output);
    }
  });
}

async function checkUnit() {
  const analyze = onPath('systemd-analyze');
  if (!analyze) return console.log('systemd-analyze is not installed: the unit was not checked.');
  await step('systemd-analyze…', async () => {
    const unit = join(root, 'deploy', 'brokerage.service');
    const options = ['security', '--offline=true', '--no-pager', '--threshold=15', unit];
    const { code, output } = await run(analyze, options, { quiet: true });
    if (code !== 0) throw new Problem(output);
  });
}

/** @param {string} what @param {unknown} found @param {unknown} wanted */
function expect(what, found, wanted) {
  if (found !== wanted) throw new Problem(`${what}: ${found} instead of ${wanted}`);
}

/** @param {string} what @param {() => Promise<boolean>} condition */
async function until(what, condition) {
  const giveUp = Date.now() + 30_000;
  while (!(await condition())) {
    if (Date.now() > giveUp) throw new Problem(`Gave up waiting for ${what}`);
    await after(50);
  }
}

/** @param {import('node:child_process').ChildProcess} child @param {NodeJS.Signals} signal */
async function end(child, signal) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'exit');
  child.kill(signal);
  await closed;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

await main(async () => {
  const names = process.argv.slice(2).filter((name) => [...proxies, 'rules'].includes(name));
  const wanted = names.length > 0 ? proxies.filter((name) => names.includes(name)) : proxies;
  await ensureTools([promtool, ...(wanted.length > 0 ? [postgres] : []), ...wanted.map(program)]);
  const begun = Date.now();
  await checkRules();
  if (wanted.length === 0) return 0;
  const database = await step('Starting PostgreSQL…', () => startPostgres(postgres.find() ?? ''));
  const gate = await startGate(database.url);
  try {
    await step('Packing the server…', pack);
    const pem = makeCertificate();
    const ports = { first: await freePort(), second: await freePort() };
    /** @param {keyof typeof ports} name */
    const serve = (name) => startServer(join(folder, name), ports[name], gate.url);
    const servers = { first: await serve('first'), second: await serve('second') };
    for (const name of wanted) {
      await step(`${name}…`, async () => {
        const site = await startProxy(name, ports, pem);
        await checkPages(site);
        await checkLiveFeed(site);
        await checkUpload(site);
        await checkAssets(site);
        for (const [what, signal] of /** @type {const} */ ([
          ['a server stopping', 'SIGTERM'],
          ['a server killed', 'SIGKILL'],
        ])) {
          const lose = async () => {
            await end(servers.first, signal);
            await after(800);
          };
          await checkUnder(site, what, lose, { dies: signal === 'SIGKILL' });
          servers.first = await serve('first');
          await used(site, servers.first);
        }
        await checkUnder(
          site,
          'the database silent for 4 s, then away for 4 s',
          async () => {
            gate.set('silent');
            await after(4000);
            gate.set('away');
            await after(4000);
            gate.set('open');
          },
          { allows503: true },
        );
        await checkUnder(site, 'a server frozen for 6 s', async () => {
          servers.first.kill('SIGSTOP');
          await after(6000);
          servers.first.kill('SIGCONT');
        });
        await used(site, servers.first);
        await checkUnder(site, 'both servers restarted, one after the other', async () => {
          for (const each of /** @type {const} */ (['first', 'second'])) {
            await end(servers[each], 'SIGTERM');
            servers[each] = await serve(each);
            // Caddy asks the second only while the first is away.
            if (each === 'first') await used(site, servers.first);
          }
        });
        await checkUnder(site, 'mail away', () => checkMailAway(site));
        await end(site.child, 'SIGTERM');
        const { cut, port, relay } = await startRelay(ports.first);
        const other = await startProxy(name, { ...ports, first: port }, pem);
        try {
          await checkRepeats(other, cut);
        } finally {
          await end(other.child, 'SIGTERM');
          relay.close();
        }
      });
    }
    await checkUnit();
    const seconds = Math.round((Date.now() - begun) / 1000);
    console.log(`All of it took ${seconds} s.`);
    if (seconds > longest)
      throw new Problem(`That is more than ${longest} s: no one would run it before a release.`);
    return 0;
  } finally {
    agent.destroy();
    // A proxy that is killed leaves its workers behind.
    for (const child of children) {
      // One that is still frozen would not end.
      child.kill('SIGCONT');
      await end(child, 'SIGTERM');
    }
    gate.close();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
