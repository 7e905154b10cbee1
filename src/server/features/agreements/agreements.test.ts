import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { completeAnswers } from '../../../../test/answers.ts';
import { agreementWords, approvedLead, broker, signedLead } from '../../../../test/joining.ts';
import { readPdf } from '../../../../test/pdf.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { officeDay } from '../../../shared/dates.ts';
import { feeRows } from '../../../shared/fees/fee-rows.ts';
import { FEE_LINES, startFees, withFeeLines } from '../../../shared/fees/fees.ts';
import { withCents } from '../../../shared/money.ts';
import { day } from '../../../shared/time.ts';
import { noRights } from '../../../shared/users/rights.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import { saveLicense } from '../licenses/licenses.service.ts';
import { eraseAgreements } from './erase-agreements.ts';
import { remindToSign } from './remind-to-sign.ts';
import { termsOf } from './terms.ts';
import { verifyAgreements } from './verify.service.ts';

let server: TestServer;
let admin: Person;
let number = 1;

beforeAll(async () => {
  server = await testServer({}, { drawn: true });
  admin = await broker(server);
});
afterAll(() => server.stop());

const call = (key: string, body?: unknown, { token }: { token: string } = admin) =>
  server.call(key, { token, body });

/** The text with another sentence, published. */
async function published(sentence: string, ask: object | null = null) {
  await call('PUT /api/agreements/text', { text: `${agreementWords}\n\n${sentence}` });
  const answer = await call('POST /api/agreements/versions', { note: sentence, ask });
  number++;
  return answer;
}

/** A member whose agreement is in force. */
async function joined(given: object = {}) {
  const member = await person(server);
  const { id, sha256 } = await approvedLead(server, admin.token, { email: member.email, ...given });
  const { body } = await call(`POST /api/joining/applications/${id}/countersign`, { sha256 });
  return { member, agreement: body.agreement };
}

