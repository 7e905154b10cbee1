import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { calculatorFromQuery } from '../../../shared/fees/calculator-link.ts';
import { startFees } from '../../../shared/fees/fees.ts';
import { limits } from '../../platform/http/rate-limits.ts';
import { drawText } from './draw-text.ts';
import { pageTurn } from './statement.pages.ts';
import { pictureTurn, StatementPictures } from './statement-pictures.ts';
import { statementSvg } from './statement-svg.ts';

/** For requests to arrive on a busy machine. */
const patience = { timeout: 20_000 };

let server: TestServer;

beforeAll(async () => {
  server = await testServer({
    BASE_URL: 'https://flat.example',
    BROKERAGE_NAME: 'Flat & <Co>',
    RATE_LIMITS: 'on',
    TRUST_PROXY: '127.0.0.1',
  });
});
afterAll(() => server.stop());

let visitors = 0;
const newAddress = () => `198.51.${++visitors >> 8}.${visitors & 255}`;

async function picture(query: string, address = newAddress()) {
  const response = await fetch(`${server.url}/statement.png${query}`, {
    headers: { 'x-forwarded-for': address },
  });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

const meta = (html: string, property: string) =>
  new RegExp(`<meta property="${property}" content="([^"]*)"/>`).exec(html)?.[1];

describe('/statement.png', () => {
  it('is a picture of 1200 by 630 that may be kept for a day', async () => {
    const { response, bytes } = await picture('?price=1200000');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('cache-control')).toBe('public, max-age=86400');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  });

  it('differs with the figures, and is the same whatever else is in the address', async () => {
    const [one, other, more] = await Promise.all(
      ['?price=1200000', '?price=1300000', '?price=1200000.00&rate=2.5&utm_source=x&nonsense=%3Csvg%3E'].map(
        (query) => picture(query),
      ),
    );
    expect(one?.bytes.equals(other?.bytes ?? Buffer.of())).toBe(false);
    expect(one?.bytes.equals(more?.bytes ?? Buffer.of())).toBe(true);
  });

  it('shows the example for what is no calculation', async () => {
    const [plain, mangled] = await Promise.all(
      ['', '?price=much&price=1&cap=%00&type=[object]'].map((query) => picture(query)),
    );
    expect(plain?.response.status).toBe(200);
    expect(plain?.bytes.equals(mangled?.bytes ?? Buffer.of())).toBe(true);
  });

  it('is drawn in outlines only: no text, nothing that is loaded', () => {
    const brokerage = { ...server.config.brokerage, name: 'Zoë & <Sons> 家 "Ltd"' };
    const svg = statementSvg(calculatorFromQuery([['price', '99999999']]), { brokerage, fees: startFees });
    expect(svg).not.toMatch(/<(text|image|use|style)|href|url\(/);
    expect(svg.match(/<(\w+)/g)?.every((tag) => ['<svg', '<rect', '<g', '<path'].includes(tag))).toBe(true);
  });

  it('keeps a bounded number', async () => {
    const pictures = new StatementPictures(server.parts);
    await pictures.get([], newAddress());
    await pictures.get([['price', '850000']], newAddress());
    expect(pictures.size).toBe(1);
    const all = Array.from({ length: 102 }, (_, n) =>
      pictures.get([['transactions', String(n + 20)]], newAddress()),
    );
    const results = await Promise.allSettled(all);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(pictures.size).toBe(100);
  }, 60_000);

  it('are drawn for every visitor while one address asks for ever new ones', async () => {
    const gate = Promise.withResolvers<void>();
    const held = pictureTurn('gate', () => gate.promise);
    const eager = newAddress();
    const statuses: number[] = [];
    const many = Array.from({ length: 40 }, async (_, n) => {
      const { response } = await picture(`?price=${1_500_000 + n}`, eager);
      statuses.push(response.status);
    });
    await expect.poll(() => statuses, patience).toEqual(Array<number>(37).fill(429));
    const others = Array.from({ length: 15 }, (_, n) => picture(`?price=${1_600_000 + n}`));
    await expect.poll(() => pictureTurn.state(), patience).toEqual({ running: 1, waiting: 3 + 15 });
    gate.resolve();
    await held;
    for (const { response } of await Promise.all(others)) expect(response.status).toBe(200);
    await Promise.all(many);
    expect(statuses.slice(37)).toEqual([200, 200, 200]);
  }, 60_000);

  it('are so many new ones for an address, known ones more', async () => {
    const address = newAddress();
    for (let n = 0; n < limits.statement.limit; n++)
      expect((await picture(`?transactions=${n + 20}`, address)).response.status).toBe(200);
    const { response } = await picture('?price=1700000', address);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await picture('?transactions=20', address)).response.status).toBe(200);
    expect((await picture('?price=1700000')).response.status).toBe(200);
  }, 60_000);
});

