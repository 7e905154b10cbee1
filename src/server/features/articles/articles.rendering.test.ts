import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { articleBody, makeToken } from '../../../../test/factories.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await testServer();
  token = await makeToken(server.db);
});
afterAll(() => server.stop());

const paragraph = 'A **flat** fee, [per side](https://example.com).\n\n';
const html =
  '<p>A <strong>flat</strong> fee, <a href="https://example.com" rel="noopener nofollow ugc">per side</a>.</p>\n';

const preview = (text: string) => server.call('POST /api/articles/preview', { token, body: { text } });

/** How many others are answered, one after the other, while `work` is under way. */
async function servedDuring(work: Promise<unknown>): Promise<number> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  let served = 0;
  for (; !isOver; served++) await server.call('GET /livez');
  await over;
  return served;
}

describe('a long text', () => {
  it('is rendered as a short one is', async () => {
    expect((await preview(paragraph)).body).toEqual({ html, minutes: 1 });
    const { body } = await preview(paragraph.repeat(1000));
    expect(body).toEqual({ html: html.repeat(1000), minutes: 22 });
    const { body: article } = await server.call('POST /api/articles', {
      token,
      body: articleBody({ text: paragraph.repeat(1000) }),
    });
    const page = await server.call(`GET /articles/${article.slug}`);
    expect(page.status).toBe(200);
    expect(page.body).toContain(html.repeat(1000));
  });

  // What takes longest: many marks that could begin something, and tables of many cells.
  it.each([
    ['pictures', '!['.repeat(99_500)],
    ['lists of marks', '[*'.repeat(99_500)],
    ['tables', '|a|b\n|-|-\n'.repeat(19_000)],
  ])('of %s keeps nobody else waiting', async (_kind, text) => {
    const work = preview(text);
    expect(await servedDuring(work)).toBeGreaterThan(20);
    expect((await work).status).toBe(200);
  });

  it('that comes with many others is refused for now', async () => {
    const long = Array.from({ length: 12 }, () => preview('![ '.repeat(5000)));
    expect((await preview(paragraph)).status).toBe(200);
    const answers = await Promise.all(long);
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers } of refused) expect(headers.get('retry-after')).toBe('2');
    expect(answers.filter(({ status }) => status === 200).length).toBe(answers.length - refused.length);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(8);
  });
});