async function pdfOf(path: string, { token }: { token: string } = admin): Promise<Uint8Array> {
  const answer = await fetch(server.url + path, { headers: { 'x-auth-token': token } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  return new Uint8Array(await answer.arrayBuffer());
}

describe('the text', () => {
  it('is saved, published once with its number, and never changes', async () => {
    const { status, body } = await published('The broker supervises.');
    expect([status, body]).toEqual([200, expect.objectContaining({ number, sample: false, inForce: 0 })]);
    expect((await call('POST /api/agreements/versions', {})).body.msg).toBe(
      `The text is the same as version ${number}`,
    );
    const { body: kept } = await call(`GET /api/agreements/versions/${body._id}/text`);
    expect(kept.text).toContain('The broker supervises.');
    await call('PUT /api/agreements/text', { text: 'Something else' });
    expect((await call('GET /api/agreements/text')).body).toMatchObject({ changed: true, published: number });
    const again = (await call(`GET /api/agreements/versions/${body._id}/text`)).body;
    expect(again.text).toBe(kept.text);
    expect((await call('GET /api/agreements/versions')).body[0]._id).toBe(body._id);
    expect((await call(`GET /api/agreements/versions/${newId()}/text`)).status).toBe(404);
  });

  it('is published as it was shown, and saved over the text that it was edited from', async () => {
    const save = (sentence: string, editedFrom?: string) =>
      call('PUT /api/agreements/text', { text: `${agreementWords}\n\n${sentence}`, editedFrom });
    const { sha256 } = (await save('Seen by both.')).body;
    expect((await call('GET /api/agreements/text')).body.sha256).toBe(sha256);
    const theirs = await save('Seen by one.', sha256);
    expect(theirs).toMatchObject({ status: 200, body: { text: expect.stringContaining('Seen by one.') } });
    const changed = 'The text has been changed by someone else in the meantime';
    const refused = { status: 412, body: { msg: changed } };
    expect(await save('Typed by the other.', sha256)).toMatchObject(refused);
    expect(await call('POST /api/agreements/versions', { note: 'Unseen', sha256 })).toMatchObject(refused);
    expect((await call('GET /api/agreements/text')).body).toMatchObject({
      text: theirs.body.text,
      published: number,
    });
    const seen = { note: 'Seen', sha256: theirs.body.sha256 };
    expect((await call('POST /api/agreements/versions', seen)).body.number).toBe(++number);
  });

  it('needs its placeholders and knows no other', async () => {
    const unknown = await call('PUT /api/agreements/text', { text: 'Dear {friend}' });
    expect([unknown.status, unknown.body.msg]).toEqual([400, '{friend} is not known']);
    await call('PUT /api/agreements/text', { text: 'For {member}' });
    expect((await call('POST /api/agreements/versions', {})).body.msg).toBe('The text needs {feeSchedule}');
  });

  it('names a placeholder a few times, and has tables that can be drawn', async () => {
    const preview = async (text: string) => {
      const { status, body } = await call('POST /api/agreements/text/preview', { text });
      return [status, body.msg];
    };
    expect(await preview('{feeSchedule} '.repeat(3000))).toEqual([400, 'Use {feeSchedule} at most 2 times']);
    expect(await preview('{member} '.repeat(51))).toEqual([400, 'Use {member} at most 50 times']);
    const table = `|${' a |'.repeat(10)}\n|${' - |'.repeat(10)}\n${`|${' a |'.repeat(10)}\n`.repeat(200)}`;
    expect(await preview(table)).toEqual([400, 'The tables have more than 2,000 cells: make them smaller']);
  });

  it('holds nothing that its PDF would not show as it is', async () => {
    const save = async (text: string) => (await call('PUT /api/agreements/text', { text })).body.msg;
    expect(await save('The fee is ~~$475~~ $500.')).toBe(
      'Delete what is struck through: an agreement says only what holds',
    );
    expect(await save('| Fee |\n| --- |\n| ~~$475~~ |')).toContain('struck through');
    expect(await save('![Seal](/images/seal.png)')).toBe('Delete the images: an agreement has only text');
    for (const text of ['☐ I agree', '&#9744; I agree'])
      expect(await save(text)).toBe('The PDF cannot show “☐” (U+2610): write it another way');
    expect(await save('A ~ B, `~~x~~`')).toBeUndefined();
  });

  it('says whether it can be sent; production sends no sample', async () => {
    await published('[Sample] A lawyer replaces this.');
    expect((await call('GET /api/agreements/text')).body).toMatchObject({ sample: true, ready: true });
    const { production } = server.parts.config;
    server.parts.config.production = true;
    const inProduction = (await call('GET /api/agreements/text')).body;
    server.parts.config.production = production;
    expect(inProduction).toMatchObject({ ready: false, missing: expect.stringContaining('sample') });
    await published('A lawyer wrote this.');
  });

  it('is shown as a PDF with examples', async () => {
    const answer = await fetch(`${server.url}/api/agreements/text/preview`, {
      method: 'POST',
      headers: { 'x-auth-token': admin.token, 'content-type': 'application/json' },
      body: JSON.stringify({ text: agreementWords }),
    });
    const { text } = await readPdf(new Uint8Array(await answer.arrayBuffer()));
    expect(text).toContain('Example Agent, DRE license 00000000');
  });
});

describe('the fee schedule', () => {
  it('as a PDF for everybody has the figures of fees.ts', async () => {
    const answer = await fetch(`${server.url}/fees.pdf`);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    const { tables } = await readPdf(new Uint8Array(await answer.arrayBuffer()));
    const { transactions, commercial, others } = feeRows(startFees);
    const rows = [...transactions, ...commercial, ...others].map(({ what, fee, applies }) =>
      [what, fee ?? 'Quoted by the office', applies].map((cell) => withCents(cell).replace(/\s+/g, ' ')),
    );
    expect(rows[0]?.[1]).toBe('$475.00 + $125.00 E&O');
    expect(tables.flatMap(([, ...body]) => body)).toEqual(rows);
  });
});

describe('who may countersign', () => {
  it('is named by the settings, among admins', async () => {
    const settings = { remindFirst: 3, remindSecond: 10, keepYears: 3 };
    const member = await person(server);
    const signer = { name: 'Bo Broker', capacity: 'broker', license: '01999999', since: '2020-01-01' };
    const path = 'PUT /api/agreements/settings';
    expect((await call(path, { ...settings, signers: [{ ...signer, user: member.id }] })).status).toBe(400);
    expect((await call(path, { ...settings, keepYears: 2, signers: [] })).status).toBe(400);
    const { body } = await call(path, { ...settings, signers: [{ ...signer, user: admin.id }] });
    expect(body).toMatchObject({ mayCountersign: true, signers: [{ capacity: 'broker' }] });
    const other = await person(server, { admin: true });
    expect((await call('GET /api/agreements/settings', undefined, other)).body.mayCountersign).toBe(false);
  });
});

describe('a new version', () => {
  it('is signed anew by those who are asked, with the difference, and then replaces the old one', async () => {
    const { member, agreement } = await joined();
    const step = { title: 'Sign the new agreement', who: 'member', plan: 'on', position: 5 } as const;
    const noPage = { text: '', page: '', page_version: 0 };
    await server.db
      .insertInto('onboarding_steps')
      .values({
        ...step,
        ...noPage,
        id: newId(),
        user_id: member.id,
        due_on: '2999-12-31',
        done_at: null,
        done_by: null,
        created_at: now(),
      })
      .execute();
    await published('Members pay on time.', { who: 'chosen', chosen: [member.id], due: '2999-12-31' });
    const { body: mine } = await call('GET /api/agreements/mine', undefined, member);
    expect(mine.ask).toMatchObject({ version: number, note: 'Members pay on time.', due: '2999-12-31' });
    const asks = (await call('GET /api/agreements/asks?open=true')).body;
    expect(asks.members).toContainEqual(expect.objectContaining({ asked: number, state: 'open' }));
    const shown = (await call('POST /api/agreements/mine/review', undefined, member)).body;
    const words = (kind: string) =>
      shown.changes
        .filter((part: { kind: string }) => part.kind !== kind)
        .map(({ text }: { text: string }) => text)
        .join('');
    expect([
      words('added').includes('Members pay'),
      words('removed').includes('Members pay on time.'),
    ]).toEqual([false, true]);
    const reviewed = await pdfOf('/api/agreements/mine/review/pdf', member);
    expect((await readPdf(reviewed)).text).toContain('Members pay on time.');
    const body = { sha256: shown.sha256, name: completeAnswers.name, agree: true, consent: true };
    expect((await call('POST /api/agreements/mine/sign', { ...body, name: 'Else' }, member)).status).toBe(
      400,
    );
    expect(
      (await call('POST /api/agreements/mine/sign', { ...body, sha256: '0'.repeat(64) }, member)).status,
    ).toBe(409);
    const many = await Promise.all(
      Array.from({ length: 20 }, () => call('POST /api/agreements/mine/sign', body, member)),
    );
    expect(many.filter(({ status }) => status === 200)).toHaveLength(1);
    const [latest] = (await call('GET /api/agreements/mine', undefined, member)).body.agreements;
    expect(latest).toMatchObject({ state: 'signed', version: number });
    // Until the broker has signed, too, nothing changes.
    expect((await termsOf(server.db, member.id)).agreement).toBe(agreement._id);
    const sign = `POST /api/agreements/${latest._id}/countersign`;
    expect((await call(sign, { sha256: shown.sha256 })).body.state).toBe('in-force');
    const { body: steps } = await call(`GET /api/onboarding/members/${member.id}`);
    expect(steps).toContainEqual(
      expect.objectContaining({ title: 'Sign the new agreement', done: expect.anything() }),
    );
    expect((await call(sign, { sha256: shown.sha256 })).status).toBe(409);
    const file = await fetch(`${server.url}/api/agreements/${latest._id}/pdf`, {
      headers: { 'x-auth-token': admin.token },
    });
    // No code was sent to who signed in.
    const { text } = await readPdf(new Uint8Array(await file.arrayBuffer()));
    const printed = text.replace(/\s+/g, '');
    expect(printed).toContain('Emailaddressoftheaccount,withoutacode');
    expect(printed).not.toContain('thatthecodewassentto');
    expect((await call(`GET /api/agreements/${agreement._id}`)).body).toMatchObject({ state: 'replaced' });
    expect((await termsOf(server.db, member.id)).agreement).toBe(latest._id);
  });

  it('of another day is not signed before it is read again', async () => {
    const { member } = await joined();
    await published('Another sentence.', { who: 'chosen', chosen: [member.id], due: '2999-12-31' });
    const review = async () => (await call('POST /api/agreements/mine/review', undefined, member)).body;
    const { sha256 } = await review();
    const ask = server.db.selectFrom('agreement_asks').select('basis').where('user_id', '=', member.id);
    const basis = JSON.parse((await ask.executeTakeFirstOrThrow()).basis ?? '');
    basis.values.date = officeDay(fromNow(-day));
    const row = server.db.updateTable('agreement_asks').set({ basis: JSON.stringify(basis) });
    await row.where('user_id', '=', member.id).execute();
    const sign = (shown: string) =>
      call(
        'POST /api/agreements/mine/sign',
        { sha256: shown, name: completeAnswers.name, agree: true, consent: true },
        member,
      );
    const msg = 'The agreement has changed. Please read it again before you sign';
    expect(await sign(sha256)).toMatchObject({ status: 409, body: { msg } });
    const again = await review();
    expect(again.date).toBe(officeDay(now()));
    expect(again.sha256).not.toBe(sha256);
    expect((await sign(again.sha256)).status).toBe(200);
  });

  it('is not countersigned by who signed it, though they sign for the broker since', async () => {
    const { member } = await joined();
    await published('One more sentence.', { who: 'chosen', chosen: [member.id], due: '2999-12-31' });
    const { sha256 } = (await call('POST /api/agreements/mine/review', undefined, member)).body;
    const body = { sha256, name: completeAnswers.name, agree: true, consent: true };
    const signed = await call('POST /api/agreements/mine/sign', body, member);
    await server.db.updateTable('users').set({ admin: true }).where('id', '=', member.id).execute();
    const broker = { capacity: 'broker', license: '01999999', since: '2020-01-01' };
    const settings = (signers: Person[]) =>
      call('PUT /api/agreements/settings', {
        remindFirst: 3,
        remindSecond: 10,
        keepYears: 3,
        signers: signers.map(({ id, name }) => ({ ...broker, user: id, name })),
      });
    expect((await settings([admin, member])).status).toBe(200);
    const key = `POST /api/agreements/${signed.body.agreements[0]._id}/countersign`;
    const own = await call(key, { sha256 }, member);
    expect([own.status, own.body.msg]).toEqual([
      403,
      'This agreement is your own. Another admin has to work on it.',
    ]);
    expect((await call(key, { sha256 })).body.state).toBe('in-force');
    await settings([admin]);
  });

  it('asked for before the broker has signed the last one takes its place', async () => {
    const { member } = await joined();
    const ask = { who: 'chosen', chosen: [member.id], due: '2999-12-31' };
    const signNow = async () => {
      const { sha256 } = (await call('POST /api/agreements/mine/review', undefined, member)).body;
      const body = { sha256, name: completeAnswers.name, agree: true, consent: true };
      const answer = await call('POST /api/agreements/mine/sign', body, member);
      return { sha256, id: answer.body.agreements[0]._id };
    };
    await published('The first of two.', ask);
    const first = await signNow();
    await published('The second of two.', ask);
    const { body } = await call(`GET /api/agreements/${first.id}`);
    expect(body).toMatchObject({ state: 'declined', endedReason: `Replaced by version ${number}` });
    const late = await call(`POST /api/agreements/${first.id}/countersign`, { sha256: first.sha256 });
    expect(late.status).not.toBe(200);
    const second = await signNow();
    const sign = `POST /api/agreements/${second.id}/countersign`;
    expect((await call(sign, { sha256: second.sha256 })).body.state).toBe('in-force');
  });

  it('reminds once a week, and asks nobody who has signed it', async () => {
    const { member } = await joined();
    const due = { who: 'all', due: '2999-12-31' };
    await call('POST /api/agreements/asks', due);
    const asked = server.db.selectFrom('agreement_asks').select('user_id').where('user_id', '=', member.id);
    expect(await asked.execute()).toEqual([]);
    expect((await call('POST /api/agreements/asks', { ...due, due: '2020-01-01' })).status).toBe(400);
    await published('Another sentence.', { who: 'chosen', chosen: [member.id], due: '2999-12-31' });
    const mails = server.db.selectFrom('mails').select('id').where('user_id', '=', member.id);
    const before = (await mails.execute()).length;
    await remindToSign(server.parts);
    await remindToSign(server.parts);
    expect((await mails.execute()).length).toBe(before + 1);
    expect((await call('POST /api/agreements/mine/review', undefined, await person(server))).status).toBe(
      404,
    );
  });

  it('is asked for as the screen has it: the version that was seen, or none', async () => {
    const { member } = await joined();
    const seen = number;
    await published('Yet another sentence.');
    const ask = { who: 'chosen', chosen: [member.id], due: '2999-12-31' };
    expect(await call('POST /api/agreements/asks', { ...ask, version: seen })).toMatchObject({
      status: 412,
      body: { msg: 'The agreement has been changed by someone else in the meantime' },
    });
    const asked = () =>
      server.db.selectFrom('agreement_asks').select('version').where('user_id', '=', member.id).execute();
    expect(await asked()).toEqual([]);
    expect((await call('POST /api/agreements/asks', { ...ask, version: seen + 1 })).body).toEqual({
      asked: 1,
    });
    expect(await asked()).toEqual([{ version: seen + 1 }]);
  });

  it('of another license number needs that first', async () => {
    const member = await person(server);
    await call('POST /api/agreements/asks', { who: 'chosen', chosen: [member.id], due: '2999-12-31' });
    const path = 'POST /api/agreements/mine/review';
    expect((await call(path, undefined, member)).body.msg).toContain('license number');
    const license = { number: '07654321', expires: null, verified: false };
    await saveLicense(server.parts, { ...(await actorOf(admin)) }, member.id, license);
    expect((await call(path, undefined, member)).body).toMatchObject({ version: number, changes: null });
  });

  const actorOf = async ({ id, name, email }: Person) => ({
    id,
    name,
    email,
    avatar: null,
    ...noRights,
    admin: true,
    secondFactor: false,
    profile: false,
    createdAt: '',
    emailProven: true,
    session: { id, createdAt: '', factorProvenAt: null, confirmedAt: null, tokenHash: '' },
  });
});

it('the broker’s signature on a new version says what the settings say when it is made', async () => {
  const { member } = await joined();
  await published('Members answer soon.', { who: 'chosen', chosen: [member.id], due: '2999-12-31' });
  const { sha256 } = (await call('POST /api/agreements/mine/review', undefined, member)).body;
  const body = { sha256, name: completeAnswers.name, agree: true, consent: true };
  const [{ _id }] = (await call('POST /api/agreements/mine/sign', body, member)).body.agreements;
  const setLicense = (license: string) =>
    server.db.updateTable('agreement_signers').set({ license }).where('user_id', '=', admin.id).execute();
  const draw = server.parts.makePdf;
  const drawing = vi.spyOn(server.parts, 'makePdf').mockImplementationOnce(async (content) => {
    await setLicense('01777777');
    return draw(content);
  });
  const countersign = () => call(`POST /api/agreements/${_id}/countersign`, { sha256 });
  const msg = 'What the settings say about you as the signer has changed. Please countersign again';
  expect(await countersign()).toMatchObject({ status: 409, body: { msg } });
  expect(drawing).toHaveBeenCalledOnce();
  drawing.mockRestore();
  expect((await countersign()).body).toMatchObject({
    state: 'in-force',
    countersigned: { license: '01777777' },
  });
  await setLicense('01999999');
});

describe('individual terms', () => {
  it('are what the member is charged by', async () => {
    const { id, sha256 } = await approvedLead(server, admin.token);
    const { body } = await call(`POST /api/joining/applications/${id}/countersign`, { sha256 });
    const basis = JSON.parse(
      (
        await server.db
          .selectFrom('agreements')
          .select('basis')
          .where('id', '=', body.agreement._id)
          .executeTakeFirstOrThrow()
      ).basis,
    );
    const line = { line: 'sale', label: FEE_LINES.sale, before: startFees.sale, amount: 300_00 };
    const terms = { date: '2026-01-31', lines: [line], mentor: '', paragraph: '' };
    await server.db
      .updateTable('agreements')
      .set({ basis: JSON.stringify({ ...basis, terms }) })
      .where('id', '=', body.agreement._id)
      .execute();
    const { schedule } = await termsOf(server.db, body.member._id);
    expect(schedule).toEqual(withFeeLines(startFees, { sale: 300_00 }));
    await server.db
      .updateTable('agreements')
      .set({ basis: JSON.stringify(basis) })
      .where('id', '=', body.agreement._id)
      .execute();
  });
});

describe('verification', () => {
  const verify = async (sha256: string) => (await call('POST /api/agreements/verify', { sha256 })).body;

  it('knows both files by their hash, and no other', async () => {
    const { agreement } = await joined();
    const final = await pdfOf(`/api/agreements/${agreement._id}/pdf`);
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(final))).toString('hex');
    expect(hash).toBe(agreement.finalSha256);
    expect(await verify(hash)).toMatchObject({
      result: 'unchanged',
      copy: 'final',
      faults: [],
      agreement: { _id: agreement._id },
    });
    expect(await verify(agreement.sha256)).toMatchObject({ copy: 'signed', faults: [] });
    expect(await verify('0'.repeat(64))).toMatchObject({ result: 'unknown', agreement: null });
    expect((await call('POST /api/agreements/verify', { sha256: 'x' })).status).toBe(400);
    expect((await verifyAgreements(server.parts)).faults).toEqual([]);
  });

  it.each(['row', 'proof', 'file', 'owner', 'state'] as const)('finds a changed %s', async (what) => {
    const { agreement } = await joined();
    const row = server.db.selectFrom('agreements').where('id', '=', agreement._id);
    const { final_document_id, ...before } = await row
      .select(['license', 'final_proof', 'final_document_id', 'user_id', 'state'])
      .executeTakeFirstOrThrow();
    const update = (columns: object) =>
      server.db.updateTable('agreements').set(columns).where('id', '=', agreement._id).execute();
    if (what === 'row') await update({ license: '00000001' });
    if (what === 'proof') await update({ final_proof: before.final_proof?.slice(0, -1) });
    if (what === 'owner') await update({ user_id: admin.id });
    if (what === 'state') await update({ state: 'replaced' });
    if (what === 'file') {
      const bytes = Buffer.from(await pdfOf(`/api/agreements/${agreement._id}/pdf`));
      bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1;
      await server.parts.images.remove(final_document_id ?? '', ['document.pdf']);
      await server.parts.images.put(final_document_id ?? '', [{ name: 'document.pdf', bytes }]);
    }
    const { faults } = await verifyAgreements(server.parts);
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.every((fault) => fault.startsWith(`Agreement ${agreement._id}`))).toBe(true);
    if (what === 'file') await server.db.updateTable('applications').set({ agreement_id: null }).execute();
    if (what === 'file') await server.db.deleteFrom('agreements').where('id', '=', agreement._id).execute();
    else await update(before);
    expect((await verifyAgreements(server.parts)).faults).toEqual([]);
  });

  it('finds a changed text of the version that was signed', async () => {
    const { agreement } = await joined();
    const version = server.db.selectFrom('agreement_versions').where('number', '=', agreement.version);
    const { text } = await version.select('text').executeTakeFirstOrThrow();
    const update = (changed: string) =>
      server.db
        .updateTable('agreement_versions')
        .set({ text: changed })
        .where('number', '=', agreement.version)
        .execute();
    await update(`${text}.`);
    const { faults } = await verifyAgreements(server.parts);
    await update(text);
    expect(faults).toContainEqual(
      expect.stringContaining(`Agreement ${agreement._id}: the row of the signature`),
    );
  });
});

