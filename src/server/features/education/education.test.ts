import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainImage, upload } from '../../../../test/images.ts';
import { textsTo } from '../../../../test/mails.ts';
import { certificateBody, type Person, person, policyBody } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import type { FileEntry } from '../../../shared/compliance/compliance.contract.ts';
import { addDays, formatDay, officeDay } from '../../../shared/dates.ts';
import { day, minute } from '../../../shared/time.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import { purgeImages } from '../images/images.service.ts';
import { maxOwnEntries } from '../member-files/entries.ts';
import { mailOfWork } from '../notifications/work-emails.service.ts';
import { eraseOldData } from '../retention/erase-old-data.ts';
import { remindOfMissing } from './remind-of-missing.ts';

let server: TestServer;
let admin: Person;
let photo: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  server = await testServer({ BASE_URL: 'https://flatfee.example', RATE_LIMITS: 'off' });
  admin = await person(server, { admin: true, name: 'Ada Admin' });
  photo = new Uint8Array(await plainImage().jpeg().toBuffer());
});
afterAll(() => server.stop());

const today = officeDay(now());
const call = (key: string, body: object | undefined, who: Person) =>
  server.call(key, { token: who.token, body });
const ok = async (key: string, body: object | undefined, who: Person) => {
  const answer = await call(key, body, who);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};
const own = (who: Person) => ok('GET /api/education', undefined, who);
const handIn = (who: Person, given: object = {}) =>
  ok('POST /api/education/certificates', { ...certificateBody, ...given }, who);
const attach = (who: Person, id: string, bytes: Uint8Array<ArrayBuffer> | string = photo) =>
  upload(server, who.token, bytes, { path: `/api/education/certificates/${id}/file`, field: 'file' });
const decide = (id: string, body: object) => call(`POST /api/compliance/entries/${id}/decide`, body, admin);

async function ownEntries({ id }: Person): Promise<number> {
  const rows = await server.db
    .selectFrom('member_file_entries')
    .select('id')
    .where('user_id', '=', id)
    .execute();
  return rows.length;
}

async function licensed(expires = addDays(today, 60)): Promise<Person> {
  const who = await person(server);
  await ok('PUT /api/licenses/me', { number: '01234567', expires }, who);
  return who;
}

