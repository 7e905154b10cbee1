import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageBody } from '../../../../test/factories.ts';
import { plainPdf, upload } from '../../../../test/images.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { maxCounts } from '../../../shared/field-limits.ts';
import { handbookFilesBudget, type PageFile } from '../../../shared/handbook/handbook.contract.ts';
import { newId } from '../../platform/db/ids.ts';

let server: TestServer;
let editor: Person;
let member: Person;
let chapter: string;

beforeAll(async () => {
  server = await testServer({ BASE_URL: 'https://flatfee.example' });
  editor = await person(server, { admin: true });
  member = await person(server);
  const body = { chapters: [{ title: 'Rules', pages: [] }] };
  [{ _id: chapter }] = await ok('PUT /api/handbook/contents', body);
});
afterAll(() => server.stop());

async function ok(key: string, body?: object, who: Person = editor) {
  const answer = await server.call(key, { token: who.token, body });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}
const visit = (path: string) => server.call(`GET ${path}`);
const asMember = (id: string) => server.call(`GET /api/handbook/files/${id}`, { token: member.token });

async function publish(title: string, given: object = {}): Promise<{ _id: string; slug: string }> {
  const { _id, slug } = await ok('POST /api/handbook/pages', { title, chapter });
  return ok(`PUT /api/handbook/pages/${_id}`, pageBody({ title, slug, audience: 'none', ...given }));
}
const attach = (
  page: string,
  { name = 'Fees 2026', bytes = plainPdf(), who = editor }: Partial<Attached> = {},
) =>
  upload(server, who.token, bytes, {
    field: 'file',
    path: `/api/handbook/pages/${page}/files?name=${encodeURIComponent(name)}`,
  });
interface Attached {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  who: Person;
}
const names = ({ files }: { files: PageFile[] }) => files.map(({ name }) => name);