describe('keeping', () => {
  it('ends an agreement by the office, and erases it with its files three years later, but not under a legal hold', async () => {
    const { member, agreement } = await joined();
    const end = `POST /api/agreements/${agreement._id}/end`;
    expect((await call(end, { on: '2999-01-01', reason: 'Left' })).status).toBe(400);
    // An early day would erase it at once.
    expect((await call(end, { on: '2023-01-31', reason: 'Left' })).body.msg).toBe(
      'The end date must be within the last year',
    );
    expect((await call(end, { on: officeDay(now()), reason: 'Left' })).body).toMatchObject({
      state: 'ended',
    });
    expect((await call(end, { on: officeDay(now()), reason: 'Left' })).status).toBe(400);
    await server.db
      .updateTable('agreements')
      .set({ ended_on: '2023-01-31' })
      .where('id', '=', agreement._id)
      .execute();
    expect((await termsOf(server.db, member.id)).agreement).toBeNull();
    const hold = { email: member.email, reason: 'Lawsuit', reviewOn: '2999-01-01' };
    const { body: held } = await call('POST /api/legal-holds', hold);
    const there = () => call(`GET /api/agreements/${agreement._id}`).then(({ status }) => status);
    await eraseAgreements(server.parts);
    expect(await there()).toBe(200);
    await call(`DELETE /api/legal-holds/${held._id}`);
    // As if it had been signed again.
    await server.db
      .insertInto('agreement_asks')
      .values({
        user_id: member.id,
        version: 1,
        note: '',
        due_on: '2022-01-01',
        asked_at: fromNow(-day),
        reminded_at: null,
        document_id: null,
        sha256: null,
        basis: null,
        agreement_id: agreement._id,
      })
      .execute();
    await eraseAgreements(server.parts);
    expect(await there()).toBe(404);
    expect((await call('GET /api/agreements/mine', undefined, member)).body.ask).toBeNull();
    const files = server.db.selectFrom('documents').select('id').where('user_id', '=', member.id);
    expect(await files.execute()).toEqual([]);
  });

  it('outlives an erasure of the person, whose preview and answer say until when', async () => {
    const { member, agreement } = await joined();
    const about = { email: member.email };
    const year = Number(officeDay(now()).slice(0, 4)) + 3;
    const until = new RegExp(`stay with their files until \\w+ \\d+, ${year} at least: a broker must`);
    const { held } = (await call('POST /api/personal-data/preview', about)).body;
    expect(held).toContainEqual(
      expect.objectContaining({ table: 'agreements', goes: false, why: expect.stringMatching(until) }),
    );
    expect((await call('POST /api/personal-data/erasure', about)).body.msg).toMatch(until);
    await eraseAgreements(server.parts);
    expect((await call(`GET /api/agreements/${agreement._id}`)).body).toMatchObject({
      state: 'ended',
      user: null,
    });
    await pdfOf(`/api/agreements/${agreement._id}/pdf`);
    expect((await verifyAgreements(server.parts)).faults).toEqual([]);
  });

  it('declines what was signed and lost its lead, and drops what was only shown', async () => {
    const { lead, email } = await signedLead(server, admin.token);
    const refused = { status: 400, body: { msg: 'Decline the application first' } };
    expect(await call(`DELETE /api/leads/${lead}`)).toMatchObject(refused);
    const approved = await approvedLead(server, admin.token);
    expect(await call(`DELETE /api/leads/${approved.lead}`)).toMatchObject(refused);
    const decline = `POST /api/joining/applications/${approved.id}/decline`;
    expect((await call(decline, { reason: 'Gone' })).status).toBe(200);
    expect((await call(`DELETE /api/leads/${approved.lead}`)).status).toBe(200);
    expect((await call('POST /api/personal-data/erasure', { email })).status).toBe(200);
    await eraseAgreements(server.parts);
    const row = server.db.selectFrom('agreements').select('state').where('email', '=', email);
    expect(await row.executeTakeFirst()).toEqual({ state: 'declined' });
    const drafts = server.db.selectFrom('agreement_drafts').select('document_id');
    await server.db
      .updateTable('agreement_drafts')
      .set({ created_at: fromNow(-day) })
      .execute();
    await server.db.updateTable('agreement_asks').set({ document_id: null }).execute();
    await eraseAgreements(server.parts);
    expect(await drafts.execute()).toEqual([]);
  });
});

it('lists agreements by name and state, a page at a time', async () => {
  const { agreement } = await joined();
  const found = (await call('GET /api/agreements?state=in-force&search=ortiz&limit=100')).body;
  expect(found).toContainEqual(expect.objectContaining({ _id: agreement._id }));
  expect((await call('GET /api/agreements?state=in-force&search=nobody')).body).toEqual([]);
});
