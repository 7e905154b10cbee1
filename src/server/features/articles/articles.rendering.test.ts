import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { articleBody, makeToken } from '../../../../test/factories.ts';
import { holdRendering } from '../../../../test/held-rendering.ts';
import { patience } from '../../../../test/patience.ts';
import { type Answer, type TestServer, testServer } from '../../../../test/server.ts';
import { renderArticle } from '../../platform/text/render-text.ts';

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

async function servedDuring(work: Promise<unknown>): Promise<number> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  let served = 0;
  // A client without pauses would take the processor that the work needs.
  for (; !isOver; served++) {
    await server.call('GET /livez');
    await setTimeout(10);
  }
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

  // The slowest inputs: many possible delimiters, and tables of many cells.
  it.each([
    ['pictures', '!['.repeat(99_500)],
    ['lists of marks', '[*'.repeat(99_500)],
    ['tables', '|a|b\n|-|-\n'.repeat(19_000)],
  ])('of %s keeps nobody else waiting', async (_kind, text) => {
    const work = preview(text);
    // Some are rejected within a few requests. The watch on the event loop fails if this thread is busy.
    expect(await servedDuring(work)).toBeGreaterThan(0);
    expect([200, 400]).toContain((await work).status);
  });

  it('is accepted when it is honest: 200,000 characters of Chinese, 300 pictures and 20 tables', async () => {
    const text = longText();
    expect(text.length).toBe(200_000);
    const { status, body } = await save(text);
    expect(status).toBe(200);
    const page = await server.call(`GET /articles/${body.slug}`);
    expect(page.status).toBe(200);
    expect(page.body.match(/<table>/g)).toHaveLength(20);
    expect(page.body.match(/<img src="\/images\/0/g)).toHaveLength(300);
  });
});

function longText(): string {
  const sentence = '在加州，每笔交易只收取固定费用，佣金全部归经纪人所有。';
  const table = `| 价格 | 费用 | 备注 |\n|---|---:|---|\n${'| 450,000 | 475 | 固定费用 |\n'.repeat(40)}\n`;
  const parts = Array.from(
    { length: 300 },
    (_, index) =>
      `## 第${index}节\n\n${sentence.repeat(20)}\n\n![说明](/images/0198-${index}.webp)\n\n${index % 15 === 0 ? table : ''}`,
  );
  return parts.join('').padEnd(200_000, '。');
}

const save = (text: string, by = token) =>
  server.call('POST /api/articles', { token: by, body: articleBody({ text }) });
const header = (columns: number) => `${'|a'.repeat(columns)}\n${'|-'.repeat(columns)}\n`;

describe('a text that becomes too large', () => {
  it.each([
    ['Text holds a table of more than 1,000 cells (line 3)', `Fees\n\n${header(512)}${'a\n'.repeat(127)}`],
    ['Text holds a table of more than 1,000 cells (line 1)', header(1001)],
    ['Text holds tables of more than 20,000 cells together', `${header(30)}${'a\n'.repeat(30)}\n`.repeat(25)],
    ['Text is nested more than 20 levels deep (line 2)', `Fees\n${'> '.repeat(40)}a`],
    [
      'Text is nested more than 20 levels deep',
      Array.from({ length: 30 }, (_, depth) => `${'  '.repeat(depth)}- a\n`).join(''),
    ],
    [
      'Text becomes a page more than 10 times its size (line 3)',
      `[a]: /${'b'.repeat(2000)}\n\n${'[a]'.repeat(500)}`,
    ],
    ['Text becomes a page more than 10 times its size', `[a]: /${'&'.repeat(3000)}\n\n${'[a] '.repeat(300)}`],
    [
      'Text becomes a page more than 10 times its size',
      `[a]: /c "${'中'.repeat(900)}"\n\n${'[a]'.repeat(900)}`,
    ],
  ])('is rejected: %s', async (msg, text) => {
    for (const call of [save(text), preview(text)]) {
      const { status, body } = await call;
      expect({ status, ...body.errors[0] }).toEqual({
        status: 400,
        msg: expect.stringContaining(msg),
        field: 'text',
      });
    }
  });

  it('leaves the article as it was', async () => {
    const { body: article } = await save('First');
    const changed = await server.call(`PATCH /api/articles/${article._id}`, {
      token,
      body: { title: 'Other', text: header(1001) },
    });
    expect(changed.status).toBe(400);
    expect((await server.call(`GET /api/articles/${article._id}`)).body).toMatchObject({
      title: article.title,
      text: 'First',
    });
  });

  it.each([
    ['brackets in brackets', `${'!['.repeat(40_000)}a${'](b)'.repeat(20_000)}`],
    ['quotes', '> '.repeat(100_000)],
    ['code', Array.from({ length: 600 }, (_, index) => '`'.repeat(index)).join(' ')],
    ['entities', '&quot;'.repeat(33_000)],
    ['links', '[a](/)'.repeat(33_000)],
    ['addresses', 'http://a.b '.repeat(18_000)],
    ['stars', '**a *'.repeat(40_000)],
  ])('or takes too long is rejected or bounded: %s', async (_kind, text) => {
    const { status, body } = await preview(text);
    expect([200, 400]).toContain(status);
    if (status === 200) expect(body.html.length).toBeLessThan(10 * text.length + 65_536);
    expect((await preview(paragraph)).body.html).toBe(html);
  });
});