describe('a file of a page', () => {
  it('is added by an editor, and is on the page at once', async () => {
    const page = await publish('Fees');
    const { status, body } = await attach(page._id);
    expect(status).toBe(200);
    expect(body).toEqual({ _id: expect.any(String), name: 'Fees 2026.pdf', size: plainPdf().length });
    await attach(page._id, { name: 'Insurance.PDF' });
    const both = ['Fees 2026.pdf', 'Insurance.PDF'];
    expect(names(await ok(`GET /api/handbook/slug/${page.slug}`, undefined, member))).toEqual(both);
    expect(names(await ok(`GET /api/handbook/all/${page._id}`))).toEqual(both);
  });

  it('is a PDF, on a page that is there, from someone who may edit it', async () => {
    const page = await publish('Refused');
    const words = new TextEncoder().encode('No PDF at all');
    expect(await attach(page._id, { bytes: words })).toMatchObject({
      status: 415,
      body: { msg: 'Only PDF files are accepted' },
    });
    const scripted = new TextEncoder().encode('%PDF-1.7\n1 0 obj << /S /JavaScript >>\n%%EOF\n');
    expect((await attach(page._id, { bytes: scripted })).status).toBe(400);
    expect(await attach(page._id, { name: 'n'.repeat(151) })).toMatchObject({
      status: 400,
      body: { msg: 'Name must be at most 150 characters' },
    });
    expect((await attach(newId())).status).toBe(404);
    expect((await attach(page._id, { who: member })).status).toBe(403);
    const path = `/api/handbook/pages/${page._id}/files`;
    expect((await upload(server, undefined, plainPdf(), { field: 'file', path })).status).toBe(401);
    expect(names(await ok(`GET /api/handbook/all/${page._id}`))).toEqual([]);
  });

  it('is one of at most 20', async () => {
    const page = await publish('Many');
    for (let count = 0; count < maxCounts.pageFiles; count++)
      expect((await attach(page._id, { name: `File ${count}` })).status).toBe(200);
    expect(await attach(page._id)).toMatchObject({
      status: 400,
      body: { msg: 'A page can have at most 20 files' },
    });
    expect(names(await ok(`GET /api/handbook/all/${page._id}`))).toHaveLength(maxCounts.pageFiles);
  });

  it('has room in the budget of all pages, where files of deleted pages count', async () => {
    const [full, page] = [await publish('Full'), await publish('No room')];
    const { body } = await attach(full._id);
    const size = (bytes: number) =>
      server.db.updateTable('documents').set({ size: bytes }).where('id', '=', body._id).execute();
    await size(handbookFilesBudget);
    await ok(`DELETE /api/handbook/pages/${full._id}`);
    const refused = await attach(page._id);
    await size(plainPdf().length);
    expect(refused).toMatchObject({
      status: 400,
      body: { msg: 'The files of the handbook may take at most 500 MB together. Delete some first' },
    });
    expect((await attach(page._id)).status).toBe(200);
  });

  it('is a download that no browser runs, for members, and for everyone on a public page', async () => {
    const page = await publish('Open to all', { public: true });
    const { body } = await attach(page._id, { name: 'Gebühren' });
    for (const { status, headers, body: bytes } of [
      await asMember(body._id),
      await visit(`/policies/files/${body._id}`),
    ]) {
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('application/pdf');
      expect(headers.get('content-disposition')).toBe(
        `attachment; filename="Geb_hren.pdf"; filename*=UTF-8''Geb%C3%BChren.pdf`,
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain('sandbox');
      expect(bytes).toBe('%PDF-1.4\n%%EOF\n');
    }
    expect((await visit(`/api/handbook/files/${body._id}`)).status).toBe(401);
  });

  it('of a page for members, or of a deleted one, is not found by visitors', async () => {
    const inside = await publish('Inside');
    const { body: hidden } = await attach(inside._id);
    expect((await asMember(hidden._id)).status).toBe(200);
    expect((await visit(`/policies/files/${hidden._id}`)).status).toBe(404);
    const open = await publish('Open', { public: true });
    const { body: shown } = await attach(open._id);
    expect((await visit(`/policies/files/${shown._id}`)).status).toBe(200);
    await ok(`DELETE /api/handbook/pages/${open._id}`);
    expect((await visit(`/policies/files/${shown._id}`)).status).toBe(404);
    expect((await asMember(shown._id)).status).toBe(404);
    for (const id of [newId(), 'none']) expect((await visit(`/policies/files/${id}`)).status).toBe(404);
  });

  it('of a page that is not published yet is for editors alone', async () => {
    const { _id } = await ok('POST /api/handbook/pages', { title: 'Later', chapter });
    const { body } = await attach(_id);
    expect((await asMember(body._id)).status).toBe(404);
    expect((await server.call(`GET /api/handbook/files/${body._id}`, { token: editor.token })).status).toBe(
      200,
    );
  });

  it('is deleted by an editor, for good', async () => {
    const page = await publish('Cleared', { public: true });
    const { body } = await attach(page._id, { name: 'Old rules' });
    const key = `DELETE /api/handbook/files/${body._id}`;
    expect((await visit(`/policies/${page.slug}`)).body).toContain('Old rules.pdf');
    expect((await server.call(key, { token: member.token })).status).toBe(403);
    expect((await server.call(key)).status).toBe(401);
    await ok(key);
    expect((await visit(`/policies/${page.slug}`)).body).not.toContain('Old rules.pdf');
    expect((await asMember(body._id)).status).toBe(404);
    expect((await visit(`/policies/files/${body._id}`)).status).toBe(404);
    expect((await server.call(key, { token: editor.token })).status).toBe(404);
  });
});

describe('public policies', () => {
  it('are the public pages, and no others', async () => {
    const open = await publish('Commission rules', { public: true, text: 'For **everyone**.' });
    const inside = await publish('Only for members');
    const list = (await visit('/policies')).body;
    expect(list).toContain(`href="/policies/${open.slug}"`);
    expect(list).not.toContain('Only for members');
    const { status, body } = await visit(`/policies/${open.slug}`);
    expect(status).toBe(200);
    expect(body).toContain('<strong>everyone</strong>');
    expect((await visit(`/policies/${inside.slug}`)).status).toBe(404);
    expect((await visit('/policies/no-such-page')).status).toBe(404);
    const map = (await visit('/sitemap.xml')).body;
    expect(map).toContain(`/policies/${open.slug}<`);
    expect(map).not.toContain(`/policies/${inside.slug}<`);
  });

  it('are found by a former slug, and gone once only members may read them', async () => {
    const page = await publish('Former name', { public: true });
    await ok(`PUT /api/handbook/pages/${page._id}`, {
      ...pageBody({ title: 'Present name', slug: 'present-name', audience: 'none', public: true }),
    });
    const moved = await visit(`/policies/${page.slug}`);
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/policies/present-name']);
    await ok(`PUT /api/handbook/pages/${page._id}`, {
      ...pageBody({ title: 'Present name', slug: 'present-name', audience: 'none' }),
    });
    expect((await visit('/policies/present-name')).status).toBe(404);
    expect((await visit(`/policies/${page.slug}`)).status).toBe(404);
    expect((await visit('/policies')).body).not.toContain('Present name');
  });
});