it('a long text is made smaller, and a character without an outline is drawn as a question mark', () => {
  const place = { x: 0, y: 0, size: 40, fill: '#000000', maxWidth: 100 };
  const scaleOf = (text: string) => Number(/scale\(([\d.]+)\)/.exec(drawText(text, place))?.[1]);
  expect(scaleOf('W'.repeat(50))).toBeLessThan(scaleOf('W') / 10);
  expect(drawText('家', place)).toBe(drawText('?', place));
});

describe('the link of a calculation', () => {
  const get = (query: string, address: string) =>
    server.call(`GET /${query}`, { headers: { 'x-forwarded-for': address } });
  const picturedIn = async (answer: Promise<{ status: number; body: string }>) => {
    const { status, body } = await answer;
    expect(status).toBe(200);
    return meta(body, 'og:url');
  };

  it('has its figures for so many new ones of an address; then the page comes from the cache', async () => {
    const address = newAddress();
    for (let n = 0; n < limits.statement.limit; n++)
      expect(await picturedIn(get(`?price=${2_000_000 + n}`, address))).toBe(
        `https://flat.example/?price=${2_000_000 + n}`,
      );
    const plain = await get('', newAddress());
    const beyond = await get('?price=2100000', address);
    expect(beyond.body).toBe(plain.body);
    expect(beyond.headers.get('etag')).toBe(plain.headers.get('etag'));
    expect(await picturedIn(get('?price=2000029', address))).toBe('https://flat.example/?price=2000029');
    expect(await picturedIn(get('?price=2100000', newAddress()))).toBe('https://flat.example/?price=2100000');
  });

  it('has its figures for every visitor while one address asks for ever new ones', async () => {
    const gate = Promise.withResolvers<void>();
    const held = pageTurn('gate', () => gate.promise);
    const eager = newAddress();
    const named: (string | undefined)[] = [];
    const many = Array.from({ length: 20 }, async (_, n) =>
      named.push(await picturedIn(get(`?price=${2_200_000 + n}`, eager))),
    );
    await expect.poll(() => named, patience).toEqual(Array<string>(17).fill('https://flat.example/'));
    const others = Array.from({ length: 15 }, (_, n) =>
      picturedIn(get(`?price=${2_300_000 + n}`, newAddress())),
    );
    await expect.poll(() => pageTurn.state(), patience).toEqual({ running: 1, waiting: 3 + 15 });
    gate.resolve();
    await held;
    expect(await Promise.all(others)).toEqual(
      others.map((_, n) => `https://flat.example/?price=${2_300_000 + n}`),
    );
    await Promise.all(many);
    expect(named.slice(17)).not.toContain('https://flat.example/');
  });

  it('names its picture, address and figures for messages', async () => {
    const { status, headers, body } = await server.call('GET /?transactions=10&price=1200000&utm_source=x');
    expect(status).toBe(200);
    const query = 'price=1200000&amp;transactions=10';
    expect(meta(body, 'og:image')).toBe(`https://flat.example/statement.png?${query}`);
    expect(meta(body, 'og:url')).toBe(`https://flat.example/?${query}`);
    expect(meta(body, 'og:title')).toBe(
      '10 sales of $1,200,000 at 2.5%: keeps $284,900 · Flat &amp; &lt;Co&gt;',
    );
    expect(meta(body, 'og:image:alt')).toContain('keeps $284,900');
    expect(meta(body, 'og:description')).toMatch(
      /^At a 70\/30 split brokerage, and here: you keep \$[\d,]+ more here/,
    );
    // Search engines have one page.
    expect(body).toContain('<link rel="canonical" href="https://flat.example/"/>');
    const again = await server.call('GET /?transactions=10&price=1200000', {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  it('is else the landing page to the letter', async () => {
    const plain = (await server.call('GET /')).body;
    for (const query of ['?utm_source=x', '?price=850000', '?price=much', '?by=x'])
      expect((await server.call(`GET /${query}`)).body).toBe(plain);
    const linked = (await server.call('GET /?rate=3')).body;
    const without = (html: string) => html.replaceAll(/<meta property="og:[^>]*>/g, '');
    expect(without(linked)).toBe(without(plain));
  });

  it('cannot bring anything into the page', async () => {
    const { body } = await server.call('GET /?rate=3&type=%22%3E%3Cscript%3E&cap=%22%3E%3Cimg');
    expect(meta(body, 'og:url')).toBe('https://flat.example/?rate=3');
  });
});
