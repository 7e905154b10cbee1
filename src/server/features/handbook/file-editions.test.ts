import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageBody } from '../../../../test/factories.ts';
import { plainPdf, upload } from '../../../../test/images.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import type { AuditAction } from '../../../shared/audit/audit-actions.ts';
import { maxCounts } from '../../../shared/field-limits.ts';

let server: TestServer;
let admin: Person;
let chapter: string;

beforeAll(async () => {
  server = await testServer({ BASE_URL: 'https://flatfee.example', RATE_LIMITS: 'off' });
  admin = await person(server, { admin: true });
  [{ _id: chapter }] = await ok('PUT /api/handbook/contents', { chapters: [{ title: 'Rules', pages: [] }] });
});
afterAll(() => server.stop());

const call = (key: string, body?: object, who: Person = admin) =>
  server.call(key, { token: who.token, body });
async function ok(key: string, body?: object, who: Person = admin) {
  const answer = await call(key, body, who);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}
interface Page {
  _id: string;
  slug: string;
  title: string;
}
const add = (title: string): Promise<Page> => ok('POST /api/handbook/pages', { title, chapter });
const save = ({ _id, ...page }: Page, given: object = {}): Promise<Page> =>
  ok(`PUT /api/handbook/pages/${_id}`, pageBody({ title: page.title, slug: page.slug, ...given }));
const asks = async (title: string, ...chosen: Person[]) =>
  save(await add(title), { audience: 'chosen', chosen: chosen.map(({ id }) => id) });
const attach = (page: Page, query = '', bytes = plainPdf()) =>
  upload(server, admin.token, bytes, {
    field: 'file',
    path: `/api/handbook/pages/${page._id}/files?name=Fees.pdf${query}`,
  });
const read = (page: Page, who: Person) => ok(`GET /api/handbook/slug/${page.slug}`, undefined, who);
const acknowledge = (page: Page, who: Person, edition: number) =>
  call(`POST /api/handbook/pages/${page._id}/acknowledge`, { edition }, who);
const given = (who: Person) => ok(`GET /api/handbook/acknowledgements/${who.id}`);
const details = async (page: Page, action: AuditAction) =>
  (
    await server.db
      .selectFrom('audit_log')
      .select('details')
      .where('object_id', '=', page._id)
      .where('action', '=', action)
      .orderBy('id')
      .execute()
  ).map((event) => event.details);

const hash = createHash('sha256').update(plainPdf()).digest('hex');
const fees = { name: 'Fees.pdf', sha256: hash };

describe('an acknowledgement', () => {
  it('is for the files as read: an added and a deleted one are new versions, asked for again', async () => {
    const member = await person(server);
    const page = await asks('Fees', member);
    expect((await acknowledge(page, member, 1)).status).toBe(200);
    const file = (await attach(page)).body;
    expect(await read(page, member)).toMatchObject({
      edition: 2,
      note: 'The file “Fees.pdf” was added.',
      ask: { done: null },
      files: [{ name: 'Fees.pdf' }],
    });
    expect(await ok('GET /api/handbook/open', undefined, member)).toMatchObject([{ title: 'Fees' }]);
    expect(await acknowledge(page, member, 1)).toMatchObject({
      status: 400,
      body: { msg: 'This page has changed. Read the new version first' },
    });
    expect((await acknowledge(page, member, 2)).status).toBe(200);
    await ok(`DELETE /api/handbook/files/${file._id}`);
    expect(await read(page, member)).toMatchObject({
      edition: 3,
      note: 'The file “Fees.pdf” was deleted.',
      ask: { done: null },
      files: [],
    });
    expect((await acknowledge(page, member, 3)).status).toBe(200);
    const all = (await given(member)).map(({ edition, files }: { edition: number; files?: object }) => [
      edition,
      files,
    ]);
    expect(all).toEqual([
      [3, undefined],
      [2, [fees]],
      [1, undefined],
    ]);
    expect(await details(page, 'handbook.attached')).toEqual([
      `version 2, asks chosen again, SHA-256 ${hash}`,
    ]);
    expect(await details(page, 'handbook.detached')).toEqual([
      `version 3, asks chosen again, SHA-256 ${hash}`,
    ]);
  });

  it('counts on after a small change, which is a version all the same', async () => {
    const [before, after] = [await person(server), await person(server)];
    const page = await asks('Typing errors', before, after);
    await acknowledge(page, before, 1);
    const file = (await attach(page, '&askAgain=false')).body;
    expect(await read(page, before)).toMatchObject({ edition: 2, note: '', ask: { edition: 1 } });
    expect((await acknowledge(page, after, 1)).status).toBe(400);
    expect((await acknowledge(page, after, 2)).status).toBe(200);
    await ok(`DELETE /api/handbook/files/${file._id}?askAgain=false`);
    expect(await read(page, before)).toMatchObject({ edition: 3, note: '', ask: { edition: 1 } });
    expect(await read(page, after)).toMatchObject({ edition: 3, ask: { edition: 2 } });
    expect(await given(after)).toMatchObject([{ edition: 2, files: [fees] }]);
    expect(await details(page, 'handbook.attached')).toEqual([`version 2, asks chosen, SHA-256 ${hash}`]);
  });

  it('is asked for with the sentence of the editor, who may give one', async () => {
    const member = await person(server);
    const page = await asks('Own words', member);
    const file = (await attach(page, '&note=The+fees+of+2027.')).body;
    expect((await read(page, member)).note).toBe('The fees of 2027.');
    await ok(`DELETE /api/handbook/files/${file._id}?note=No+fees.`);
    expect((await read(page, member)).note).toBe('No fees.');
    expect(await attach(page, '&askAgain=perhaps')).toMatchObject({
      status: 400,
      body: { msg: 'Ask again must be true or false' },
    });
    expect(await call(`DELETE /api/handbook/files/${file._id}?note=${'n'.repeat(301)}`)).toMatchObject({
      status: 400,
      body: { msg: 'Note must be at most 300 characters' },
    });
    expect((await read(page, member)).edition).toBe(3);
  });

  it('of a changed text names the files that stayed, and so does the first', async () => {
    const member = await person(server);
    const page = await add('From the start');
    expect((await attach(page)).status).toBe(200);
    expect(await ok(`GET /api/handbook/all/${page._id}`)).toMatchObject({ edition: 0, note: '' });
    expect(await details(page, 'handbook.attached')).toEqual([`SHA-256 ${hash}`]);
    const chosen = { audience: 'chosen', chosen: [member.id] };
    await save(page, chosen);
    await acknowledge(page, member, 1);
    await save(page, { ...chosen, text: 'Other rules.', askAgain: true, note: 'Rules are new.' });
    await acknowledge(page, member, 2);
    expect(await given(member)).toMatchObject([
      { edition: 2, files: [fees] },
      { edition: 1, files: [fees] },
    ]);
  });

  it('given while a file is added is refused or is for the version before', async () => {
    const members = await Promise.all(Array.from({ length: 4 }, () => person(server)));
    const page = await asks('At once', ...members);
    const [added, ...answers] = await Promise.all([
      attach(page),
      ...members.map((member) => acknowledge(page, member, 1)),
    ]);
    expect(added?.status).toBe(200);
    for (const [place, { status }] of answers.entries()) {
      expect([200, 400]).toContain(status);
      const member = members[place] ?? admin;
      expect(await read(page, member)).toMatchObject({ edition: 2, ask: { done: null } });
      const editions = (await given(member)).map(({ edition }: { edition: number }) => edition);
      expect(editions).toEqual(status === 200 ? [1] : []);
    }
  });

  it('says when the files of its version were not noted', async () => {
    const member = await person(server);
    const page = await asks('From before', member);
    await server.db
      .updateTable('handbook_editions')
      .set({ files: null })
      .where('page_id', '=', page._id)
      .execute();
    await acknowledge(page, member, 1);
    expect(await given(member)).toMatchObject([{ edition: 1, files: null }]);
  });
});

