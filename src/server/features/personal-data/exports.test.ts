import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainImage, upload } from '../../../../test/images.ts';
import { contactRequest, type Person, person, profileBody, Scene } from '../../../../test/scene.ts';
import { secondServer, type TestServer, testServer } from '../../../../test/server.ts';
import { unzip } from '../../../../test/unzip.ts';
import { day, minute } from '../../../shared/time.ts';
import type { Database } from '../../platform/db/database.ts';
import { fromNow } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { dataMap } from '../../tables/data-map.ts';
import type { TableRule } from '../../tables/rules.ts';
import { deleteExpiredExports, makeExports } from './exports.service.ts';

let server: TestServer;
let admin: Person;
let ana: Person;
let other: Person;

beforeAll(async () => {
  server = await testServer({ BASE_URL: 'https://flat.example' }, { decoded: true });
  admin = await person(server, { admin: true, name: 'Ada Admin' });
  ana = await person(server, { name: 'Ana <b>Ortiz</b>', email: 'ana.ortiz@example.com' });
  other = await person(server, { name: 'Otto Otherwise', email: 'otto@example.net' });
  const by = async (who: Person, key: string, body?: unknown) => {
    const answer = await server.call(key, { token: who.token, body });
    expect([key, answer.status]).toEqual([key, 200]);
    return answer.body;
  };
  await by(ana, 'POST /api/profile', { ...profileBody, bio: 'Line one\nline two' });
  await by(ana, 'PUT /api/profile/experience', { title: 'Agent', company: 'Homequest', current: true });
  const bytes = new Uint8Array(await plainImage().jpeg().toBuffer());
  const photo = await upload(server, ana.token, bytes, { path: '/api/profile/image' });
  await by(ana, 'POST /api/profile', { ...profileBody, image_id: photo.body.id });
  for (let made = 0; made < 250; made++) await by(ana, 'POST /api/posts', { text: `Post ${made}` });
  await by(ana, 'PUT /api/articles/working-copy/new', { title: 'Half written', text: 'Ana writes' });
  await by(other, 'PUT /api/articles/working-copy/new', { title: 'A secret of Otto' });
  const post = await by(other, 'POST /api/posts', { text: 'A secret of Otto' });
  await by(ana, `POST /api/posts/comment/${post._id}`, { text: 'Nice' });
  await by(ana, `PUT /api/posts/like/${post._id}`);
  await by(ana, `POST /api/posts/report/${post._id}`, { reason: 'spam', details: 'Again' });
  const scene = new Scene(server, ana, ana);
  await scene.linkToken();
  await scene.securityEvent();
  // Nothing of another person's.
  await new Scene(server, other, other).securityEvent();
  await by(ana, 'POST /api/contact', { ...contactRequest(), email: ana.email });
  const [lead] = await server.db
    .selectFrom('contact_requests')
    .select('id')
    .where('email', '=', ana.email)
    .execute();
  await by(admin, `POST /api/leads/${lead?.id}/notes`, { text: 'Called back' });
  // The call ends their sessions.
  const asAdmin = (is: boolean) =>
    server.db.updateTable('users').set({ admin: is }).where('id', '=', ana.id).execute();
  await asAdmin(true);
  await by(ana, `POST /api/leads/${await new Scene(server, other, other).lead()}/notes`, {
    text: 'A note of Ana on another lead',
  });
  await asAdmin(false);
  await inTransaction(server.db, (transaction) =>
    queueMail(transaction, {
      to: ana.email,
      subject: 'A link',
      text: 'Open https://flat.example/reset-password/new#verysecret now',
    }),
  );
});
afterAll(() => server.stop());

const request = async (token: string, path = '', body?: unknown) =>
  server.call(`POST /api/exports${path}`, { token, body });
const list = async (token: string) => (await server.call('GET /api/exports', { token })).body;

