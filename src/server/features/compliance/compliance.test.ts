import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { plainPdf, upload } from '../../../../test/images.ts';
import { textsTo } from '../../../../test/mails.ts';
import { readPdf } from '../../../../test/pdf.ts';
import { certificateBody, type Person, person, policyBody, seenBody } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import type { DeskMember, FileEntry, Finding } from '../../../shared/compliance/compliance.contract.ts';
import { addDays, formatDay, officeDay } from '../../../shared/dates.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import { standardSettings } from '../member-files/settings.ts';
import { settleDue } from '../member-files/settle.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await testServer({ BASE_URL: 'https://flatfee.example', RATE_LIMITS: 'off' }, { drawn: true });
  admin = await person(server, { admin: true, name: 'Ada Admin' });
});
afterAll(() => server.stop());

const today = officeDay(now());
const inDays = (days: number) => addDays(today, days);
const call = (key: string, body?: object, who: Person = admin) =>
  server.call(key, { token: who.token, body });
const ok = async (key: string, body?: object, who: Person = admin) => {
  const answer = await call(key, body, who);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};
const refused = async (key: string, body: object, msg: string, status = 400) =>
  expect(await call(key, body)).toMatchObject({ status, body: { msg } });
const add = (who: { id: string }, entry: object) =>
  ok(`POST /api/compliance/members/${who.id}/entries`, entry);
const check = (who: { id: string }, body: object) => ok(`POST /api/compliance/members/${who.id}/check`, body);
const file = (who: { id: string }) => ok(`GET /api/compliance/members/${who.id}`);
const kinds = ({ findings }: { findings: Finding[] }) =>
  findings.map(({ kind, state }) => `${kind} ${state}`);
const onDesk = async (name: string, query = ''): Promise<DeskMember | undefined> =>
  (await ok(`GET /api/compliance?search=${encodeURIComponent(name)}${query}`)).members[0];
const newest = (entries: FileEntry[], kind: string) =>
  entries.find(({ details }) => details.kind === kind)?._id ?? '';

/** Everything in order, but for what the test is about. */
async function member(name: string, expires = inDays(800)): Promise<Person> {
  const who = await person(server, { name });
  await ok(`PUT /api/licenses/${who.id}`, { number: '01234567', expires, verified: false });
  await add(who, { kind: 'joined', on: inDays(-100) });
  for (const kind of ['joining', 'edd']) await giveNotice(who, kind);
  await check(who, seenBody({ expires }));
  await add(who, { ...policyBody, insurance: 'auto' });
  for (const kind of ['may-work', 'w9', 'payout', 'annual-fee'] as const)
    await server.db
      .insertInto('member_checks')
      .values({
        id: newId(),
        user_id: who.id,
        user_was: null,
        user_name: name,
        kind,
        ticked: true,
        day: today,
        note: '',
        made_for: null,
        by_id: null,
        by_name: 'Ada',
        created_at: now(),
        left_at: null,
        look_id: null,
      })
      .execute();
  await add(who, { kind: 'note', text: 'All papers are here' });
  return who;
}

async function giveNotice(who: { id: string }, notice: string) {
  const { entries } = await file(who);
  const { _id } = entries.find(
    ({ details }: FileEntry) => details.kind === 'notice' && details.notice === notice,
  );
  return ok(`POST /api/compliance/entries/${_id}/done`, { on: today, confirmation: 'C-77' });
}

beforeAll(async () => {
  await ok('PUT /api/compliance/settings', { ...standardSettings, agreement: false });
});