describe('files of a page', () => {
  it('that two editors change at once are a version each', async () => {
    const member = await person(server);
    const page = await asks('Both', member);
    const added = await Promise.all([attach(page), attach(page)]);
    for (const { status } of added) expect(status).toBe(200);
    expect(await read(page, member)).toMatchObject({ edition: 3 });
    const [file] = added;
    const key = `DELETE /api/handbook/files/${file?.body._id}`;
    const removed = await Promise.all([call(key), call(key)]);
    expect(removed.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect(await read(page, member)).toMatchObject({ edition: 4 });
    const rows = await server.db
      .selectFrom('handbook_editions')
      .select(['edition', 'files'])
      .where('page_id', '=', page._id)
      .orderBy('edition')
      .execute();
    const counts = rows.map(({ files }) => JSON.parse(files ?? 'null').length);
    expect(counts).toEqual([0, 1, 2, 1]);
  });

  it('are those that its editor saw, or the page stays as it is', async () => {
    const page = await save(await add('Seen'), { audience: 'none' });
    const stay = (await attach(page)).body._id;
    const put = (given: object) =>
      call(
        `PUT /api/handbook/pages/${page._id}`,
        pageBody({ title: page.title, slug: page.slug, audience: 'none', ...given }),
      );
    const there = () => ok(`GET /api/handbook/all/${page._id}`);
    const other = (await attach(page)).body._id;
    const refused = { status: 412, body: { msg: 'Page has been changed by someone else in the meantime' } };
    const opened = { text: 'For everyone.', public: true, audience: 'everyone' };
    for (const files of [[], [stay], [stay, other, page._id]])
      expect(await put({ ...opened, files })).toMatchObject(refused);
    expect(await there()).toMatchObject({ edition: 3, public: false, audience: 'none' });
    await ok(`DELETE /api/handbook/files/${other}`);
    expect(await put({ ...opened, files: [stay, other] })).toMatchObject(refused);
    expect((await put({ files: ['none'] })).body.msg).toBe('File not found');
    expect((await put({ files: stay })).body.msg).toBe('Files must be a list');
    const many = Array.from({ length: maxCounts.pageFiles + 1 }, () => stay);
    expect((await put({ files: many })).body.msg).toBe('A page can have at most 20 files');
    expect(await put({ ...opened, files: [stay] })).toMatchObject({ status: 200, body: { public: true } });
    const last = (await attach(page)).body._id;
    expect((await put({ files: [last, stay] })).status).toBe(200);
    expect(await there()).toMatchObject({ public: false, files: [{ _id: stay }, { _id: last }] });
  });

  it('of a page that asks no one make a version, with nothing to acknowledge', async () => {
    const member = await person(server);
    const page = await save(await add('No one'), { audience: 'chosen', chosen: [member.id] });
    await acknowledge(page, member, 1);
    await save(page, { audience: 'none' });
    await attach(page);
    expect(await read(page, member)).toMatchObject({ edition: 2, note: '', ask: { edition: 1 } });
  });
});

it('records who may read a page from now on', async () => {
  const page = await save(await add('Readers'), { audience: 'none' });
  await save(page, { audience: 'none', public: true });
  await save(page, { audience: 'none', public: true, text: 'More.' });
  await save(page, { audience: 'none', text: 'More.' });
  expect(await details(page, 'handbook.updated')).toEqual([
    'version 1, asks none',
    'version 1, asks none, visitors may read it',
    'version 2, asks none',
    'version 2, asks none, only members may read it',
  ]);
});
