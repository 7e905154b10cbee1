import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { z } from 'zod';
import { attacks, type Target } from './attack-payloads.ts';
import { type Owner, post, visitHonestly } from './honest-visitor.ts';
import { type BenchServer, residentMegabytes, startProduct } from './servers.ts';

/**
 * Prints what others notice while a member, and a visitor with 100 addresses, send the worst that the limits allow:
 * `node bench/attack.ts [--seconds=10] [--only=NAME] [--speed=1] [--database-url=postgres://…]`. Each attack runs by itself, then all
 * at once. With --speed=6 the windows of the rate limits pass six times as fast: ten minutes send what an hour allows.
 * It only measures: nothing passes or fails.
 */
const option = (name: string) =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
const seconds = Number(option('seconds') ?? 10);
const only = option('only');
const speed = option('speed');

async function main(): Promise<void> {
  if (!existsSync('build/client')) throw new Error('Nothing is built; run npm run build first');
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerage-attack-'));
  const databaseUrl = option('database-url');
  const product = await startProduct(dataDir, {
    RATE_LIMITS: 'on',
    TRUST_PROXY: '127.0.0.1',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...(speed && { CLOCK_SPEED: speed, NODE_OPTIONS: `--import=${import.meta.resolve('./fast-clock.mjs')}` }),
  });
  try {
    const [email = '', password = ''] = readFileSync(join(dataDir, 'sample-admin.txt'), 'utf8').split('\n');
    const owner = { email, password, ...(await signIn(product.url, email, password, '192.0.2.1')) };
    const rows: string[] = [
      '| attack | sent | not refused | others p50 | p99 | max | memory | disk |',
      '|---|---|---|---|---|---|---|---|',
    ];
    const chosen = attacks.filter(({ name }) => only === undefined || name.includes(only));
    const everything = { name: 'all at once', send: undefined };
    for (const attack of [{ name: 'nothing', send: undefined }, ...chosen, everything]) {
      const target = {
        url: product.url,
        token: await newMember(product.url, owner.token),
        ownerEmail: email,
      };
      const sends = attack === everything ? chosen.map(({ send }) => send) : attack.send ? [attack.send] : [];
      rows.push(await measure(product, dataDir, attack.name, sends, target, owner));
      console.log(rows.at(-1));
    }
    console.log(`\n${rows.join('\n')}`);
  } finally {
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

type Send = (target: Target, count: number) => Promise<Response>;

async function measure(
  product: BenchServer,
  dataDir: string,
  name: string,
  sends: Send[],
  target: Target,
  owner: Owner,
): Promise<string> {
  const end = Date.now() + seconds * 1000;
  const before = diskUse(dataDir);
  let sent = 0;
  let accepted = 0;
  const attacker = async (send: Send) => {
    for (let count = 0; Date.now() < end; count++) {
      const response = await send(target, count).catch(() => undefined);
      sent++;
      if (response && response.status !== 429) accepted++;
      // Pause before a retry: a busy loop would measure only this process.
      if (!response || response.status === 429) await after(20);
      await response?.arrayBuffer().catch(() => undefined);
    }
  };
  let peak = 0;
  const watch = async () => {
    while (Date.now() < end) {
      peak = Math.max(peak, residentMegabytes(product.pid) ?? 0);
      await after(100);
    }
  };
  const visit = visitHonestly({ url: product.url, owner, end });
  await Promise.all([
    visit,
    ...sends.flatMap((send) => [attacker(send), attacker(send), attacker(send), attacker(send)]),
    watch(),
  ]);
  const honest = await visit;
  const times = [...honest.times.values()].flat().sort((a, b) => a - b);
  const at = (share: number) =>
    `${Math.round(times[Math.floor((times.length - 1) * share)] ?? Number.NaN)} ms`;
  const slowest = [...honest.times]
    .map(([what, all]) => ({ what, max: Math.max(...all) }))
    .sort((a, b) => b.max - a.max)[0];
  const refused = honest.refused.length > 0 ? ` REFUSED: ${[...new Set(honest.refused)].join(', ')}` : '';
  const grown = (diskUse(dataDir) - before) / 1024 / 1024;
  return `| ${name} | ${sent} | ${accepted} | ${at(0.5)} | ${at(0.99)} | ${at(1)} (${slowest?.what})${refused} | ${Math.round(peak)} MB | +${grown.toFixed(1)} MB |`;
}

/** The owner's browser has signed in before, so that strangers do not slow it (docs/security.md S3.5). */
async function signIn(url: string, email: string, password: string, address: string) {
  const response = await post(url, '/api/auth', { email, password, device: '' }, address);
  return knownDevice.parse(await response.json());
}

let members = 0;

/** A separate member for each attack, with rate limits of its own. */
async function newMember(url: string, adminToken: string): Promise<string> {
  const email = `attacker${++members}@example.com`;
  const asAdmin = { 'x-auth-token': adminToken, 'content-type': 'application/json' };
  const json = async (path: string, options: RequestInit = {}): Promise<unknown> =>
    (await fetch(url + path, { headers: asAdmin, ...options })).json();
  await json('/api/users', {
    method: 'POST',
    body: JSON.stringify({ name: `Attacker ${members}`, email, admin: false }),
  });
  const [mail] = mails.parse(await json('/api/outbox')).filter(({ to }) => to === email);
  const { text } = mailText.parse(await json(`/api/outbox/${mail?._id}/invitation`));
  const token = /#(?:token=)?([\w-]{20,})/.exec(text)?.[1];
  const body = JSON.stringify({ token, password: 'a pass phrase of mine', adult: true });
  const answer = signedIn.parse(await json('/api/auth/set-password', { method: 'POST', body }));
  return answer.token;
}

const mails = z.array(z.object({ _id: z.string(), to: z.string() }));
const mailText = z.object({ text: z.string() });
const signedIn = z.object({ token: z.string() });
const knownDevice = signedIn.extend({ device: z.string() });

function diskUse(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false }))
    .reduce((sum, file) => sum + (file?.isFile() ? file.size : 0), 0);
}

await main();