describe('an article stored without its HTML', () => {
  const stored = async (text: string) => {
    const { body } = await save('Saved');
    await server.db
      .updateTable('articles')
      .set({ text, html: null, minutes: null })
      .where('id', '=', body._id)
      .execute();
    await server.parts.content.refresh();
    return body;
  };
  const htmlOf = async (id: string) =>
    (await server.db.selectFrom('articles').select('html').where('id', '=', id).executeTakeFirst())?.html;

  it('is rendered once, when it is first read', async () => {
    const { _id, slug } = await stored(paragraph);
    expect((await server.call(`GET /articles/${slug}`)).body).toContain(html);
    expect(await htmlOf(_id)).toBe(html);
  });

  it('is shown as it was typed when it becomes too large, and not tried again', async () => {
    const { _id, slug } = await stored(`${header(600)}a < b\na`);
    expect((await server.call(`GET /articles/${slug}`)).body).toContain('|a|a|a');
    expect(await htmlOf(_id)).toMatch(/^<p>\|a.*a &lt; b\na<\/p>\n$/s);
  });
});

describe('several who write at once', () => {
  /** Resolves with the answers, once `count` of them with this status have come and the renderer goes on. */
  async function held(calls: () => Promise<Answer>[], status: number, count: number): Promise<Answer[]> {
    const goOn = holdRendering();
    let come = 0;
    const answers = calls().map(async (call) => {
      const answer = await call;
      if (answer.status === status) come++;
      return answer;
    });
    await vi.waitUntil(() => come === count, patience);
    goOn();
    return Promise.all(answers);
  }

  it('see their newest preview; the one that waits makes room for it', async () => {
    const answers = await held(() => Array.from({ length: 6 }, () => preview(paragraph)), 409, 4);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409]);
  });

  it('are served in turn: no user waits for all tasks of another', async () => {
    const done: string[] = [];
    const render = (person: string) =>
      renderArticle({ text: paragraph, images: {} }, person).then(() => done.push(person));
    await Promise.all(['eager', 'eager', 'eager', 'eager', 'other'].map(render));
    expect(done).toEqual(['eager', 'other', 'eager', 'eager', 'eager']);
  });

  it('get 503 when more than 2,000,000 characters of one person wait, and no one else does', async () => {
    const other = await makeToken(server.db);
    const text = 'x'.repeat(199_000);
    // One is being rendered, ten may wait.
    const saves = () => Array.from({ length: 14 }, () => save(text));
    const answers = await held(() => [...saves(), save(text, other)], 503, 3);
    expect(answers.at(-1)?.status).toBe(200);
    const rejected = answers.filter(({ status }) => status !== 200);
    expect(rejected.map(({ status }) => status)).toEqual([503, 503, 503]);
    for (const { headers } of rejected) expect(headers.get('retry-after')).toBe('2');
  });
});