describe('certificates', () => {
  it('are recorded by their member, and counted unless the office refuses them', async () => {
    const who = await licensed();
    await handIn(who, { hours: 3.5 });
    const { entries } = await handIn(who, { course: 'Ethics', hours: 3 });
    expect((await own(who)).education).toMatchObject({ hours: 6.5, needed: 45, state: 'open' });
    const refused = await decide(entries[0]._id, { accepted: false, reason: 'Another name on it' });
    expect(refused.body.education.hours).toBe(3.5);
    expect((await decide(entries[0]._id, { accepted: true })).status).toBe(400);
    expect((await decide(newId(), { accepted: true })).status).toBe(404);
    expect((await decide(entries[1]._id, { accepted: false })).body.msg).toBe('Reason is required');
    const answer = (await own(who)).entries.find(({ details }: FileEntry) => details.kind === 'decision');
    expect(answer.details).toMatchObject({ accepted: false, reason: 'Another name on it' });
  });

  it('of an earlier license do not count', async () => {
    const who = await licensed('2028-02-29');
    await handIn(who, { on: '2024-02-29' });
    expect((await own(who)).education.hours).toBe(0);
    await handIn(who, { on: '2024-03-01' });
    expect((await own(who)).education.hours).toBe(3);
  });

  it('have files, which only their member and the office see', async () => {
    const who = await licensed();
    const other = await person(server);
    const { entries } = await handIn(who);
    const { body } = await attach(who, entries[0]._id);
    expect(body.details).toMatchObject({ kind: 'file', bytes: expect.any(Number) });
    const status = async (path: string, by: Person) => {
      const response = await fetch(`${server.url}${path}/${body._id}`, {
        headers: { 'x-auth-token': by.token },
      });
      return [response.status, response.headers.get('content-type')];
    };
    expect(await status('/api/education/files', who)).toEqual([200, 'image/jpeg']);
    expect((await status('/api/education/files', other))[0]).toBe(404);
    expect(await status('/api/compliance/files', admin)).toEqual([200, 'image/jpeg']);
    expect((await status('/api/compliance/files', who))[0]).toBe(403);
    expect((await attach(other, entries[0]._id)).status).toBe(404);
    expect((await attach(who, entries[0]._id, 'no picture')).status).toBe(415);
    expect((await attach(who, newId())).status).toBe(404);
  });

  it('can be added until the file is full; the office still adds to it', async () => {
    const who = await licensed();
    const { entries } = await handIn(who);
    const file = server.db
      .selectFrom('member_file_entries')
      .select(['file_id', 'user_id', 'kind', 'details', 'refers_to', 'document_id', 'created_by', 'author'])
      .where('id', '=', entries[0]._id);
    const row = {
      ...(await file.executeTakeFirstOrThrow()),
      kind: 'note' as const,
      details: '{"text":"Called"}',
    };
    const left = maxOwnEntries - (await ownEntries(who));
    for (let start = 0; start < left; start += 100)
      await server.db
        .insertInto('member_file_entries')
        .values(
          Array.from({ length: Math.min(100, left - start) }, () => ({
            ...row,
            id: newId(),
            created_at: now(),
          })),
        )
        .execute();
    const full = await call('POST /api/education/certificates', certificateBody, who);
    expect([full.status, full.body.msg]).toEqual([
      400,
      'Your file is full. Ask the office to add this entry',
    ]);
    const moved = await call('PUT /api/licenses/me', { number: '07654321', expires: null }, who);
    expect(moved.status).toBe(400);
    const note = { kind: 'note', text: 'Called' };
    expect((await call(`POST /api/compliance/members/${who.id}/entries`, note, admin)).status).toBe(200);
  });

  it('are withdrawn until the office has decided, and stay in the history', async () => {
    const who = await licensed();
    const { entries } = await handIn(who);
    const other = await person(server);
    const key = `DELETE /api/education/certificates/${entries[0]._id}`;
    expect((await call(key, undefined, other)).status).toBe(404);
    expect((await ok(key, undefined, who)).education.hours).toBe(0);
    expect((await call(key, undefined, who)).status).toBe(404);
    const file = await ok(`GET /api/compliance/members/${who.id}`, undefined, admin);
    const kept = file.entries.filter(({ details }: FileEntry) => details.kind === 'certificate');
    expect(kept).toMatchObject([{ withdrawn: true }]);
    const second = (await handIn(who)).entries[0]._id;
    await decide(second, { accepted: true });
    expect((await call(`DELETE /api/education/certificates/${second}`, undefined, who)).status).toBe(400);
  });

  it.each([{ accepted: true }, { accepted: false, reason: 'Not readable' }])(
    'get no further page once the office has decided: %o',
    async (decision) => {
      const who = await licensed();
      const [{ _id }] = (await handIn(who)).entries;
      expect((await attach(who, _id)).status).toBe(200);
      expect((await decide(_id, decision)).status).toBe(200);
      const late = await attach(who, _id);
      expect([late.status, late.body.msg]).toEqual([
        400,
        'The office has decided on this certificate. Hand in a new one',
      ]);
      const kinds = (await own(who)).entries.map(({ details }: FileEntry) => details.kind);
      expect(kinds.filter((kind: string) => kind === 'file')).toHaveLength(1);
    },
  );

  it.each([
    [{ course: '' }, 'Course is required'],
    [{ hours: 0 }, 'Hours must be at least 0.5'],
    [{ hours: 1.3 }, 'Hours must be whole or half'],
    [{ on: '2999-01-01' }, 'Date must not be in the future'],
  ])('with %o are refused', async (given, msg) => {
    const who = await person(server);
    const answer = await call('POST /api/education/certificates', { ...certificateBody, ...given }, who);
    expect(answer).toMatchObject({ status: 400, body: { msg } });
  });
});

