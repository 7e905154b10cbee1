import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';

/** docs/product.md P10.1 and P10.17: what a public article says of where it is from. */

let server: TestServer;
let admin: Person;
let author: Person;

beforeAll(async () => {
  server = await testServer();
  admin = await person(server, { admin: true });
  author = await person(server);
});
afterAll(() => server.stop());

const fields = { title: 'Own words', url: '/', snippet: 'In short.', text: 'At length.' };
const page = async (slug: string) => (await fetch(`${server.url}/articles/${slug}`)).text();
/** Once the job that follows other changes has run. */
const pageSoon = async (slug: string) => {
  await server.parts.content.refresh();
  return page(slug);
};
const save = (body: object) =>
  server.call('PUT /api/site/publishing', {
    token: admin.token,
    body: { articles: 'members', testimonials: 'members', ...body },
  });

it('an article without a source shows none', async () => {
  const own = await server.made('POST /api/articles', { token: author.token, body: fields });
  expect(own.url).toBe('/');
  expect(await page(own.slug)).not.toContain('>Source<');
  const body = { ...fields, title: 'Their words', url: 'https://www.dre.ca.gov/' };
  const other = await server.made('POST /api/articles', { token: author.token, body });
  expect(await page(other.slug)).toContain('>Source<');
  for (const url of ['', undefined])
    expect(
      (await server.call('POST /api/articles', { token: author.token, body: { ...fields, url } })).body,
    ).toMatchObject({ msg: 'Url is required' });
  expect(
    (await server.call('POST /api/articles', { token: author.token, body: { ...fields, url: '/about' } }))
      .status,
  ).toBe(400);
});

it('an article names its author where the site does, while the account is active', async () => {
  const body = { ...fields, title: 'By a member' };
  const { slug } = await server.made('POST /api/articles', { token: author.token, body });
  const byline = `By ${author.name}`;
  expect(await page(slug)).not.toContain(byline);
  expect((await save({ authors: 'yes' })).body).toMatchObject({ msg: 'Authors must be true or false' });
  expect((await save({ authors: true })).body).toMatchObject({ authors: true });
  expect(await page(slug)).toContain(byline);
  // A call that knows nothing of it leaves it as it is.
  expect((await save({})).body).toMatchObject({ authors: true });
  await server.made(`PUT /api/users/${author.id}`, {
    token: admin.token,
    body: { name: 'Robin Quill', email: author.email },
  });
  expect(await pageSoon(slug)).toContain('By Robin Quill');
  await server.made(`POST /api/users/${author.id}/suspend`, { token: admin.token });
  expect(await pageSoon(slug)).not.toContain('Robin Quill');
  await server.made(`POST /api/users/${author.id}/reactivate`, { token: admin.token });
  expect(await pageSoon(slug)).toContain('By Robin Quill');
  expect((await save({ authors: false })).body).toEqual({ articles: 'members', testimonials: 'members' });
  expect(await page(slug)).not.toContain('Robin Quill');
});

it('an article does not name its author above words of another member', async () => {
  await save({ authors: true });
  const writer = await person(server);
  const body = { ...fields, title: 'Words of whom' };
  const { _id, slug } = await server.made('POST /api/articles', { token: writer.token, body });
  const change = ({ token }: Person, text: string) =>
    server.made(`PATCH /api/articles/${_id}`, { token, body: { text } });
  const byline = `By ${writer.name}`;
  await change(writer, 'At more length.');
  expect(await page(slug)).toContain(byline);
  await change(await person(server), 'Call someone else.');
  expect(await page(slug)).not.toContain(byline);
  await change(admin, 'At length, and corrected.');
  expect(await page(slug)).toContain(byline);
});

it('a deleted account leaves no name on its articles', async () => {
  const leaver = await person(server);
  const body = { ...fields, title: 'By someone who leaves' };
  const { slug } = await server.made('POST /api/articles', { token: leaver.token, body });
  await save({ authors: true });
  expect(await page(slug)).toContain(`By ${leaver.name}`);
  await server.made(`DELETE /api/users/${leaver.id}`, { token: admin.token });
  expect(await pageSoon(slug)).not.toContain(leaver.name);
  expect(await page(slug)).toContain('By someone who leaves');
});