describe('the desk', () => {
  it('names first who must not work, then what is wrong, then what is due this week', async () => {
    const fine = await member('Zoe Zeller');
    expect((await file(fine)).findings).toEqual([]);
    expect(await onDesk('Zoe Zeller')).toBeUndefined();
    const late = await member('Late Notice');
    await add(late, { kind: 'left', on: inDays(3), forCause: false });
    const wrong = await member('Old Policy');
    await add(wrong, { ...policyBody, insurance: 'auto', expires: inDays(-1) });
    const { entries } = await file(wrong);
    const [, first] = entries.filter(({ details }: FileEntry) => details.kind === 'insurance');
    await ok(`POST /api/compliance/entries/${first._id}/withdraw`, { reason: 'Canceled by the carrier' });
    const stopped = await member('Other Broker');
    await check(stopped, { ...seenBody({ affiliation: 'other', broker: 'Acme Realty' }), remark: 'Moved' });
    await settleDue(server.db);
    const desk = await ok('GET /api/compliance');
    const names: string[] = desk.members.map(({ name }: DeskMember) => name);
    const places = ['Other Broker', 'Old Policy', 'Late Notice'].map((name) => names.indexOf(name));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThanOrEqual(0);
    expect(kinds((await onDesk('Other Broker')) ?? { findings: [] })).toEqual([
      'other-broker stop',
      'differs wrong',
    ]);
    expect(kinds((await onDesk('Old Policy')) ?? { findings: [] })).toEqual(['auto wrong']);
    expect(kinds((await onDesk('Late Notice')) ?? { findings: [] })).toEqual(['leaving due']);
    expect(desk.summary.stop).toBeGreaterThanOrEqual(1);
    expect(await ok('GET /api/compliance/stopped')).toEqual({ count: desk.summary.stop });
    expect(desk.brokerage).toMatchObject([{ kind: 'eo', state: 'wrong' }]);
    expect(await onDesk('Old Policy', '&state=stop')).toBeUndefined();
    expect(kinds((await onDesk('Other Broker', '&kind=differs')) ?? { findings: [] })).toEqual([
      'differs wrong',
    ]);
    expect((await call('GET /api/compliance?sort=worse')).status).toBe(400);
  });

  it('is a file, a line for each finding', async () => {
    const { headers, body } = await call('GET /api/compliance/csv?state=stop');
    expect(headers.get('content-type')).toContain('text/csv');
    expect(body).toContain('"Other Broker","Must not work","Under another broker: Acme Realty"');
    expect(body).not.toContain('Old Policy');
  });

  it('asks for what is open of members who have joined, of nobody who is not here yet', async () => {
    const who = await person(server, { name: 'Fresh Face' });
    await settleDue(server.db);
    expect(kinds(await file(who))).toEqual([
      'number stop',
      'may-work stop',
      'auto wrong',
      'w9 wrong',
      'payout wrong',
      'annual-fee wrong',
      'joining-date wrong',
    ]);
    const invited = await person(server, { name: 'Not Yet', password_hash: null });
    await settleDue(server.db);
    expect((await file(invited)).findings).toEqual([]);
    // The number is asked for from the invitation on, but not of who works in the office.
    const clerk = await person(server, { password_hash: null, coordinator: true });
    const unlicensed = async () =>
      (await ok('GET /api/compliance')).unlicensed.map(({ _id }: { _id: string }) => _id);
    expect(await unlicensed()).toContain(invited.id);
    expect(await unlicensed()).not.toContain(clerk.id);
    expect(await unlicensed()).not.toContain(who.id);
    await add(invited, { kind: 'joined', on: inDays(5) });
    expect(kinds(await file(invited))).toEqual(['joining due', 'edd due']);
    await add(who, { kind: 'coverage', supervised: false, reason: 'Bookkeeper' });
    expect((await file(who)).findings).toEqual([]);
  });

  it('follows the settings, each version of which stays', async () => {
    const who = await member('Set Apart');
    const saved = server.db.selectFrom('compliance_settings').select('id');
    const before = (await saved.execute()).length;
    await ok('PUT /api/compliance/settings', { ...standardSettings, agreement: false, eo: 'member' });
    await settleDue(server.db);
    expect(kinds(await file(who))).toEqual(['eo wrong']);
    expect((await ok('GET /api/compliance')).brokerage).toEqual([]);
    await ok('PUT /api/compliance/settings', { ...standardSettings, agreement: false });
    await settleDue(server.db);
    expect((await file(who)).findings).toEqual([]);
    expect(await saved.execute()).toHaveLength(before + 2);
    await refused(
      'PUT /api/compliance/settings',
      { ...standardSettings, checkDays: 0 },
      'Days between checks must be at least 1',
    );
  });

  it('sees overdue pages of the handbook and suspended accounts within an hour', async () => {
    const who = await member('Slow Reader');
    const chapter = { chapters: [{ title: 'Rules', pages: [] }] };
    const [{ _id }] = await ok('PUT /api/handbook/contents', chapter);
    const page = await ok('POST /api/handbook/pages', { title: 'Fair housing', chapter: _id });
    await server.db
      .insertInto('handbook_asks')
      .values({
        user_id: who.id,
        page_id: page._id,
        due_on: inDays(-1),
        asked_at: now(),
        done_edition: null,
        done_at: null,
      })
      .execute();
    await ok(`POST /api/users/${who.id}/suspend`, {});
    await server.db
      .updateTable('member_files')
      .set({ settle_at: fromNow(-1) })
      .execute();
    await settleDue(server.db);
    expect(kinds(await file(who))).toEqual(['leaving-date wrong', 'handbook wrong']);
  });
});