describe('documents', () => {
  /** To a sign-in that is no confirmation any more. */
  const setBack = ({ id }: Person) =>
    server.db
      .updateTable('sessions')
      .set({ created_at: fromNow(-16 * minute) })
      .where('user_id', '=', id)
      .execute();
  const addFile = (who: Person, id: string, bytes: Uint8Array<ArrayBuffer> | string = photo) =>
    upload(server, who.token, bytes, { path: `/api/education/documents/${id}/file`, field: 'file' });
  async function handInDocument(who: Person, what = 'w9'): Promise<void> {
    const { entries } = await ok('POST /api/education/documents', { what }, who);
    expect((await addFile(who, entries[0]._id)).status).toBe(200);
  }
  const documentOf = async (who: Person): Promise<FileEntry> =>
    (await own(who)).entries.find(({ details }: FileEntry) => details.kind === 'document');
  const findingsOf = async (who: Person): Promise<{ kind: string }[]> =>
    (await ok(`GET /api/compliance/members/${who.id}`, undefined, admin)).findings;
  const kindsOf = async (who: Person) => (await findingsOf(who)).map(({ kind }) => kind);

  it('reach the office, which is told and ticks a W-9 by checking it off', async () => {
    const who = await licensed();
    const clerk = await person(server, { compliance: true });
    const { entries } = await ok('POST /api/education/documents', { what: 'w9' }, who);
    expect(await kindsOf(who)).not.toContain('document');
    expect(await ok('GET /api/notifications', undefined, clerk)).toEqual([]);
    expect((await decide(entries[0]._id, { accepted: true })).status).toBe(400);
    for (const _page of [1, 2]) expect((await addFile(who, entries[0]._id)).status).toBe(200);
    const { _id, details } = await documentOf(who);
    expect(details).toEqual({ kind: 'document', what: 'w9' });
    expect(await findingsOf(who)).toContainEqual(
      expect.objectContaining({ kind: 'document', state: 'due', detail: 'W-9', entry: _id }),
    );
    expect(await kindsOf(who)).toContain('w9');
    const [news, ...others] = await ok('GET /api/notifications', undefined, clerk);
    expect(others).toEqual([]);
    expect(news).toMatchObject({
      kind: 'document',
      event: 'handed-in',
      object: who.id,
      person: who.name,
      excerpt: 'W-9',
    });
    await server.db.updateTable('notifications').set({ mail_due_at: now() }).execute();
    await mailOfWork(server.parts);
    const [email] = await textsTo(server, clerk.email);
    expect(email).toContain(`${who.name} handed in a document: check it off: W-9`);
    expect(email).toContain(`/dashboard/admin/compliance/${who.id}`);
    expect(await textsTo(server, who.email)).toEqual([]);
    const named = { name: 'Desk', scopes: ['members:write'], days: 5 };
    const { token } = await ok('POST /api/api-tokens', named, admin);
    const byToken = await server.call(`POST /api/compliance/entries/${_id}/decide`, {
      token,
      body: { accepted: true },
    });
    expect([byToken.status, byToken.body.msg]).toEqual([403, 'A person accepts a W-9, no API token']);
    expect((await decide(_id, { accepted: true })).status).toBe(200);
    // No page is added to what was looked at.
    expect((await addFile(who, _id)).status).toBe(400);
    expect(await kindsOf(who)).not.toContain('document');
    expect(await kindsOf(who)).not.toContain('w9');
    expect((await decide(_id, { accepted: true })).status).toBe(400);
  });

  it('that are a W-9 are accepted with a confirmation, for the payee that they were handed in for', async () => {
    const who = await licensed();
    await handInDocument(who);
    const { _id } = await documentOf(who);
    const pages = (await own(who)).entries.filter(({ about }: FileEntry) => about === _id);
    expect(pages).toMatchObject([{ details: { kind: 'file', paidTo: who.name } }]);
    const rename = (name: string) =>
      ok(`PUT /api/users/${who.id}`, { name, email: who.email, admin: false, coordinator: false }, admin);
    await rename('Sal Later');
    const refused = await decide(_id, { accepted: true });
    expect([refused.status, refused.body.msg]).toEqual([
      409,
      `This W-9 was handed in for ${who.name}, and now Sal Later is paid. Ask for a new one`,
    ]);
    expect(await kindsOf(who)).toContain('w9');
    await rename(who.name);
    const clerk = await person(server, { compliance: true });
    await setBack(clerk);
    const byClerk = (body: object) => call(`POST /api/compliance/entries/${_id}/decide`, body, clerk);
    expect(await byClerk({ accepted: true })).toMatchObject({
      status: 400,
      body: { confirm: expect.any(Object) },
    });
    expect((await decide(_id, { accepted: true })).status).toBe(200);
    expect(await kindsOf(who)).not.toContain('w9');
  });

  it('for another payee are refused without a confirmation', async () => {
    const who = await licensed();
    await handInDocument(who);
    const { _id } = await documentOf(who);
    const of = { name: 'Sal Other', email: who.email, admin: false, coordinator: false };
    await ok(`PUT /api/users/${who.id}`, of, admin);
    const clerk = await person(server, { compliance: true });
    await setBack(clerk);
    const body = { accepted: false, reason: 'For another name' };
    expect((await call(`POST /api/compliance/entries/${_id}/decide`, body, clerk)).status).toBe(200);
  });

  it.each(['document', 'decision'])('leave no tick once the %s is withdrawn', async (kind) => {
    const who = await licensed();
    await handInDocument(who);
    const { _id } = await documentOf(who);
    expect((await decide(_id, { accepted: true })).status).toBe(200);
    expect(await kindsOf(who)).not.toContain('w9');
    const { entries } = await ok(`GET /api/compliance/members/${who.id}`, undefined, admin);
    const entry = entries.find(({ details }: FileEntry) => details.kind === kind);
    const clerk = await person(server, { compliance: true });
    await setBack(clerk);
    const late = await call(
      `POST /api/compliance/entries/${entry._id}/withdraw`,
      { reason: 'A slip' },
      clerk,
    );
    expect(late).toMatchObject({ status: 400, body: { confirm: expect.any(Object) } });
    await ok(`POST /api/compliance/entries/${entry._id}/withdraw`, { reason: 'Of another person' }, admin);
    expect(await kindsOf(who)).toContain('w9');
  });

  const pagesOf = async (who: Person, document: string): Promise<FileEntry[]> => {
    const { entries } = await ok(`GET /api/compliance/members/${who.id}`, undefined, admin);
    return entries.filter(({ about, details }: FileEntry) => about === document && details.kind === 'file');
  };
  const addByOffice = (id: string) =>
    upload(server, admin.token, photo, { path: `/api/compliance/entries/${id}/file`, field: 'file' });
  const withdraw = (id: string) =>
    ok(`POST /api/compliance/entries/${id}/withdraw`, { reason: 'Of another person' }, admin);

  it('leave no tick once the last page of the member is withdrawn', async () => {
    const who = await licensed();
    const { entries } = await ok('POST /api/education/documents', { what: 'w9' }, who);
    const [{ _id }] = entries;
    for (const _page of [1, 2]) expect((await addFile(who, _id)).status).toBe(200);
    const [first, second] = await pagesOf(who, _id);
    expect((await addByOffice(_id)).status).toBe(200);
    expect((await decide(_id, { accepted: true })).status).toBe(200);
    await withdraw(first?._id ?? '');
    expect(await kindsOf(who)).not.toContain('w9');
    await withdraw(second?._id ?? '');
    expect(await kindsOf(who)).toContain('w9');
    expect((await ok(`GET /api/joining/members/${who.id}/checks`, undefined, admin)).w9).toBe(null);
  });

  it('that are a W-9 are withdrawn by a person, as a whole, their page or their decision, never by an API token', async () => {
    const who = await licensed();
    await handInDocument(who);
    const { _id } = await documentOf(who);
    expect((await decide(_id, { accepted: true })).status).toBe(200);
    const named = { name: 'Desk', scopes: ['members:write'], days: 5 };
    const { token } = await ok('POST /api/api-tokens', named, admin);
    const { entries } = await ok(`GET /api/compliance/members/${who.id}`, undefined, admin);
    const about = entries.filter((entry: FileEntry) => entry._id === _id || entry.about === _id);
    expect(about).toHaveLength(3);
    for (const entry of about) {
      const path = `POST /api/compliance/entries/${entry._id}/withdraw`;
      const { status, body } = await server.call(path, { token, body: { reason: 'By a token' } });
      expect([status, body.msg]).toEqual([403, 'A person withdraws a W-9, no API token']);
    }
    expect(await kindsOf(who)).not.toContain('w9');
    await withdraw(_id);
    expect(await kindsOf(who)).toContain('w9');
  });

  it('leave no tick once the last page of the office is withdrawn, if the member has none', async () => {
    const who = await licensed();
    await handInDocument(who);
    const { _id } = await documentOf(who);
    const [page] = await pagesOf(who, _id);
    expect((await addByOffice(_id)).status).toBe(200);
    await withdraw(page?._id ?? '');
    expect((await decide(_id, { accepted: true })).status).toBe(200);
    expect(await kindsOf(who)).not.toContain('w9');
    const scan = (await pagesOf(who, _id)).find(({ withdrawn }) => !withdrawn);
    await withdraw(scan?._id ?? '');
    expect(await kindsOf(who)).toContain('w9');
  });

  it('are not accepted for another payee once their page is withdrawn, until the member hands in another', async () => {
    const who = await licensed();
    await handInDocument(who);
    const { _id } = await documentOf(who);
    const [page] = await pagesOf(who, _id);
    const of = { name: 'Sal Other', email: who.email, admin: false, coordinator: false };
    await ok(`PUT /api/users/${who.id}`, of, admin);
    expect((await addByOffice(_id)).status).toBe(200);
    expect((await decide(_id, { accepted: true })).status).toBe(409);
    await withdraw(page?._id ?? '');
    const refused = await decide(_id, { accepted: true });
    expect([refused.status, refused.body.msg]).toEqual([
      409,
      `This W-9 was handed in for ${who.name}, and now Sal Other is paid. Ask for a new one`,
    ]);
    expect((await addFile(who, _id)).status).toBe(200);
    expect((await decide(_id, { accepted: true })).status).toBe(200);
  });

  it('are read by their member and the office only', async () => {
    const who = await licensed();
    const other = await person(server);
    await handInDocument(who, 'license');
    const { _id } = await documentOf(who);
    const file = (await own(who)).entries.find(({ about }: FileEntry) => about === _id)._id;
    const status = async (path: string, reader: Person) =>
      (await fetch(server.url + path, { headers: { 'x-auth-token': reader.token } })).status;
    expect(await status(`/api/education/files/${file}`, who)).toBe(200);
    expect(await status(`/api/compliance/files/${file}`, admin)).toBe(200);
    expect(await status(`/api/education/files/${file}`, other)).toBe(404);
    expect(await status(`/api/compliance/files/${file}`, other)).toBe(403);
  });

  it('are withdrawn until the office has decided; a refusal is told with its reason', async () => {
    const who = await licensed();
    await handInDocument(who, 'eo');
    const { _id } = await documentOf(who);
    const key = `DELETE /api/education/documents/${_id}`;
    expect((await call(key, undefined, await person(server))).status).toBe(404);
    await ok(key, undefined, who);
    expect((await call(key, undefined, who)).status).toBe(404);
    expect(await kindsOf(who)).not.toContain('document');
    await handInDocument(who, 'auto');
    const second = (await documentOf(who))._id;
    await decide(second, { accepted: false, reason: 'Of last year' });
    expect((await call(`DELETE /api/education/documents/${second}`, undefined, who)).status).toBe(400);
    const [news] = await ok('GET /api/notifications', undefined, who);
    expect([news.excerpt, news.reason]).toEqual([
      'A document of yours was not accepted: Auto insurance.',
      'Of last year',
    ]);
  });

  it('of another kind, or another type of file, are refused', async () => {
    const who = await person(server);
    const answer = await call('POST /api/education/documents', { what: 'passport' }, who);
    expect([answer.status, answer.body.msg]).toEqual([400, 'Document must be w9, eo, auto or license']);
    const { entries } = await ok('POST /api/education/documents', { what: 'eo' }, who);
    expect((await addFile(who, entries[0]._id, 'no picture')).status).toBe(415);
    expect((await addFile(await person(server), entries[0]._id)).status).toBe(404);
    expect((await addFile(who, newId())).status).toBe(404);
  });
});

