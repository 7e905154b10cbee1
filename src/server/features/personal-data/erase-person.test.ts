import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { closingSettingsBody } from '../../../../test/closings.ts';
import { engine } from '../../../../test/database.ts';
import { emptyPlace } from '../../../../test/empty-place.ts';
import { plainImage, upload } from '../../../../test/images.ts';
import { ignoreBlocks } from '../../../../test/loop-watch.ts';
import { contactRequest, legalHold, type Person, person, profileBody } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { type Database, openDatabase } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { storedTables } from '../../platform/db/stored-tables.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { ErasedFiles } from '../../platform/erasures/erased-files.ts';
import { insertTombstones } from '../../platform/erasures/tombstones.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { sealingBy } from '../../platform/sealing.ts';
import { startServer } from '../../start.ts';
import { moveDatabase } from '../backup/move.ts';
import { silent } from '../backup/report.ts';
import { restoreArchive } from '../backup/restore.ts';
import { writeArchive } from '../backup/write-archive.ts';
import { purgeImages } from '../images/images.service.ts';
import { finishErasures } from './erase-person.ts';
import { replayOwnErasures } from './replay-erasures.ts';

const settings = { SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') };
let server: TestServer;
let admin: Person;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brokerage-erase-'));
  server = await testServer({ ...settings, ERASED_FILE: join(folder, 'erased.ndjson') });
  admin = await person(server, { admin: true, name: 'Ada Admin' });
});
afterEach(() => {
  // Archives are made and read in this process.
  ignoreBlocks();
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const by = async (who: Person, key: string, body?: unknown) => {
  const answer = await server.call(key, { token: who.token, body });
  expect([key, answer.status]).toEqual([key, 200]);
  return answer.body;
};
const erase = (email: string, token = admin.token) =>
  server.call('POST /api/personal-data/erasure', { token, body: { email } });
const preview = (email: string) => by(admin, 'POST /api/personal-data/preview', { email });
const lines = async () =>
  (await readFile(server.config.erasedFile, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** The call ends their sessions. */
const asAdmin = (who: Person, is: boolean) =>
  server.db.updateTable('users').set({ admin: is }).where('id', '=', who.id).execute();

let made = 0;

async function leadOf(given: object): Promise<string> {
  const body = { ...contactRequest(), ...given };
  await server.call('POST /api/contact', { body });
  const { id } = await server.db
    .selectFrom('contact_requests')
    .select('id')
    .where('email', '=', body.email)
    .executeTakeFirstOrThrow();
  return id;
}

/** The list next to the database has every erasure, too. */
async function somebody() {
  made++;
  const name = `Quirin Unverwechselbar${made}`;
  const email = `quirin${made}@unverwechselbar.example`;
  const who = await person(server, { name, email });
  await by(who, 'POST /api/profile', { ...profileBody, bio: 'A life' });
  const bytes = new Uint8Array(await plainImage().jpeg().toBuffer());
  const photo = await upload(server, who.token, bytes, { path: '/api/profile/image' });
  await by(who, 'POST /api/profile', { ...profileBody, image_id: photo.body.id });
  await by(who, 'PUT /api/articles/working-copy/new', { title: name });
  const own = await by(who, 'POST /api/posts', { text: 'Mine' });
  const others = await by(admin, 'POST /api/posts', { text: 'Of the admin' });
  await by(who, `POST /api/posts/comment/${others._id}`, { text: 'Nice' });
  await by(who, `PUT /api/posts/like/${others._id}`);
  await by(who, `POST /api/posts/report/${others._id}`, { reason: 'spam', details: `${name} says so` });
  await by(admin, `PUT /api/posts/pin/${own._id}`);
  await asAdmin(who, true);
  await by(who, `PUT /api/posts/pin/${others._id}`);
  const linked = await leadOf({ firstName: 'Oskar', lastName: `Other${made}` });
  await by(who, `PATCH /api/leads/${linked}`, { owner: who.id });
  await by(who, `POST /api/leads/${linked}/contacts`, { kind: 'call', text: 'Called' });
  await by(admin, `PATCH /api/leads/${linked}`, { owner: admin.id });
  await asAdmin(who, false);
  await by(admin, `PUT /api/users/${who.id}`, { name: `${name} II`, email, admin: false });
  await by(who, 'POST /api/contact', { ...contactRequest(), firstName: name, email });
  const [lead] = await server.db
    .selectFrom('contact_requests')
    .select('id')
    .where('email', '=', email)
    .execute();
  await by(admin, `POST /api/leads/${lead?.id}/notes`, { text: 'Called back' });
  await by(admin, `PATCH /api/leads/${lead?.id}`, { status: 'contacted' });
  await by(admin, `POST /api/leads/${linked}/link`, { other: lead?.id });
  await by(admin, `POST /api/leads/${linked}/unlink`, { other: lead?.id });
  await by(admin, `POST /api/leads/${linked}/link`, { other: lead?.id });
  await inTransaction(server.db, (transaction) =>
    queueMail(transaction, { to: email.toUpperCase(), subject: `To ${name}`, text: name }),
  );
  await by(who, 'POST /api/exports');
  await by(admin, 'POST /api/exports/person', { email });
  return { ...who, lead: lead?.id ?? '', photo: photo.body.id as string, others: others._id as string };
}

/** Every row of every table that has one of these texts, as `table: row`. */
async function rowsWith(db: Database, texts: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const { name, columns } of await storedTables(db)) {
    const { rows } = await sql<object>`select ${sql.join(columns.map((column) => sql.ref(column.name)))}
      from ${sql.table(name)}`.execute(db);
    for (const row of rows) {
      const line = JSON.stringify(row);
      if (texts.some((text) => line.toLowerCase().includes(text.toLowerCase())))
        found.push(`${name}: ${line}`);
    }
  }
  return found;
}

describe('an erasure', () => {
  it('is previewed: what goes, what stays and why', async () => {
    const who = await somebody();
    const { held, user, legalHold: isHeld } = await preview(who.email);
    expect([user, isHeld]).toEqual([who.id, false]);
    const of = (table: string) => held.filter((line: { table: string }) => line.table === table);
    expect(of('users')).toMatchObject([{ rows: 1, goes: true, why: null }]);
    expect(of('contact_requests')).toMatchObject([{ rows: 1, goes: true }]);
    expect(of('posts')).toMatchObject([{ rows: 1, goes: true }]);
    expect(of('comments')).toMatchObject([{ rows: 1, goes: false, why: expect.stringContaining('former') }]);
    expect(of('audit_log')).toMatchObject([
      { goes: false, why: expect.stringContaining('without the name') },
    ]);
    expect((await preview('nobody@example.com')).held).toEqual([]);
  });

  it('leaves the name and the address nowhere, and comments without an author', async () => {
    const who = await somebody();
    expect((await rowsWith(server.db, [who.name, who.email])).length).toBeGreaterThan(8);
    expect(await erase(who.email)).toMatchObject({ status: 200, body: { msg: 'Personal data erased' } });
    expect(await rowsWith(server.db, [who.name, who.email])).toEqual([]);
    const exports = server.db.selectFrom('exports').select('id').where('email', '=', who.email);
    expect(await exports.execute()).toEqual([]);
    expect((await server.call('GET /api/auth', { token: who.token })).status).toBe(401);
    const { body } = await server.call(`GET /api/posts/${who.others}`, { token: admin.token });
    expect(body.comments).toMatchObject([{ user: null, name: 'Former member', text: 'Nice' }]);
    await purgeImages(server.parts);
    expect((await server.call(`GET /images/${who.photo}/192.jpg`)).status).toBe(404);
    // The events stay, with an object's id that leads nowhere.
    const events = await server.db
      .selectFrom('audit_log')
      .select(['action', 'object_name', 'details'])
      .where('object_id', '=', who.lead)
      .execute();
    expect(events).toContainEqual({ action: 'lead.updated', object_name: '(erased)', details: '' });
  });

  it('takes the name out of more notes about leads than one transaction may', async () => {
    const who = await person(server, { admin: true });
    const lead_id = await leadOf({ firstName: 'Noted' });
    const note = { lead_id, author_id: who.id, author_name: who.name, text: 'Called', created_at: now() };
    const notes = Array.from({ length: 450 }, () => ({ ...note, id: newId() }));
    await server.db.insertInto('lead_notes').values(notes).execute();
    expect((await erase(who.email)).status).toBe(200);
    const names = server.db
      .selectFrom('lead_notes')
      .select('author_name')
      .distinct()
      .where('lead_id', '=', lead_id);
    expect(await names.execute()).toEqual([{ author_name: 'Former member' }]);
  });

  it('deletes more posts than one transaction may, and mails', async () => {
    const who = await person(server);
    const posts = Array.from({ length: 450 }, () => ({
      id: newId(),
      user_id: who.id,
      text: 'One of many',
      created_at: now(),
      like_count: 0,
      comment_count: 0,
      pinned_at: null,
      edited_at: null,
      mentions: null,
    }));
    await server.db.insertInto('posts').values(posts).execute();
    expect((await erase(who.email)).status).toBe(200);
    const left = server.db.selectFrom('posts').select('id').where('text', '=', 'One of many');
    expect(await left.execute()).toEqual([]);
  });

  it('removes likes and comments in batches, and keeps the counts of likes right', async () => {
    const who = await person(server);
    const ids = Array.from({ length: 450 }, () => newId());
    const common = { created_at: now(), mentions: null };
    await server.db
      .insertInto('posts')
      .values(
        ids.map((id) => ({
          id,
          user_id: admin.id,
          text: 'Liked',
          like_count: 2,
          comment_count: 1,
          pinned_at: null,
          edited_at: null,
          ...common,
        })),
      )
      .execute();
    for (const user_id of [who.id, admin.id])
      await server.db
        .insertInto('post_likes')
        .values(ids.map((post_id) => ({ id: newId(), post_id, user_id, created_at: now() })))
        .execute();
    await server.db
      .insertInto('comments')
      .values(ids.map((post_id) => ({ id: newId(), post_id, user_id: who.id, text: 'Yes', ...common })))
      .execute();
    await erase(who.email);
    const counts = server.db.selectFrom('posts').select('like_count').distinct().where('text', '=', 'Liked');
    expect(await counts.execute()).toEqual([{ like_count: 1 }]);
    const comments = server.db
      .selectFrom('comments')
      .select(['user_id'])
      .distinct()
      .where('text', '=', 'Yes')
      .where('post_id', 'in', ids);
    expect(await comments.execute()).toEqual([{ user_id: null }]);
    await server.db.deleteFrom('posts').where('text', '=', 'Liked').execute();
  });

  it('leaves what is on record about an address that only ends like it', async () => {
    const [ann, joann] = ['ann@alike.example', 'joann@alike.example'];
    await by(admin, 'POST /api/legal-holds', { ...legalHold(), email: joann });
    const hold = await by(admin, 'POST /api/legal-holds', { ...legalHold(), email: ann });
    await by(admin, `DELETE /api/legal-holds/${hold._id}`);
    await erase(ann);
    const names = server.db
      .selectFrom('audit_log')
      .select('object_name')
      .where('object_name', 'like', '%@alike.example');
    expect(await names.execute()).toEqual([{ object_name: joann }]);
  });

  it('leaves what else the events about others say', async () => {
    const email = 'tmp@passing.example';
    const other = await person(server, { admin: true, name: 'Sal Owner' });
    const rename = (name: string) =>
      by(admin, `PUT /api/users/${other.id}`, { name, email: other.email, admin: true });
    await rename(`Pat ${email.toUpperCase()}`);
    await rename(email);
    await rename(`See xtmp@passing.example, not ${email}.`);
    const approvers = (capacity: string) =>
      by(
        admin,
        'PUT /api/closings/settings',
        closingSettingsBody({ approvers: [{ user: admin.id, capacity }] }),
      );
    await approvers(`Broker ${email}`);
    await approvers('Broker');
    const detailsOf = (action: 'user.updated' | 'closing-settings.updated') =>
      server.db
        .selectFrom('audit_log')
        .select(['object_name', 'details'])
        .where('action', '=', action)
        .where('object_id', 'in', [other.id, 'closings'])
        .orderBy('id')
        .execute();
    const settings = await detailsOf('closing-settings.updated');
    expect(await erase(email)).toMatchObject({ status: 200 });
    expect(await detailsOf('user.updated')).toEqual([
      { object_name: 'Pat (erased)', details: 'name: Sal Owner → Pat (erased)' },
      { object_name: '(erased)', details: 'name: Pat (erased) → (erased)' },
      {
        object_name: 'See xtmp@passing.example, not (erased).',
        details: 'name: (erased) → See xtmp@passing.example, not (erased).',
      },
    ]);
    expect(settings.some(({ details }) => details.includes(email))).toBe(true);
    expect(await detailsOf('closing-settings.updated')).toEqual(
      settings.map((event) => ({ ...event, details: event.details.replaceAll(email, '(erased)') })),
    );
    await asAdmin(other, false);
  });

  it('takes a member out of the log of a lead that was theirs, and leaves the rest', async () => {
    const owner = await person(server, { admin: true, name: 'Olga Owned' });
    const lead = await leadOf({});
    await by(admin, `PATCH /api/leads/${lead}`, { owner: owner.id, status: 'contacted' });
    await by(admin, `PATCH /api/leads/${lead}`, { owner: admin.id });
    await erase(owner.email);
    const events = server.db
      .selectFrom('audit_log')
      .select('details')
      .where('object_id', '=', lead)
      .where('action', '=', 'lead.updated')
      .orderBy('id');
    expect(await events.execute()).toEqual([
      { details: 'status: new → contacted, owner: nobody → (erased)' },
      { details: 'owner: (erased) → Ada Admin' },
    ]);
  });

  it('leaves mails to the office about others, when it is the office that is erased', async () => {
    const lead = contactRequest();
    await server.call('POST /api/contact', { body: lead });
    const about = () =>
      server.db.selectFrom('mails').select('id').where('reply_to', '=', lead.email).execute();
    expect(await about()).toHaveLength(1);
    const { held } = await preview(server.config.brokerage.email);
    expect(held.filter(({ table }: { table: string }) => table === 'mails')).toEqual([]);
    await erase(server.config.brokerage.email);
    expect(await about()).toHaveLength(1);
  });

  it('stops at a legal hold and at the last active admin', async () => {
    const who = await person(server);
    const hold = await by(admin, 'POST /api/legal-holds', { ...legalHold(), email: who.email });
    expect((await preview(who.email)).legalHold).toBe(true);
    expect(await erase(who.email)).toMatchObject({
      status: 400,
      body: { msg: expect.stringContaining('for legal reasons') },
    });
    expect((await server.call('GET /api/auth', { token: who.token })).status).toBe(200);
    await by(admin, `DELETE /api/legal-holds/${hold._id}`);
    expect((await erase(who.email)).status).toBe(200);
    expect((await erase(admin.email)).body.errors).toEqual([
      { msg: expect.stringContaining('The last active admin'), field: 'email' },
    ]);
  });

  it('is for admins, and needs an address', async () => {
    const { token, email } = await person(server);
    expect((await erase(email, token)).status).toBe(403);
    expect((await erase('nobody')).body.errors).toEqual([
      { msg: 'Please include a valid email', field: 'email' },
    ]);
  });

  const interrupted = async (email: string) => {
    const own = { id: newId(), kind: 'address', email_hash: server.parts.sealing.mark(email) } as const;
    await inTransaction(server.db, (transaction) =>
      insertTombstones(transaction, [{ ...own, erased_at: now() }], null),
    );
  };

  it('finds what is left of an address whose account went before the process was killed', async () => {
    const email = 'left.over@example.com';
    await by(admin, 'POST /api/exports/person', { email });
    const hold = await by(admin, 'POST /api/legal-holds', { ...legalHold(), email });
    await by(admin, `DELETE /api/legal-holds/${hold._id}`);
    await interrupted(email);
    await finishErasures(server.db, server.parts);
    expect(await rowsWith(server.db, [email])).toEqual([]);
    const details = 'email-last@example.com';
    const event = await server.db.selectFrom('audit_log').select('id').limit(1).executeTakeFirstOrThrow();
    await server.db
      .updateTable('audit_log')
      .set({ details: `email: a@example.com → ${details}` })
      .where('id', '=', event.id)
      .execute();
    await interrupted(details);
    await finishErasures(server.db, server.parts);
    expect(await rowsWith(server.db, [details])).toEqual([]);
  });

  it('waits for the right key, without which no address is recognized', async () => {
    const who = await person(server);
    await interrupted(who.email);
    await finishErasures(server.db, { ...server.parts, sealing: sealingBy(Buffer.alloc(32, 9)) });
    expect(await rowsWith(server.db, [who.email])).not.toEqual([]);
    await finishErasures(server.db, server.parts);
    expect(await rowsWith(server.db, [who.email])).toEqual([]);
  });

  it('waits for the right key with an account, too, whose addresses are known by hashes later', async () => {
    const who = await person(server);
    const own = { id: who.id, kind: 'user', email_hash: null, erased_at: now() } as const;
    await inTransaction(server.db, (transaction) => insertTombstones(transaction, [own], null));
    await finishErasures(server.db, { ...server.parts, sealing: sealingBy(Buffer.alloc(32, 9)) });
    expect(await rowsWith(server.db, [who.email])).not.toEqual([]);
    await finishErasures(server.db, server.parts);
    expect(await rowsWith(server.db, [who.email])).toEqual([]);
  });

  it('goes before a legal hold that is set while it is carried out', async () => {
    const who = await person(server);
    await interrupted(who.email);
    const { status, body } = await server.call('POST /api/legal-holds', {
      token: admin.token,
      body: { ...legalHold(), email: who.email },
    });
    expect([status, body.msg]).toEqual([400, 'The data of this person is being erased already']);
    await finishErasures(server.db, server.parts);
  });

  it('of an account goes before a legal hold on any of its addresses', async () => {
    const who = await person(server);
    const body = { name: who.name, email: `now.${who.email}` };
    expect((await server.call(`PUT /api/users/${who.id}`, { token: admin.token, body })).status).toBe(200);
    const own = { id: who.id, kind: 'user', email_hash: null, erased_at: now() } as const;
    await inTransaction(server.db, (transaction) => insertTombstones(transaction, [own], null));
    for (const email of [who.email, body.email]) {
      const answer = await server.call('POST /api/legal-holds', {
        token: admin.token,
        body: { ...legalHold(), email },
      });
      expect([answer.status, answer.body.msg]).toEqual([
        400,
        'The data of this person is being erased already',
      ]);
    }
    await finishErasures(server.db, server.parts);
  });

  it('by a former address goes before a legal hold on the present one', async () => {
    const who = await person(server);
    const body = { name: who.name, email: `now.${who.email}` };
    expect((await server.call(`PUT /api/users/${who.id}`, { token: admin.token, body })).status).toBe(200);
    await interrupted(who.email);
    const { status } = await server.call('POST /api/legal-holds', {
      token: admin.token,
      body: { ...legalHold(), email: body.email },
    });
    expect(status).toBe(400);
    await finishErasures(server.db, server.parts);
  });

  it('goes on where it was interrupted', async () => {
    const who = await person(server);
    const own = { id: newId(), kind: 'address', email_hash: server.parts.sealing.mark(who.email) } as const;
    await inTransaction(server.db, (transaction) =>
      insertTombstones(transaction, [{ ...own, erased_at: now() }], null),
    );
    expect(await finishErasures(server.db, server.parts)).toBe(1);
    expect(await rowsWith(server.db, [who.email])).toEqual([]);
    expect(await finishErasures(server.db, server.parts)).toBe(0);
  });
});

describe('the list of erasures', () => {
  it('has ids and keyed hashes of every way to be erased, once, and only its owner may read it', async () => {
    const [erased, left, removed] = [await person(server), await person(server), await person(server)];
    const lead = contactRequest();
    await server.call('POST /api/contact', { body: lead });
    const { id } = await server.db
      .selectFrom('contact_requests')
      .select('id')
      .where('email', '=', lead.email)
      .executeTakeFirstOrThrow();
    await erase(erased.email);
    await by(left, 'DELETE /api/profile');
    await by(admin, `DELETE /api/users/${removed.id}`);
    await by(admin, `DELETE /api/leads/${id}`);
    await server.parts.erasedFiles.update();
    // As another process, which reads the file first.
    await new ErasedFiles(server.db, server.config).update();
    const listed = await lines();
    for (const each of [erased.id, left.id, removed.id, id])
      expect(listed.filter((line) => line.id === each)).toHaveLength(1);
    const text = await readFile(server.config.erasedFile, 'utf8');
    for (const each of [erased, left, removed, lead]) expect(text).not.toContain(each.email);
    expect(listed).toContainEqual({
      kind: 'address',
      id: expect.any(String),
      hash: server.parts.sealing.mark(erased.email),
      at: expect.any(String),
    });
    expect((await stat(server.config.erasedFile)).mode & 0o777).toBe(0o600);
  });

  it('is whole again after a process that was killed in the middle of a line', async () => {
    const who = await person(server);
    await erase(who.email);
    const file = server.config.erasedFile;
    const before = await readFile(file, 'utf8');
    await truncate(file, before.length - 20);
    expect(await replayOwnErasures(server.db, server.config, server.parts.sealing)).toMatchObject({
      erased: 0,
    });
    await new ErasedFiles(server.db, server.config).update();
    expect(await readFile(file, 'utf8')).toBe(before);

    await truncate(file, before.length - 1);
    await erase((await person(server)).email);
    expect((await lines()).length).toBe(before.split('\n').length + 1);

    const own = join(server.config.dataDir, 'erased.ndjson');
    const whole = await Promise.all([file, own].map((each) => readFile(each, 'utf8')));
    const damage = (each: string) => writeFile(each, '{"kind":"user","id":"f', { flag: 'a' });
    await damage(file);
    // Put back by other means: the server itself repeats the erasure before it answers anyone.
    const { unread } = await replayOwnErasures(server.db, server.config, server.parts.sealing);
    expect([...unread]).toEqual([[file, expect.stringContaining('is no erasure')]]);
    await damage(own);
    await expect(replayOwnErasures(server.db, server.config, server.parts.sealing)).rejects.toThrow(
      'is no erasure',
    );
    await writeFile(file, whole[0] ?? '');
    await writeFile(own, whole[1] ?? '');
  });

  it('erases again what an older backup brings back, by a restore and at a start', async () => {
    const who = await somebody();
    const stays = await person(server);
    const backup = join(folder, 'older.tar.zst');
    await writeArchive(server.config, backup, { report: silent });
    await erase(who.email);

    const given = { ...settings, ERASED_FILE: server.config.erasedFile };
    const restored = await emptyPlace(engine, given);
    onTestFinished(() => restored.remove());
    const erasures = { files: [server.config.erasedFile], sealing: server.parts.sealing };
    await restoreArchive(restored.config, backup, { report: silent, erasures });
    const db = openDatabase(restored.config);
    expect(await rowsWith(db, [who.name, who.email])).toEqual([]);
    expect(await rowsWith(db, [stays.email])).not.toEqual([]);
    await db.destroy();

    // Moved on from a copy that was put back by other means.
    const moved = await emptyPlace(engine, given);
    onTestFinished(() => moved.remove());
    const old = await emptyPlace(engine, given);
    onTestFinished(() => old.remove());
    await restoreArchive(old.config, backup, { report: silent });
    await moveDatabase(old.config, moved.config, { report: silent, erasures });
    const target = openDatabase(moved.config);
    expect(await rowsWith(target, [who.name, who.email])).toEqual([]);
    await target.destroy();

    // Deletes the rows that the data map finds by the address only, such as exports that an admin asked for.
    const copied = await emptyPlace(engine, { ...given, PORT: '0', HOST: '127.0.0.1' });
    onTestFinished(() => copied.remove());
    await restoreArchive(copied.config, backup, { report: silent });
    const before = openDatabase(copied.config);
    expect(await rowsWith(before, [who.email])).not.toEqual([]);
    await before.destroy();
    const running = await startServer(copied.config);
    await running.stop();
    const after = openDatabase(copied.config);
    onTestFinished(() => after.destroy());
    expect(await rowsWith(after, [who.name, who.email])).toEqual([]);
    expect(await replayOwnErasures(after, copied.config, server.parts.sealing)).toMatchObject({ erased: 0 });
  });

  it('leaves those who came after the erasure', async () => {
    const email = 'returns@example.com';
    await erase(email);
    const lead = { ...contactRequest(), email };
    await server.call('POST /api/contact', { body: lead });
    await server.db.updateTable('tombstones').set({ finished_at: null }).execute();
    await finishErasures(server.db, server.parts);
    expect(await rowsWith(server.db, [email])).not.toEqual([]);
  });
});
