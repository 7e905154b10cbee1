import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { calculatorFromQuery } from '../../../shared/calculator-link.ts';
import { drawText } from './draw-text.ts';
import { StatementPictures } from './statement-pictures.ts';
import { statementSvg } from './statement-svg.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer({ BASE_URL: 'https://flat.example', BROKERAGE_NAME: 'Flat & <Co>' });
});
afterAll(() => server.stop());

async function picture(query: string) {
  const response = await fetch(`${server.url}/statement.png${query}`);
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
        picture,
      ),
    );
    expect(one?.bytes.equals(other?.bytes ?? Buffer.of())).toBe(false);
    expect(one?.bytes.equals(more?.bytes ?? Buffer.of())).toBe(true);
  });

  it('shows the example for what is no calculation', async () => {
    const [plain, mangled] = await Promise.all(
      ['', '?price=much&price=1&cap=%00&type=[object]'].map(picture),
    );
    expect(plain?.response.status).toBe(200);
    expect(plain?.bytes.equals(mangled?.bytes ?? Buffer.of())).toBe(true);
  });

  it('is drawn in outlines only: no text, nothing that is loaded', () => {
    const brokerage = { ...server.config.brokerage, name: 'Zoë & <Sons> 家 "Ltd"' };
    const svg = statementSvg(calculatorFromQuery([['price', '99999999']]), brokerage);
    expect(svg).not.toMatch(/<(text|image|use|style)|href|url\(/);
    expect(svg.match(/<(\w+)/g)?.every((tag) => ['<svg', '<rect', '<g', '<path'].includes(tag))).toBe(true);
  });

  it('keeps a bounded number', async () => {
    const pictures = new StatementPictures(server.config);
    await pictures.get([]);
    await pictures.get([['price', '850000']]);
    expect(pictures.size).toBe(1);
    const all = Array.from({ length: 31 }, (_, n) => pictures.get([['transactions', String(n + 20)]]));
    const results = await Promise.allSettled(all);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(pictures.size).toBe(31);
  });
});

it('a long text is made smaller, and a character without an outline is drawn as a question mark', () => {
  const place = { x: 0, y: 0, size: 40, fill: '#000000', maxWidth: 100 };
  const scaleOf = (text: string) => Number(/scale\(([\d.]+)\)/.exec(drawText(text, place))?.[1]);
  expect(scaleOf('W'.repeat(50))).toBeLessThan(scaleOf('W') / 10);
  expect(drawText('家', place)).toBe(drawText('?', place));
});

describe('the link of a calculation', () => {
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