async function fileOf(token: string, id: string): Promise<Map<string, Buffer>> {
  const response = await fetch(`${server.url}/api/exports/${id}/file`, {
    headers: { 'x-auth-token': token },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/zip');
  const archive = Buffer.from(await response.arrayBuffer());
  expect(response.headers.get('content-length')).toBe(String(archive.length));
  return unzip(archive);
}

const made = async (token: string, path = '', body?: unknown) => {
  const { status, body: row } = await request(token, path, body);
  expect([status, row.state]).toEqual([200, 'waiting']);
  await makeExports(server.parts);
  return row._id as string;
};

const json = (files: Map<string, Buffer>, table: string) =>
  JSON.parse(files.get(`data/${table}.json`)?.toString() ?? 'null');

describe('the export of a member', () => {
  let files: Map<string, Buffer>;

  beforeAll(async () => {
    files = await fileOf(ana.token, await made(ana.token));
  });

  it('has what the database has, each exported column of each of their rows', async () => {
    const rules: [string, TableRule][] = Object.entries(dataMap);
    // Only tables whose exported rows all have the person's id in the same column.
    const own = [
      'users',
      'profiles',
      'experience',
      'posts',
      'post_likes',
      'comments',
      'sessions',
      'reports',
      'security_log',
      'working_copies',
    ];
    for (const [table, rule] of rules.filter(([name]) => own.includes(name))) {
      const columns = Object.entries(rule.columns).filter(([, { exported }]) => exported);
      const key = table === 'users' ? 'id' : table === 'reports' ? 'reporter_id' : 'user_id';
      const { rows } = await sql<Record<string, unknown>>`
        select ${sql.join(columns.map(([name]) => sql.ref(name)))} from ${sql.table(table)}
        where ${sql.ref(key)} = ${ana.id}`.execute(server.db);
      const sorted = (all: object[]) => all.map((row) => JSON.stringify(row)).toSorted();
      expect([table, sorted(json(files, table))]).toEqual([table, sorted(rows)]);
    }
    expect(json(files, 'posts')).toHaveLength(250);
    const event = { event: 'sign-in', detail: 'password', address: '192.0.2.1', device: 'Chrome on Mac' };
    expect(json(files, 'security_log')).toMatchObject([event]);
    expect(json(files, 'contact_requests')).toMatchObject([{ email: ana.email, phone: '5550100' }]);
    expect(json(files, 'lead_notes')).toMatchObject([{ text: 'Called back' }]);
  });

  it('has a page to read, and the pictures', async () => {
    const page = files.get('index.html')?.toString() ?? '';
    for (const text of [
      'Ana &lt;b&gt;Ortiz&lt;/b&gt;',
      'Post 249',
      'Called back',
      'Accounts',
      '<img src="pictures/',
    ])
      expect(page).toContain(text);
    expect(page).not.toContain('<script');
    const [picture] = [...files].filter(([name]) => name.startsWith('pictures/'));
    expect(picture?.[1].subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  });

  it('has no hash, no secret, no link that works and nothing of other people', async () => {
    const all = [...files].filter(([name]) => !name.endsWith('.jpg')).map(([, bytes]) => bytes.toString());
    const text = all.join('\n');
    const { password_hash } = await server.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', ana.id)
      .executeTakeFirstOrThrow();
    const sessions = await server.db.selectFrom('sessions').select('token_hash').execute();
    const links = await server.db.selectFrom('password_links').select('token_hash').execute();
    const secrets = [password_hash ?? '', ...[...sessions, ...links].map(({ token_hash }) => token_hash)];
    for (const secret of [...secrets, ana.token, 'verysecret', 'token_hash', 'password_hash'])
      expect(text).not.toContain(secret);
    for (const private_ of ['Otto', 'otto@', 'Ada Admin', admin.email, 'A note of Ana', 'A secret of Otto'])
      expect(text).not.toContain(private_);
    expect(text).toContain('#[hidden]');
  });

  it('is announced by mail, and listed for its requester alone', async () => {
    const [row] = await list(ana.token);
    expect(row).toMatchObject({ email: ana.email, state: 'done', progress: 1 });
    expect(Date.parse(row.expires) - Date.parse(row.date)).toBe(7 * day);
    expect(await list(other.token)).toEqual([]);
    const mail = await server.db
      .selectFrom('mails')
      .select('text')
      .where('subject', 'like', 'Your data export%')
      .executeTakeFirstOrThrow();
    expect(mail.text).toContain('https://flat.example/account-settings');
    const path = `GET /api/exports/${row._id}/file`;
    for (const { token } of [other, admin]) expect((await server.call(path, { token })).status).toBe(404);
    expect((await server.call(path)).status).toBe(401);
  });

  it('ends after 7 days, and its file goes', async () => {
    const [{ _id }] = await list(ana.token);
    await server.db
      .updateTable('exports')
      .set({ created_at: fromNow(-7 * day - minute) })
      .where('id', '=', _id)
      .execute();
    const { status } = await server.call(`GET /api/exports/${_id}/file`, { token: ana.token });
    expect([status, await list(ana.token)]).toEqual([404, []]);
    await deleteExpiredExports(server.db);
    const parts = server.db.selectFrom('export_parts').select('number').where('export_id', '=', _id);
    expect(await parts.execute()).toEqual([]);
  });
});

describe('the export of a person by an admin', () => {
  it('has a lead without an account, is on record, and is the admin’s own', async () => {
    const lead = contactRequest();
    await server.call('POST /api/contact', { body: lead });
    const id = await made(admin.token, '/person', { email: lead.email.toUpperCase() });
    const files = await fileOf(admin.token, id);
    expect(json(files, 'contact_requests')).toMatchObject([{ first_name: lead.firstName }]);
    expect(json(files, 'mails')).toHaveLength(1);
    expect(json(files, 'users')).toBeNull();
    expect(json(files, 'exports')).toMatchObject([{ email: lead.email }]);
    const { body } = await server.call('GET /api/audit?action=personal-data.exported', {
      token: admin.token,
    });
    expect(body.at(0)).toMatchObject({ actor: { name: 'Ada Admin' }, object: { name: lead.email } });
  });

  it('of another person is not for who is no admin any more', async () => {
    const former = await person(server, { admin: true });
    const id = await made(former.token, '/person', { email: ana.email });
    await server.db.updateTable('users').set({ admin: false }).where('id', '=', former.id).execute();
    expect((await server.call(`GET /api/exports/${id}/file`, { token: former.token })).status).toBe(404);
    expect(await list(former.token)).toEqual([]);
  });

  it('is refused to members, and without an address', async () => {
    expect((await request(other.token, '/person', { email: ana.email })).status).toBe(403);
    expect((await request(admin.token, '/person', {})).body.errors).toEqual([
      { msg: 'Please include a valid email', field: 'email' },
    ]);
  });

  it('of an address that nobody knows has a page that says so little', async () => {
    const files = await fileOf(
      admin.token,
      await made(admin.token, '/person', { email: 'nobody@example.com' }),
    );
    expect([...files.keys()]).toEqual(['data/exports.json', 'index.html']);
  });
});

describe('the making of exports', () => {
  it('is of one process each, which another takes over when it has died', async () => {
    const second = await secondServer(server);
    try {
      const { body } = await request(other.token);
      await Promise.all([makeExports(server.parts), makeExports(second.parts), makeExports(server.parts)]);
      expect(await list(other.token)).toMatchObject([{ state: 'done' }]);
      const whole = await fileOf(other.token, body._id);
      await server.db
        .updateTable('exports')
        .set({ state: 'running', claimed_at: fromNow(-minute) })
        .where('id', '=', body._id)
        .execute();
      await makeExports(second.parts);
      expect(await list(other.token)).toMatchObject([{ state: 'running' }]);
      await server.db
        .updateTable('exports')
        .set({ claimed_at: fromNow(-3 * minute) })
        .where('id', '=', body._id)
        .execute();
      await makeExports(second.parts);
      const again = await fileOf(other.token, body._id);
      expect([...again.keys()]).toEqual(expect.arrayContaining([...whole.keys()]));
    } finally {
      await second.stop();
    }
  });

  /** Makes exports; `interrupt` happens at the first query of the making. */
  async function makeWith(interrupt: () => Promise<unknown>): Promise<void> {
    const { slowReads } = server.parts;
    let pending = true;
    async function run<T>(who: string, db: Database, query: (db: Database) => Promise<T>): Promise<T> {
      const first = pending;
      pending = false;
      if (first) await interrupt();
      return slowReads.run(who, db, query);
    }
    await makeExports({ ...server.parts, slowReads: Object.assign(Object.create(slowReads), { run }) });
  }

  it('is left by a process that was taken for dead, and whose file is another one’s by now', async () => {
    const { body } = await request(other.token);
    const id = body._id;
    await makeWith(async () => {
      await server.db
        .updateTable('exports')
        .set({ claimed_at: fromNow(-3 * minute) })
        .where('id', '=', id)
        .execute();
      await makeExports(server.parts);
    });
    expect((await list(other.token)).at(0)).toMatchObject({ _id: id, state: 'done' });
    expect((await fileOf(other.token, id)).size).toBeGreaterThan(2);
  });

  it('ends, and leaves nothing, when the person is erased meanwhile', async () => {
    const leaving = await person(server);
    await request(leaving.token);
    await request(admin.token, '/person', { email: leaving.email });
    await makeWith(async () => {
      const erased = await server.call('POST /api/personal-data/erasure', {
        token: admin.token,
        body: { email: leaving.email },
      });
      expect(erased.status).toBe(200);
    });
    const left = server.db.selectFrom('exports').select('id').where('email', '=', leaving.email);
    expect(await left.execute()).toEqual([]);
  });

  it('is made for a member whose link has set a password', async () => {
    const member = await person(server);
    await server.db
      .insertInto('used_links')
      .values({ token_hash: 'f'.repeat(64), user_id: member.id, expires_at: fromNow(day) })
      .execute();
    await request(member.token);
    await makeExports(server.parts);
    expect((await list(member.token)).at(0)).toMatchObject({ state: 'done' });
  });

  it('stops with the server, and is started over', async () => {
    const { body } = await request(other.token);
    await makeExports(server.parts, AbortSignal.abort());
    expect((await list(other.token)).at(0)).toMatchObject({ _id: body._id, state: 'waiting' });
    await makeExports(server.parts);
    expect((await list(other.token)).at(0)).toMatchObject({ state: 'done' });
  });
});
