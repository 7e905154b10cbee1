import { existsSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '../src/server/platform/db/database.ts';
import { makeToken } from '../test/factories.ts';
import { contactRequest } from '../test/scene.ts';
import type { Order, OrderedRequest, Outcome } from './client.ts';
import { ask } from './load.ts';
import { Report, round } from './report.ts';
import { type BenchServer, type Owner, residentMegabytes, signIn, startProduct } from './servers.ts';

/**
 * Prints what others notice while a member, and a visitor with 100 addresses, send the worst that the limits allow:
 * `node bench/attack.ts [--seconds=10] [--only=NAME] [--database-url=postgres://…]`. Each attack runs by itself, then all at
 * once. It only measures.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    only: { type: 'string', default: '' },
    'database-url': { type: 'string' },
  },
});
const seconds = Number(values.seconds);

async function main(): Promise<void> {
  if (!existsSync('build/client')) throw new Error('Nothing is built; run npm run build first');
  await using folder = await mkdtempDisposable(join(tmpdir(), 'brokerage-attack-'));
  const place = { dataDir: folder.path, databaseUrl: values['database-url'] };
  await using product = await startProduct(place, { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' });
  await using db = openDatabase(place);
  const report = new Report(undefined, 'what is sent', 'sent', 'refused', 'others: p50, p99', 'memory');
  const owner = await signIn(product, folder.path);
  const chosen = attacks.filter(({ name }) => name.includes(values.only));
  const rows = [
    { name: 'nothing', sent: [] },
    ...chosen.map((attack) => ({ name: attack.name, sent: [attack] })),
    { name: 'all at once', sent: chosen },
  ];
  for (const [number, { name, sent }] of rows.entries()) {
    // A member for each, with limits of their own.
    const token = await makeToken(db);
    const orders = sent.map(({ requestsFor }) => ({
      url: product.url,
      requests: requestsFor(token, owner.email),
      connections: 4,
      // So many retries of what is refused would only measure their own processes.
      perSecond: 200,
    }));
    const { others, attackers, memory } = await measure(product, orders, honest(owner, number));
    const sum = (of: 'requests' | 'failed') => round(attackers.reduce((total, each) => total + each[of], 0));
    const refused = others.failed > 0 ? `, ${others.failed} REFUSED` : '';
    const times = `${round(others.p50)}, ${round(others.p99)} ms${refused}`;
    report.row([name, sum('requests'), sum('failed'), times, `${round(memory)} MB`]);
  }
}

type Orders = Omit<Order, 'seconds' | 'headers'>[];

async function measure(
  product: BenchServer,
  orders: Orders,
  requests: OrderedRequest[],
): Promise<{ others: Outcome; attackers: Outcome[]; memory: number }> {
  let memory = 0;
  const watch = setInterval(() => {
    memory = Math.max(memory, residentMegabytes(product.pid));
  }, 100);
  const visitors = { url: product.url, requests, perSecond: honestPerSecond, connections: 4 };
  const all = [visitors, ...orders].map((order) => ask({ ...order, seconds, headers: {} }));
  const [others, ...attackers] = await Promise.all(all).finally(() => clearInterval(watch));
  if (!others) throw new Error('No one has visited');
  return { others, attackers, memory };
}

const honestPerSecond = 25;

/** Requests of a visitor and a member below their limits: each sign-in and contact request from a network of its own. */
function honest({ email, password, token, device }: Owner, number: number): OrderedRequest[] {
  const member = { 'x-auth-token': token, 'x-forwarded-for': '192.0.2.1' };
  return Array.from({ length: seconds * honestPerSecond }, (_, index): OrderedRequest => {
    const headers = { 'x-forwarded-for': `198.51.${number}.${index % 250}` };
    const kinds: OrderedRequest[] = [
      { path: '/' },
      { path: '/articles' },
      { path: '/api/articles', headers },
      { path: '/api/posts', headers: member },
    ];
    if (index % 80 === 7) return { path: '/api/auth', body: { email, password, device }, headers };
    if (index % 80 === 14) return { path: '/api/contact', body: contactRequest(), headers };
    if (index % 80 === 21) return { path: '/api/posts?search=escrow', headers: member };
    return kinds[index % kinds.length] ?? { path: '/' };
  });
}

interface Attack {
  name: string;
  /** For a member, by their session. */
  requestsFor(token: string, ownerEmail: string): OrderedRequest[];
}

/** Different ones, sent in turn. */
const hundred = (
  path: string,
  body: (number: number) => object,
  headers: (number: number) => OrderedRequest['headers'],
) => Array.from({ length: 100 }, (_, number) => ({ path, body: body(number), headers: headers(number) }));
const asMember = (token: string) => ({ 'x-auth-token': token, 'x-forwarded-for': '203.0.113.1' });
const fromAddress = (number: number) => ({ 'x-forwarded-for': `100.64.${number}.1` });
const form = (token: string, body: string): OrderedRequest => ({
  path: '/api/profile/image',
  body,
  headers: { 'x-auth-token': token, 'content-type': 'multipart/form-data; boundary=b' },
});

/** Short rows that the parser completes: 10 KB once became 4 MB of HTML. */
const table = `${'|a'.repeat(250)}|\n${'|-'.repeat(250)}|\n${'|b\n'.repeat(470)}`;
const tinyParts = `${'--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(90_000)}--b--\r\n`;
const manyHeaders = `--b\r\n${'a:b\r\n'.repeat(800_000)}\r\n\r\n--b--\r\n`;
const article = { snippet: 'A snippet', url: 'https://www.example.com', text: 'word '.repeat(34_000) };

const articleOf = (number: number) => ({ ...article, title: `An article ${number}` });
const testimonialOf = (number: number) => ({ name: `Agent ${number}`, testimonial: table.slice(0, 2000) });

const attacks: Attack[] = [
  {
    name: 'articles of 170,000 characters',
    requestsFor: (token) => hundred('/api/articles', articleOf, () => asMember(token)),
  },
  {
    name: 'testimonials of tables',
    requestsFor: (token) => hundred('/api/testimonials', testimonialOf, () => asMember(token)),
  },
  {
    name: 'searches of one-letter words',
    requestsFor: (token) => [{ path: '/api/posts?search=a+b+c+d+e+f+g+h', headers: asMember(token) }],
  },
  {
    name: 'wrong passwords from 100 addresses',
    requestsFor: (_, email) =>
      hundred('/api/auth', (number) => ({ email, password: `wrong ${number}` }), fromAddress),
  },
  {
    name: 'contact requests from 100 addresses',
    requestsFor: () => hundred('/api/contact', contactRequest, fromAddress),
  },
  { name: 'forms of tiny parts', requestsFor: (token) => [form(token, tinyParts)] },
  { name: 'forms of header lines', requestsFor: (token) => [form(token, manyHeaders)] },
];

await main();
