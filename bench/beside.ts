import { setTimeout as after } from 'node:timers/promises';
import { articleBody } from '../test/factories.ts';
import { call, made200 } from '../test/server.ts';
import type { Order, Outcome } from './client.ts';
import { ask } from './load.ts';
import { type Report, round } from './report.ts';
import type { BenchServer, Owner } from './servers.ts';

interface BesideOptions {
  name: string;
  product: BenchServer;
  owner: Owner;
  seconds: number;
  report: Report;
}

/** Articles that visitors walk through, and their characters: more than the newest few are read. */
const articles = 100;
const length = 20_000;
const visitsPerSecond = 50;
const savesPerSecond = 2;
const signInsPerSecond = 40;

/** How long visitors wait for pages while others work; each row also shows their wait when no one else works. */
export async function besideRows(options: BesideOptions): Promise<void> {
  const { name, product, owner, seconds, report } = options;
  const written = await writeArticles(product.url, owner.token);
  const paths = ['/', '/articles', ...written.map(({ slug }) => `/articles/${slug}`)];
  const visits: Order = {
    url: product.url,
    requests: paths.map((path) => ({ path })),
    seconds,
    perSecond: visitsPerSecond,
    connections: 8,
    headers: { 'accept-encoding': 'br' },
  };
  const row = (what: string, alone: Outcome, beside: Outcome, others: string) => {
    const failed = alone.failed + beside.failed;
    if (failed > 0) throw new Error(`${what}: ${failed} visits failed`);
    report.row(
      [
        `${name}: pages while ${what}`,
        `${shown(beside)}, ${others}`,
        `${shown(alone)} alone`,
        round(beside.p99 / alone.p99, 1),
        'p99 ≤50 ms',
      ],
      { what: `${name}: pages while ${what}, p99`, runs: [beside.p99], better: 'less' },
    );
  };

  // Each page is made once before.
  await ask({ ...visits, seconds: (2 * paths.length) / visitsPerSecond });
  const alone = await ask(visits);
  const [besideSaves, saves] = await Promise.all([
    ask(visits),
    saveArticles(product.url, owner.token, written, seconds),
  ]);
  row(`an editor saves ${savesPerSecond} times a second`, alone, besideSaves, `${saves} saves`);

  const signIns: Order = {
    url: product.url,
    seconds,
    perSecond: signInsPerSecond,
    connections: 2 * signInsPerSecond,
    requests: [{ path: '/api/auth', body: { email: owner.email, password: owner.password } }],
    headers: {},
  };
  const [besideSignIns, { requests: sent, failed }] = await Promise.all([ask(visits), ask(signIns)]);
  const others = `${sent - failed} signed in, ${failed} refused`;
  row(`${signInsPerSecond} a second sign in`, alone, besideSignIns, others);
}

const shown = ({ p50, p99 }: Outcome) => `p50 ${round(p50, 1)}, p99 ${round(p99, 1)} ms`;

type Article = Record<'id' | 'slug', string>;

async function writeArticles(url: string, token: string): Promise<Article[]> {
  const written: Article[] = [];
  for (let number = 0; number < articles; number++) {
    const body = articleBody({ title: `Article ${number}`, text: textOf(number) });
    const { _id, slug } = made200(await call(url, 'POST /api/articles', { token, body }), 'An article');
    written.push({ id: _id, slug });
  }
  return written;
}

const textOf = (number: number) => `Number ${number}. ${'Escrow closes. '.repeat(length / 15)}`;

/** A different article each time, for as long as visitors are there. Returns how many saves there were. */
async function saveArticles(
  url: string,
  token: string,
  written: Article[],
  seconds: number,
): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let saves = 0;
  for (; performance.now() < end; saves++) {
    const { id } = written[saves % written.length] ?? {};
    const body = { text: textOf(saves + articles) };
    const [answer] = await Promise.all([
      call(url, `PATCH /api/articles/${id}`, { token, body }),
      after(1000 / savesPerSecond),
    ]);
    made200(answer, 'A save');
  }
  return saves;
}