describe('a look at the public record', () => {
  it('comes one at a time, and is kept as it was', async () => {
    const who = await member('Vera Fied');
    await server.db
      .updateTable('licenses')
      .set({ verified_at: '2020-01-01T12:00:00.000Z' })
      .where('user_id', '=', who.id)
      .execute();
    await server.db
      .updateTable('member_files')
      .set({ settle_at: fromNow(-1) })
      .execute();
    await settleDue(server.db);
    const next = await ok('GET /api/compliance/checks');
    expect(next.member).toMatchObject({
      name: 'Vera Fied',
      number: '01234567',
      seen: { details: { type: 'salesperson' } },
    });
    const after = await ok('GET /api/compliance/checks?skip=1');
    expect(after.member?.name).not.toBe('Vera Fied');
    expect(after.remaining).toBe(next.remaining);
    const { entries } = await check(who, { asExpected: true });
    expect(entries[0].details).toMatchObject({ kind: 'check', asExpected: true, expires: inDays(800) });
    expect((await ok('GET /api/compliance/checks')).remaining).toBe(next.remaining - 1);
    const { body } = await call(`PUT /api/licenses/${who.id}`, {
      number: '07654321',
      expires: inDays(800),
      verified: false,
    });
    expect(body).toMatchObject({ number: '07654321', verified: null });
    expect(kinds(await file(who))).toEqual(['may-work stop', 'unverified wrong']);
    expect((await file(who)).findings[0].detail).toBe(
      `01234567, expires ${formatDay(inDays(800))} → 07654321, expires ${formatDay(inDays(800))}`,
    );
    await refused(
      `POST /api/compliance/members/${who.id}/check`,
      { asExpected: true },
      'Enter what the record shows: this number was not checked before',
    );
    const all = (await file(who)).entries;
    expect(all.filter(({ details }: FileEntry) => details.kind === 'check')).toHaveLength(2);
    expect(all[0].details.text).toMatch(
      /^Check open again: The public record shows them under our broker \(01234567/,
    );
    expect(all[1]).toMatchObject({ by: 'Ada Admin', details: { kind: 'license', number: '07654321' } });
    const license = { number: '01234567', expires: inDays(800) };
    await refused(
      `POST /api/compliance/members/${who.id}/check`,
      { ...seenBody(), license },
      `The license has changed since you opened it. Look this one up: 07654321, expires ${formatDay(inDays(800))}`,
      409,
    );
    // The check finds them under our broker, as was ticked.
    expect((await check(who, seenBody({ expires: inDays(900) }))).findings).toEqual([]);
    const { body: checks } = await call(`GET /api/joining/members/${who.id}/checks`);
    expect(checks).toMatchObject({ 'may-work': { by: 'Ada Admin' }, again: [] });
  });

  it.each([
    [{ affiliation: 'none' }, 'no-affiliation stop'],
    [{ status: 'revoked' }, 'status stop'],
    [{ status: 'restricted' }, 'restricted wrong'],
    [{ expires: inDays(-1) }, 'expiry stop'],
    [{ expires: inDays(0) }, 'expiry due'],
    [{ expires: inDays(30) }, 'expiry coming'],
  ])('that shows %o is "%s"', async (seen, finding) => {
    const who = await member('Looked At');
    expect(kinds(await check(who, seenBody(seen)))).toContain(finding);
  });

  it('is a person’s: an API token neither verifies a license nor ticks "may work"', async () => {
    const who = await member('Toke Nless');
    await ok(`PUT /api/licenses/${who.id}`, { number: '07654321', expires: inDays(800), verified: false });
    const { token } = await ok('POST /api/api-tokens', { name: 'CRM', scopes: ['members:write'], days: 30 });
    const key = `POST /api/compliance/members/${who.id}/check`;
    expect(await server.call(key, { token, body: seenBody() })).toMatchObject({
      status: 403,
      body: { msg: "This token can't do that" },
    });
    expect((await call(`GET /api/joining/members/${who.id}/checks`)).body['may-work']).toBe(null);
    expect(kinds(await file(who))).toEqual(['may-work stop', 'unverified wrong']);
    const looked = newest((await check(who, seenBody())).entries, 'check');
    const withdrawal = { token, body: { reason: 'Another person' } };
    expect(await server.call(`POST /api/compliance/entries/${looked}/withdraw`, withdrawal)).toMatchObject({
      status: 403,
      body: { msg: 'A person withdraws a look at the public record, no API token' },
    });
    const note = { token, body: { kind: 'note', text: 'From the CRM' } };
    expect((await server.call(`POST /api/compliance/members/${who.id}/entries`, note)).status).toBe(200);
  });

  it('needs a number', async () => {
    const who = await person(server);
    const key = `POST /api/compliance/members/${who.id}/check`;
    await refused(key, seenBody(), 'This member has no license number');
    await refused(`POST /api/compliance/members/${newId()}/check`, seenBody(), 'Member not found', 404);
    await refused(key, {}, 'As expected must be true or false');
  });
});

describe('a look that is confirmed', () => {
  it('is the one on the screen, or nothing is saved', async () => {
    const who = await member('Con Firmed');
    const seen = seenBody({ expires: inDays(800) });
    const suspended = { ...seen, remark: 'Suspended', seen: { ...seen.seen, status: 'suspended' } };
    const shown = newest((await check(who, suspended)).entries, 'check');
    const path = `POST /api/compliance/members/${who.id}/check`;
    await ok(`POST /api/compliance/entries/${shown}/withdraw`, { reason: 'Another person' });
    const { entries } = await file(who);
    await refused(
      path,
      { asExpected: true, entry: shown },
      'Another look was saved or withdrawn since you opened it. Compare with what is expected now',
      409,
    );
    expect((await file(who)).entries).toEqual(entries);
    const last = entries.find(
      ({ details, withdrawn }: FileEntry) => details.kind === 'check' && !withdrawn,
    )._id;
    const { entries: after } = await ok(path, { asExpected: true, entry: last });
    expect(after[0].details).toMatchObject({ kind: 'check', asExpected: true, status: 'licensed' });
  });
});

describe('joining and leaving', () => {
  it('open notices, which are ticked with a date and a confirmation number', async () => {
    const who = await person(server, { name: 'Jo Iner' });
    await add(who, { kind: 'joined', on: inDays(-6) });
    await add(who, { kind: 'coverage', supervised: false });
    expect(kinds(await file(who))).toEqual(['joining wrong', 'edd due']);
    const done = await giveNotice(who, 'joining');
    expect(kinds(done)).toEqual(['edd due']);
    expect(done.entries[0].details).toMatchObject({ kind: 'notice-done', on: today, confirmation: 'C-77' });
    const key = `POST /api/compliance/entries/${done.entries[0].about}/done`;
    await refused(key, { on: today }, 'This entry is not an open notice');
    await refused(key, { on: inDays(1) }, 'Date must not be in the future');
    await ok(`POST /api/compliance/entries/${done.entries[0]._id}/withdraw`, {
      reason: 'Not sent after all',
    });
    expect(kinds(await file(who))).toContain('joining wrong');
  });

  it.each([
    [-5, ['joining due', 'edd due']],
    [-6, ['joining wrong', 'edd due']],
    [-20, ['joining wrong', 'edd due']],
    [-21, ['joining wrong', 'edd wrong']],
  ])('%s days ago: %o', async (days, expected) => {
    const who = await person(server);
    await add(who, { kind: 'coverage', supervised: false });
    await add(who, { kind: 'joined', on: inDays(days) });
    expect(kinds(await file(who))).toEqual(expected);
  });

  it('for cause opens a certified statement; withdrawn, nothing of it holds', async () => {
    const who = await member('Cause Given');
    const left = await add(who, { kind: 'left', on: inDays(-11), forCause: true, reason: 'Commingling' });
    expect(kinds(left)).toEqual(['discharge wrong', 'leaving wrong']);
    expect(left.left).toBe(inDays(-11));
    const entry = newest(left.entries, 'left');
    await ok(`POST /api/compliance/entries/${entry}/withdraw`, { reason: 'Someone else' });
    await refused(
      `POST /api/compliance/entries/${entry}/withdraw`,
      { reason: 'Again' },
      'This entry is already withdrawn',
    );
    const after = await file(who);
    expect(after).toMatchObject({ left: null, findings: [] });
    expect(after.entries.filter(({ withdrawn }: FileEntry) => withdrawn)).toHaveLength(3);
  });

  it('keep their open notices when the account is deleted', async () => {
    const who = await member('Gone Already');
    await add(who, { kind: 'left', on: inDays(-20), forCause: false });
    await ok(`DELETE /api/users/${who.id}`);
    const gone = await onDesk('Gone Already');
    expect(gone).toMatchObject({ user: null, findings: [{ kind: 'leaving', state: 'wrong' }] });
    const key = `POST /api/compliance/entries/${gone?.findings[0]?.entry}/done`;
    expect((await ok(key, { on: today, confirmation: '1' })).findings).toEqual([]);
    expect(await onDesk('Gone Already')).toBeUndefined();
  });
});

describe('a file', () => {
  it('has branch, manager, insurance and memberships, and ends them', async () => {
    const who = await member('Full File');
    await add(who, { kind: 'supervision', branch: 'Malibu', manager: 'Mo Manager', since: today });
    const { entries } = await add(who, {
      kind: 'association',
      body: 'mls',
      name: 'CRMLS',
      number: '7',
      since: null,
    });
    const key = `POST /api/compliance/entries/${newest(entries, 'association')}/done`;
    await ok(key, { on: today });
    await refused(key, { on: today }, 'This membership has already ended');
    await refused(`POST /api/compliance/members/${who.id}/entries`, { kind: 'check' }, 'Kind is not known');
    await refused(`POST /api/compliance/members/${newId()}/entries`, policyBody, 'Member not found', 404);
    await refused(`POST /api/compliance/entries/${newId()}/done`, { on: today }, 'Entry not found', 404);
    const audit = server.db.selectFrom('audit_log').select('details').where('object_id', '=', who.id);
    expect((await audit.execute()).map(({ details }) => details)).toContain('supervision');
  });

  it('has what the office notes about someone of the office for others only, also as PDF', async () => {
    const clerk = await person(server, { name: 'Carl Clerk', compliance: true });
    await ok('POST /api/education/certificates', certificateBody, clerk);
    await add(clerk, { kind: 'note', text: 'Suspected of forging looks' });
    const at = `/api/compliance/members/${clerk.id}`;
    const ofKind = ({ entries }: { entries: FileEntry[] }) => entries.map(({ details }) => details.kind);
    expect(ofKind(await ok(`GET ${at}`))).toEqual(['note', 'certificate']);
    const own = await ok(`GET ${at}`, undefined, clerk);
    expect(ofKind(own)).toEqual(['certificate']);
    expect(own.findings).toEqual((await ok('GET /api/education', undefined, clerk)).findings);
    const headers = { 'x-auth-token': clerk.token };
    const folder = await fetch(`${server.url}${at}/folder`, { headers });
    expect((await readPdf(new Uint8Array(await folder.arrayBuffer()))).text).not.toContain('Suspected');
  });

  it('shows no one what the office notes about them, by another account, on the desk, in its CSV or by a file', async () => {
    const number = '01999777';
    const agent = await person(server, { name: 'Carl Twice' });
    const clerk = await person(server, { name: 'Carl Twice', compliance: true });
    for (const { id } of [agent, clerk])
      await ok(`PUT /api/licenses/${id}`, { number, expires: inDays(400), verified: false });
    const noted = await add(agent, { kind: 'note', text: 'Suspected of forging looks' });
    const remark = 'Secretly moved';
    await check(agent, { ...seenBody({ affiliation: 'other', broker: 'Acme Realty' }), remark });
    await settleDue(server.db);
    const [note] = noted.entries;
    const at = `${server.url}/api/compliance`;
    const place = { path: `/api/compliance/entries/${note._id}/file`, field: 'file' };
    expect((await upload(server, admin.token, plainPdf(), place)).status).toBe(200);
    const { entries } = await file(agent);
    const { _id: entry } = entries.find(({ about }: FileEntry) => about === note._id);
    const read = async (path: string, { token }: Person) => {
      const answer = await fetch(at + path, { headers: { 'x-auth-token': token } });
      return { status: answer.status, text: await answer.text() };
    };
    for (const path of [`/members/${agent.id}`, '?search=Carl', '/csv?search=Carl'])
      expect((await read(path, clerk)).text).not.toMatch(/Suspected|Secretly/);
    expect((await read('?search=Carl', admin)).text).toContain(remark);
    expect((await read(`/files/${entry}`, admin)).status).toBe(200);
    expect((await read(`/files/${entry}`, clerk)).status).toBe(404);
  });

  it('shows no one what the office notes about them on the page of a person, with the next look or in a planned leaving', async () => {
    const other = { ...seenBody({ affiliation: 'other', broker: 'Acme Realty' }), remark: 'Secretly moved' };
    const clerk = await person(server, { name: 'Pat Page', compliance: true });
    const boss = await person(server, { name: 'Bo Boss', admin: true });
    for (const { id } of [clerk, boss]) {
      await ok(`PUT /api/licenses/${id}`, { number: '01234567', expires: inDays(400), verified: false });
      await check({ id }, other);
    }
    await settleDue(server.db);
    await server.db
      .updateTable('member_file_findings')
      .set({ shown_on: today, wrong_on: '2020-01-01' })
      .where('kind', '=', 'unverified')
      .where('file_id', 'in', (e) =>
        e.selectFrom('member_files').select('id').where('user_id', '=', clerk.id),
      )
      .execute();
    const own = await ok('GET /api/education', undefined, clerk);
    expect((await ok(`GET /api/people/${clerk.id}`, undefined, clerk)).findings).toEqual(own.findings);
    expect(await ok('GET /api/compliance/checks')).toMatchObject({
      member: { user: clerk.id, seen: { details: { remark: 'Secretly moved' } } },
    });
    expect(await ok('GET /api/compliance/checks', undefined, clerk)).toMatchObject({
      member: { user: clerk.id, seen: null },
    });
    const plan = `GET /api/compliance/members/${boss.id}/leaving`;
    expect(JSON.stringify(await ok(plan))).toContain('Secretly');
    expect(JSON.stringify(await ok(plan, undefined, boss))).not.toContain('Secretly');
  });

  it('shows no one what the office notes about them in the file of a deleted account of theirs', async () => {
    const number = '01999778';
    const agent = await person(server, { name: 'Gil Gone' });
    await ok(`PUT /api/licenses/${agent.id}`, { number, expires: inDays(400), verified: false });
    const seen = seenBody({ number, affiliation: 'other', broker: 'Acme Realty' });
    await check(agent, { ...seen, remark: 'Secretly moved' });
    const [note] = (await add(agent, { kind: 'note', text: 'Suspected of forging looks' })).entries;
    const place = { path: `/api/compliance/entries/${note._id}/file`, field: 'file' };
    const { body: attached } = await upload(server, admin.token, plainPdf(), place);
    await ok(`DELETE /api/users/${agent.id}`);
    const { id } = await server.db
      .selectFrom('member_files')
      .select('id')
      .where('user_was', '=', agent.id)
      .executeTakeFirstOrThrow();
    const clerk = await person(server, { name: 'Gil Again', compliance: true });
    await ok(`PUT /api/licenses/${clerk.id}`, { number, expires: inDays(400), verified: false });
    await settleDue(server.db);
    const at = `${server.url}/api/compliance`;
    const read = async (path: string, { token }: Person) => {
      const answer = await fetch(at + path, { headers: { 'x-auth-token': token } });
      return `${answer.status} ${await answer.text()}`;
    };
    for (const path of [`/members/${id}`, '?search=Gil', '/csv?search=Gil'])
      expect(await read(path, clerk)).toMatch(/^200 (?!.*(Suspected|Secretly))/s);
    expect(await read(`/members/${id}`, admin)).toContain('Suspected');
    expect(await read(`/files/${attached._id}`, admin)).toMatch(/^200 /);
    expect(await read(`/files/${attached._id}`, clerk)).toMatch(/^404 /);
  });

  it('is a folder to show to an auditor', async () => {
    const who = await member('Print Me');
    const { headers } = await call(`GET /api/compliance/members/${who.id}/folder`);
    expect(headers.get('content-type')).toBe('application/pdf');
    const response = await fetch(`${server.url}/api/compliance/members/${who.id}/folder`, {
      headers: { 'x-auth-token': admin.token },
    });
    const { text } = await readPdf(new Uint8Array(await response.arrayBuffer()));
    expect(text).toContain('Audit folder of Print Me');
    expect(text).toContain(formatDay(today));
  });

  it('of the brokerage has its insurance', async () => {
    const listed = await ok('POST /api/compliance/brokerage', policyBody);
    expect(listed[0].details).toMatchObject({ kind: 'insurance', carrier: 'Acme Mutual' });
    expect((await ok('GET /api/compliance')).brokerage).toEqual([]);
    expect(await ok('GET /api/compliance/brokerage')).toEqual(listed);
    await refused('POST /api/compliance/brokerage', { ...policyBody, carrier: '' }, 'Carrier is required');
  });
});

describe('one’s own file', () => {
  it('has the office’s notes for the only admin, who keeps it, until there is another', async () => {
    const apart = await testServer();
    onTestFinished(() => apart.stop());
    const only = await person(apart, { admin: true });
    const at = `/api/compliance/members/${only.id}`;
    const body = { kind: 'note', text: 'All papers are here' };
    await apart.made(`POST ${at}/entries`, { token: only.token, body });
    expect((await apart.made(`GET ${at}`, { token: only.token })).entries).toMatchObject([{ details: body }]);
    await person(apart, { admin: true });
    expect((await apart.made(`GET ${at}`, { token: only.token })).entries).toEqual([]);
  });

  const own = 'This compliance file is your own. Another admin has to work on it.';
  const told = (on: TestServer) =>
    on.db
      .selectFrom('security_log')
      .select(['user_id', 'detail'])
      .where('event', '=', 'file.own')
      .orderBy('number')
      .execute();
  const license = { number: '01234567', expires: inDays(800), verified: true };
  const tick = { kind: 'may-work', ticked: true, day: today };

  it('is kept by another admin', async () => {
    const who = await person(server, { admin: true, name: 'Sal Self' });
    await ok(`PUT /api/licenses/${who.id}`, { ...license, verified: false }, who);
    await add(who, { kind: 'joined', on: inDays(-3) });
    await ok('POST /api/education/certificates', certificateBody, who);
    const { entries } = await file(who);
    const entry = (kind: string) => `/api/compliance/entries/${newest(entries, kind)}`;
    const acts: [key: string, body: object][] = [
      [`PUT /api/licenses/${who.id}`, license],
      [`POST /api/joining/members/${who.id}/checks`, tick],
      [`POST /api/compliance/members/${who.id}/check`, seenBody()],
      [`POST /api/compliance/members/${who.id}/entries`, { kind: 'exemption', reason: '30 years' }],
      [`POST ${entry('notice')}/done`, { on: today }],
      [`POST ${entry('certificate')}/decide`, { accepted: true }],
      [`POST ${entry('joined')}/withdraw`, { reason: 'Later' }],
    ];
    for (const [key, body] of acts) {
      expect([key, (await call(key, body, who)).body.msg]).toEqual([key, own]);
    }
    const attached = { name: 'own.pdf', field: 'file', path: `${entry('notice')}/file` };
    const attach = (by: Person) => upload(server, by.token, plainPdf(), attached);
    expect(await attach(who)).toMatchObject({ status: 403, body: { msg: own } });
    expect((await file(who)).entries).toEqual(entries);
    for (const [key, body] of acts) await ok(key, body);
    expect(await attach(admin)).toMatchObject({ status: 200 });
    expect(await told(server)).toEqual([]);
  });

  it('but for the only active admin, each of whose acts is told', async () => {
    const alone = await testServer();
    try {
      const who = await person(alone, { admin: true, name: 'Sal Self' });
      const { token } = who;
      await alone.made(`PUT /api/licenses/${who.id}`, { token, body: license });
      await alone.made(`POST /api/joining/members/${who.id}/checks`, { token, body: tick });
      await alone.made(`POST /api/compliance/members/${who.id}/check`, { token, body: seenBody() });
      expect(await told(alone)).toEqual(
        ['license verified', 'ticked: The public record shows them under our broker', 'license checked'].map(
          (act) => ({
            user_id: who.id,
            detail: `file ${who.id}: ${act}`,
          }),
        ),
      );
      const texts = (await textsTo(alone, who.email)).join();
      expect(texts).toContain('own compliance file: license checked.');
    } finally {
      await alone.stop();
    }
  });
});

describe('days', () => {
  it('are those of Los Angeles, over summer time and leap years', async () => {
    const who = await member('Leap Year', '2028-02-29');
    const found = await server.db
      .selectFrom('member_file_findings as finding')
      .innerJoin('member_files as file', 'file.id', 'finding.file_id')
      .select(['finding.kind', 'finding.shown_on', 'finding.due_on', 'finding.wrong_on'])
      .where('file.user_id', '=', who.id)
      .where('finding.kind', 'in', ['expiry', 'education'])
      .orderBy('finding.rank')
      .execute();
    expect(found).toEqual([
      { kind: 'expiry', shown_on: '2027-12-01', due_on: '2028-02-29', wrong_on: '2028-03-01' },
      { kind: 'education', shown_on: '2027-09-30', due_on: '2027-11-29', wrong_on: '2027-11-29' },
    ]);
  });
});
