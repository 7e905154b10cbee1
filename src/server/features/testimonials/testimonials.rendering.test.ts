import { get, type IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engine } from '../../../../test/database.ts';
import { databaseAway } from '../../../../test/database-away.ts';
import { makeToken } from '../../../../test/factories.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { fromNow, newId } from '../../platform/db/ids.ts';

let server: TestServer;
let token: string;

beforeEach(async () => {
  server = await testServer();
  token = await makeToken(server.db);
});
afterEach(() => server.stop());

const save = (testimonial: string, name = 'Ana Agent') =>
  server.call('POST /api/testimonials', { token, body: { name, testimonial } });
const landing = async (): Promise<string> => (await server.call('GET /')).body;
/** The carousel takes its slides from here. */
const all = async (): Promise<string> => (await server.call('GET /testimonials')).body;

describe('a testimonial', () => {
  it('accepts inline Markdown, and keeps its lines and paragraphs', async () => {
    await save('A **flat** fee,\n*per side*.\n\nSee [us](/contact).');
    expect(await landing()).toContain(
      '<p>A <strong>flat</strong> fee,<br />\n<em>per side</em>.</p>\n<p>See <a href="/contact">us</a>.</p>',
    );
  });

  it('makes no heading, list, table, quote or code block', async () => {
    const text = '# Fees\n- one\n\n> two\n\n    three\n\n|a|b|\n|-|-|\n|c|d|\n\n[a]: /b';
    await save(text);
    const html = await landing();
    expect(html).toContain('# Fees<br />\n- one</p>\n<p>&gt; two</p>\n<p>three</p>\n<p>|a|b|<br />\n|-|-|');
    expect(html).toContain('<p>[a]: /b</p>');
  });

  it('is rejected when it becomes too large', async () => {
    const { status, body } = await save(`${'*a **b '.repeat(30)}${'b** a* '.repeat(30)}`);
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { msg: 'Testimonial is nested more than 20 levels deep (line 1)', field: 'testimonial' },
    ]);
  });

  it('stored without its HTML is rendered once', async () => {
    const { body } = await save('A **flat** fee.');
    await server.db.updateTable('testimonials').set({ html: null, excerpt: null }).execute();
    expect(await landing()).toContain('A <strong>flat</strong> fee.');
    const row = await server.db
      .selectFrom('testimonials')
      .select(['html', 'excerpt'])
      .where('id', '=', body._id)
      .executeTakeFirst();
    expect(row).toEqual({ html: '<p>A <strong>flat</strong> fee.</p>\n', excerpt: 'A flat fee.' });
  });

  // Only SQLite can read while it cannot write, as on a full disk.
  if (engine === 'sqlite')
    it('stored without its HTML is shown while nothing can be saved', async () => {
      await save('A **flat** fee.');
      await server.db.updateTable('testimonials').set({ html: null, excerpt: null }).execute();
      const away = await databaseAway({ db: server.db, databaseUrl: undefined });
      const html = await landing();
      await away.close();
      expect(html).toContain('A <strong>flat</strong> fee.');
    });
});

describe('the page of all testimonials', () => {
  it.each([
    ['table cells', `${'|a'.repeat(300)}\n${'|-'.repeat(300)}\n${'a\n'.repeat(390)}`],
    ['links', '[a](http:a)'.repeat(180)],
    ['addresses', 'http://a '.repeat(220)],
    ['marks to escape', '&'.repeat(2000)],
    ['quotes', '"<'.repeat(1000)],
    ['Chinese', '佣金全部归经纪人所有'.repeat(200)],
    ['lines', 'a\n\n'.repeat(660)],
    ['code', '`a` '.repeat(500)],
    ['pictures', '![](/images/a)'.repeat(140)],
    ['control characters', 'a\u0001'.repeat(1000)],
  ])('has at most 200 KB whatever its 24 testimonials hold: %s', async (_kind, text) => {
    const { status } = await save(text.slice(0, 2000), '佣'.repeat(100));
    expect(status).toBe(200);
    const { bytes: _, ...row } = await server.db
      .selectFrom('testimonials')
      .selectAll()
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: 23 }, () => ({ ...row, id: newId() }));
    await server.db.insertInto('testimonials').values(copies).execute();
    const html = await all();
    expect(html.match(/class="slide"/g)).toHaveLength(24);
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(200_000);
  });

  it('shows each whole testimonial in the order of the carousel, and says when there is none', async () => {
    expect(await all()).toContain('No testimonials yet.');
    await save('It was worth it.', 'First Agent');
    await save('I would not go back.', 'Second Agent');
    const html = await all();
    expect(html.indexOf('I would not go back.')).toBeLessThan(html.indexOf('It was worth it.'));
    expect(html).toContain('aria-label="2 of 2"');
  });
});