describe('a renewal', () => {
  it('is marked complete by its member and confirmed by the office', async () => {
    const who = await licensed();
    const kinds = async () => (await own(who)).findings.map(({ kind }: { kind: string }) => kind);
    expect(await kinds()).toContain('education');
    const { entries, education } = await ok('POST /api/education/renewal', undefined, who);
    expect(education.state).toBe('marked');
    expect((await call('POST /api/education/renewal', undefined, who)).body.msg).toBe(
      'This renewal is already marked complete',
    );
    expect(await kinds()).toContain('education');
    await decide(entries[0]._id, { accepted: true });
    expect((await own(who)).education.state).toBe('confirmed');
    expect(await kinds()).not.toContain('education');
    await ok('PUT /api/licenses/me', { number: '01234567', expires: addDays(today, 61) }, who);
    expect((await own(who)).education.state).toBe('open');
  });

  it('is not confirmed from a screen that shows hours that are withdrawn since', async () => {
    const who = await licensed();
    const { entries } = await handIn(who, { hours: 45 });
    await ok('POST /api/education/renewal', undefined, who);
    const file = () => ok(`GET /api/compliance/members/${who.id}`, undefined, admin);
    const shown = (await file()).entries[0]._id;
    await ok(`DELETE /api/education/certificates/${entries[0]._id}`, undefined, who);
    const refused = await decide(shown, { accepted: true, newest: shown });
    expect([refused.status, refused.body.msg]).toEqual([
      409,
      'This file has changed since you opened it. Look at it again',
    ]);
    expect((await file()).education).toMatchObject({ hours: 0, state: 'marked' });
    const newest = (await file()).entries[0]._id;
    expect((await decide(shown, { accepted: true, newest })).body.education.state).toBe('confirmed');
  });

  it('waits for the office again once hours that it was confirmed with no longer count', async () => {
    const who = await licensed();
    const [certificate] = (await handIn(who, { hours: 45 })).entries;
    const { entries } = await ok('POST /api/education/renewal', undefined, who);
    const [renewal] = entries;
    await decide(renewal._id, { accepted: true });
    await handIn(who, { hours: 3 });
    expect((await own(who)).education.state).toBe('confirmed');
    await ok(`DELETE /api/education/certificates/${certificate._id}`, undefined, who);
    const { education, findings } = await own(who);
    expect([education.hours, education.state]).toEqual([3, 'marked']);
    expect(findings.map(({ kind }: { kind: string }) => kind)).toContain('education');
    expect((await call('POST /api/education/renewal', undefined, who)).status).toBe(400);
    expect((await decide(renewal._id, { accepted: true })).body.education.state).toBe('confirmed');
    expect((await decide(renewal._id, { accepted: true })).status).toBe(400);
  });

  it('needs a date of expiry, and none of an exempt member', async () => {
    const who = await person(server);
    expect((await call('POST /api/education/renewal', undefined, who)).body.msg).toBe(
      'Enter when your license expires first',
    );
    const exemption = { kind: 'exemption', reason: '70 years old, licensed for 30' };
    await ok(`POST /api/compliance/members/${who.id}/entries`, exemption, admin);
    expect((await own(who)).education.state).toBe('exempt');
  });

  it('shows nothing of what only the office sees', async () => {
    const who = await licensed();
    await ok(`POST /api/compliance/members/${who.id}/entries`, { kind: 'note', text: 'Secret' }, admin);
    await ok(
      `POST /api/compliance/members/${who.id}/entries`,
      { kind: 'joined', on: addDays(today, -30) },
      admin,
    );
    const seen = JSON.stringify(await own(who));
    expect(seen).not.toContain('Secret');
    expect(seen).not.toContain('notice');
  });
});

