import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { articleBody } from '../../../../test/factories.ts';
import { type Answer, type TestServer, testServer } from '../../../../test/server.ts';
import { fromNow, newId } from '../../platform/db/ids.ts';

let server: TestServer;

beforeEach(async () => {
  server = await testServer();
});
afterEach(() => server.stop());

async function insertArticles(count: number, text: string): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => {
    const date = fromNow(-index * 60_000);
    const times = { published_at: date, created_at: date, updated_at: date };
    return { ...articleBody({ text }), ...times, id: newId(), slug: `article-${index}`, version: 1 };
  });
  for (let start = 0; start < count; start += 200) {
    await server.db
      .insertInto('articles')
      .values(rows.slice(start, start + 200))
      .execute();
  }
}

const sizeOf = ({ body }: Answer) => Buffer.byteLength(JSON.stringify(body));
const nextOf = ({ headers }: Answer) => /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];

async function allPages(): Promise<Answer[]> {
  const answers = [await server.call('GET /api/articles')];
  for (let last = answers[0]; last; ) {
    const next = nextOf(last);
    last = next ? await server.call(`GET ${next}`) : undefined;
    if (last) answers.push(last);
  }
  return answers;
}

const slugsOf = (answers: Answer[]) =>
  answers.flatMap(({ body }) => body.map(({ slug }: { slug: string }) => slug));

describe('GET /api/articles', () => {
  it('ends at 4 MB, however long the texts are, and leads to the rest', async () => {
    await insertArticles(40, 'x'.repeat(170_000));
    const answers = await allPages();
    const [first, ...rest] = answers.map(sizeOf);
    expect(first).toBeGreaterThan(3_800_000);
    expect(first).toBeLessThanOrEqual(4_000_000);
    for (const size of rest) expect(size).toBeLessThanOrEqual(500_000);
    expect(slugsOf(answers)).toEqual(Array.from({ length: 40 }, (_, index) => `article-${index}`));
  });

  it('counts what JSON makes of a text', async () => {
    await insertArticles(30, '\u0001'.repeat(150_000));
    const answers = await allPages();
    expect(answers.slice(0, 2).map(({ body }) => body.length)).toEqual([4, 1]);
    expect(slugsOf(answers)).toHaveLength(30);
  });

  it('leads on from its end at 1,000, also with a 304', async () => {
    await insertArticles(1005, 'short');
    const [first, ...rest] = await allPages();
    expect(first?.body).toHaveLength(1000);
    expect(rest.map(({ body }) => body.length)).toEqual([5]);
    const again = await server.call('GET /api/articles', {
      headers: { 'if-none-match': first?.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
    expect(again.headers.get('link')).toBe(first?.headers.get('link'));
  });
});