describe('the landing page', () => {
  it('holds the first alone, and leads to all', async () => {
    await save('It was worth it.', 'First Agent');
    expect(await landing()).not.toContain('href="/testimonials"');
    await save('I would not go back.', 'Second Agent');
    const html = await landing();
    expect(html).toContain('I would not go back.');
    expect(html).not.toContain('It was worth it.');
    expect(html).toContain('<a href="/testimonials" class="contact-line" data-all="true">Read all 2</a>');
  });

  it('shows the beginning of a large one, and leads to all of it', async () => {
    const { body } = await save(`Begin ${'**佣金**全部 '.repeat(200)}end.`, 'Lin Wei');
    const html = await landing();
    expect(html).toContain(
      `<a href="/testimonials/${body._id}" class="quote-more inline-flex items-center">Read it all<span class="sr-only">: Lin Wei</span></a>`,
    );
    expect(html).toContain('<p>Begin 佣金全部 佣金全部');
    expect(html).not.toContain('end.</p>');
    const page = await server.call(`GET /testimonials/${body._id}`);
    expect(page.status).toBe(200);
    expect(page.body).toContain('<p>Begin <strong>佣金</strong>全部 ');
    expect(page.body).toContain('end.</p>');
  });

  it('shows an ordinary one whole', async () => {
    await save(`${'I keep what I earn. '.repeat(99)}The end.`);
    expect(await landing()).toContain('The end.</p>');
  });
});

it('GET /testimonials/{id} is a page for those that are there only', async () => {
  for (const id of [newId(), '42', '%00']) {
    expect((await server.call(`GET /testimonials/${id}`)).status).toBe(404);
  }
});

it('GET /api/testimonials ends at 4 MB and leads to the rest', async () => {
  const rows = Array.from({ length: 900 }, (_, index) => ({
    id: newId(),
    name: 'Ana Agent',
    testimonial: '佣'.repeat(2000),
    position: 0,
    version: 1,
    created_at: fromNow(-index * 1000),
    updated_at: fromNow(0),
  }));
  for (let start = 0; start < rows.length; start += 300) {
    await server.db
      .insertInto('testimonials')
      .values(rows.slice(start, start + 300))
      .execute();
  }
  await setImmediate();
  let total = 0;
  let max = 4_000_000;
  for (let path: string | undefined = '/api/testimonials'; path; ) {
    const { headers, bytes } = await fetched(path);
    expect(bytes.length).toBeLessThanOrEqual(max);
    const body = JSON.parse(bytes.toString());
    total += body.length;
    max = 500_000;
    path = /^<([^>]+)>; rel="next"$/.exec(String(headers.link))?.[1];
  }
  expect(total).toBe(900);
  const carousel = await fetched('/api/testimonials?order=carousel');
  expect(carousel.bytes.length).toBeLessThanOrEqual(4_000_000);
  expect(carousel.headers.link).toBeUndefined();
});

/** Without decoding and parsing, which this thread would do in the same turn. */
async function fetched(path: string) {
  const response = await new Promise<IncomingMessage>((resolve) => get(server.url + path, resolve));
  const bytes = Buffer.concat(await response.toArray());
  await setImmediate();
  return { headers: response.headers, bytes };
}