describe('reminders', () => {
  const mailsTo = ({ email }: Person) =>
    server.db
      .selectFrom('mails')
      .select(['subject', 'text'])
      .where('recipient', '=', email)
      .orderBy('id')
      .execute();
  const remind = () => Promise.all([remindOfMissing(server.parts), remindOfMissing(server.parts)]);
  const last = ({ id }: Person, days: number) =>
    server.db
      .updateTable('member_files')
      .set({ reminded_at: fromNow(-days * day) })
      .where('user_id', '=', id)
      .execute();
  const insure = (who: Person, expires: string) =>
    ok(
      `POST /api/compliance/members/${who.id}/entries`,
      { ...policyBody, insurance: 'auto', expires },
      admin,
    );

  it('come by mail and in the app, once a week until nothing is missing', async () => {
    const who = await licensed();
    await insure(who, addDays(today, -1));
    await remind();
    const [mail, ...others] = await mailsTo(who);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Several things are missing from your file');
    expect(mail?.text).toContain(`Auto insurance expired ${formatDay(addDays(today, -1))}.`);
    expect(mail?.text).toContain('Education not complete, 0 of 45 hours, was due');
    expect(mail?.text).not.toContain(policyBody.carrier);
    const [notice] = await ok('GET /api/notifications', undefined, who);
    expect(notice).toMatchObject({ kind: 'missing', excerpt: expect.stringContaining('Auto insurance') });
    await last(who, 6);
    await remind();
    expect(await mailsTo(who)).toHaveLength(1);
    await ok('POST /api/education/renewal', undefined, who);
    await last(who, 7.1);
    await remind();
    const [, second] = await mailsTo(who);
    expect(second?.subject).toBe('Something is missing from your file');
    expect(second?.text).not.toContain('Education');
    await insure(who, addDays(today, 800));
    await last(who, 8);
    await remind();
    expect(await mailsTo(who)).toHaveLength(2);
  });

  it('come from a week before, and to nobody who is suspended or has not come in yet', async () => {
    const later = await licensed(addDays(today, 800));
    await insure(later, addDays(today, 8));
    const soon = await licensed(addDays(today, 800));
    await insure(soon, addDays(today, 7));
    const [suspended, invited] = [await licensed(), await licensed()];
    const set = (id: string, values: object) =>
      server.db.updateTable('users').set(values).where('id', '=', id).execute();
    for (const who of [suspended, invited]) await insure(who, addDays(today, -1));
    await set(suspended.id, { suspended_at: now() });
    await set(invited.id, { password_hash: null });
    await remind();
    for (const who of [later, suspended, invited]) expect(await mailsTo(who)).toEqual([]);
    expect(await mailsTo(soon)).toMatchObject([
      { text: expect.stringContaining(`Auto insurance expires ${formatDay(addDays(today, 7))}.`) },
    ]);
  });
});

describe('what is kept', () => {
  it('stays three years after the account has gone, and goes with its files then', async () => {
    const who = await licensed();
    const { entries } = await handIn(who);
    const { body } = await attach(who, entries[0]._id);
    const documents = server.db
      .selectFrom('member_file_entries')
      .select('document_id')
      .where('id', '=', body._id);
    const { document_id } = await documents.executeTakeFirstOrThrow();
    await ok(`DELETE /api/users/${who.id}`, undefined, admin);
    const file = () =>
      server.db.selectFrom('member_files').select('id').where('name', '=', who.name).executeTakeFirst();
    await eraseOldData(server.parts);
    expect(await file()).toBeDefined();
    const months = (count: number) => fromNow(-count * 30.5 * 86_400_000);
    const age = (moment: string) =>
      server.db.updateTable('member_files').set({ left_at: moment }).where('name', '=', who.name).execute();
    await age(months(35));
    await eraseOldData(server.parts);
    expect(await file()).toBeDefined();
    await age(months(37));
    await eraseOldData(server.parts);
    expect(await file()).toBeUndefined();
    await purgeImages(server.parts);
    expect(await server.parts.images.holds(document_id ?? '')).toBe(false);
  });
});
