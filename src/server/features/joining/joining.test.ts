import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { completeAnswers } from '../../../../test/answers.ts';
import { made } from '../../../../test/closings.ts';
import {
  type Applicant,
  agreementWords,
  approvedLead,
  broker,
  checkedLicense,
  invitedLead,
  mailedCode,
  read,
  signature,
  signedLead,
  tokenNow,
} from '../../../../test/joining.ts';
import { textsTo } from '../../../../test/mails.ts';
import { codesIn, mailsOf } from '../../../../test/mails-of.ts';
import { readPdf } from '../../../../test/pdf.ts';
import { newUser, type Person, person } from '../../../../test/scene.ts';
import { secondServer, type TestServer, testServer } from '../../../../test/server.ts';
import { signedNames } from '../../../../test/written-names.ts';
import { officeDay } from '../../../shared/dates.ts';
import { wholeExamples } from '../../../shared/fees/amount-examples.ts';
import { startFees } from '../../../shared/fees/fees.ts';
import type { MemberChecks } from '../../../shared/joining/joining-fields.ts';
import { day } from '../../../shared/time.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import type { ApplicationRow } from '../../tables/joining.ts';
import { termsOf } from '../agreements/terms.ts';
import { mailResetLink } from '../auth/passwords/password-links.service.ts';
import { readDocument } from '../documents/documents.service.ts';
import { settleDue } from '../member-files/settle.ts';
import { whyNotWork } from '../member-files/stops.ts';
import { remindApplicants } from './remind-applicants.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await testServer({}, { drawn: true });
  admin = await broker(server);
});
afterAll(() => server.stop());

const office = (key: string, body?: unknown, { token }: { token: string } = admin) =>
  server.call(key, { token, body });
const join = (path: string, body: object) => server.call(`POST /api/join${path}`, { body });
const statusOf = async (token: string) => (await join('', { token })).status;
const stateOf = async ({ id }: Pick<Applicant, 'id'>) =>
  (await office(`GET /api/joining/applications/${id}`)).body.state;

const mayWork = async (member: Person): Promise<boolean> =>
  (await office('GET /api/my-closings/start', undefined, member)).body.mayWork;

describe('an invitation to apply', () => {
  it('is a link by email whose token stands nowhere else, and moves the lead', async () => {
    const { lead, id, token } = await invitedLead(server, admin.token);
    const [text] = await mailsOf(server, id);
    expect(text).toContain(`/join/${token}`);
    const rows = JSON.stringify(await server.db.selectFrom('applications').selectAll().execute());
    const mails = JSON.stringify(await server.db.selectFrom('mails').selectAll().execute());
    expect(rows + mails).not.toContain(token);
    expect((await office(`GET /api/leads/${lead}`)).body.status).toBe('agreement-sent');
    expect((await join('', { token })).body).toMatchObject({ state: 'invited', answers: {}, copy: 'none' });
    expect((await office(`GET /api/joining/leads/${lead}`)).body.application).toMatchObject({
      _id: id,
      state: 'invited',
      mayCountersign: true,
    });
  });

  it('kills the link before it, as a withdrawal does, and one that is over is not found either', async () => {
    const { lead, id, token } = await invitedLead(server, admin.token);
    await office(`POST /api/joining/leads/${lead}/invitation`);
    const next = await tokenNow(server, id);
    expect([await statusOf(token), await statusOf(next), await statusOf('wrong')]).toEqual([404, 200, 404]);
    const over = { expires_at: fromNow(-1000) };
    await server.db.updateTable('applications').set(over).where('id', '=', id).execute();
    expect(await statusOf(next)).toBe(404);
    await office(`POST /api/joining/leads/${lead}/invitation`);
    const last = await tokenNow(server, id);
    expect((await office(`DELETE /api/joining/leads/${lead}/invitation`)).body.state).toBe('closed');
    expect(await statusOf(last)).toBe(404);
    for (const path of ['/answers', '/agreement', '/copy', '/reply', '/decline', '/code', '/sign'])
      expect([path, (await join(path, { ...(await anything()), token: last })).status]).toEqual([path, 404]);
  });

  const anything = async () => ({
    answers: {},
    sha256: '0'.repeat(64),
    text: 'Yes',
    reason: '',
    code: '123456',
    name: 'Ana',
    agree: true,
    consent: true,
  });

  it('needs a version and a responsible broker, and a lead that is one', async () => {
    const { lead, id } = await invitedLead(server, admin.token);
    await server.db.updateTable('contact_requests').set({ spam: true }).where('id', '=', lead).execute();
    expect((await office(`POST /api/joining/leads/${lead}/invitation`)).status).toBe(400);
    await server.db.updateTable('contact_requests').set({ spam: false }).where('id', '=', lead).execute();
    await server.db.updateTable('agreement_signers').set({ capacity: 'authorized' }).execute();
    const { status, body } = await office(`POST /api/joining/leads/${lead}/invitation`);
    await server.db.updateTable('agreement_signers').set({ capacity: 'broker' }).execute();
    expect([status, body.msg]).toEqual([
      400,
      'Name the responsible broker in the settings of the agreement first',
    ]);
    expect((await office(`POST /api/joining/leads/${newId()}/invitation`)).status).toBe(404);
    expect(await stateOf({ id })).toBe('invited');
  });

  it('reminds twice, and never after the link is over or the person has signed', async () => {
    const { id } = await invitedLead(server, admin.token);
    const letters = async () => (await mailsOf(server, id)).length;
    const ago = (days: number) =>
      server.db
        .updateTable('applications')
        .set({ invited_at: fromNow(-days * day) })
        .where('id', '=', id)
        .execute();
    await remindApplicants(server.parts);
    expect(await letters()).toBe(1);
    await ago(4);
    await Promise.all([remindApplicants(server.parts), remindApplicants(server.parts)]);
    expect(await letters()).toBe(2);
    expect((await mailsOf(server, id)).at(-1)).toContain(`/join/${await tokenNow(server, id)}`);
    await ago(11);
    await remindApplicants(server.parts);
    await remindApplicants(server.parts);
    expect(await letters()).toBe(3);
    const late = await invitedLead(server, admin.token);
    const toLate = async () => (await mailsOf(server, late.id)).length;
    await server.db
      .updateTable('applications')
      .set({ invited_at: fromNow(-11 * day) })
      .where('id', '=', late.id)
      .execute();
    await remindApplicants(server.parts);
    expect(await toLate()).toBe(2);
    await remindApplicants(server.parts);
    expect(await toLate()).toBe(3);
  });
});

describe('an application', () => {
  it('is saved step by step, on any device, and says what is missing', async () => {
    const { id, token } = await invitedLead(server, admin.token);
    const { name, license, licenseType, licenseExpires } = completeAnswers;
    const first = await join('/answers', { token, answers: { name, license, licenseType, licenseExpires } });
    expect(first.body).toMatchObject({
      state: 'started',
      missing: ['brokerage', 'contact', 'claims', 'payment'],
    });
    const wrong = await join('/answers', { token, answers: { license: '123', escrowCount: 'many' } });
    expect(wrong.status).toBe(400);
    expect(wrong.body.errors.map(({ field }: { field: string }) => field)).toEqual([
      'answers.license',
      'answers.escrowCount',
    ]);
    expect((await join('/answers', { token, answers: { escrowCount: true } })).status).toBe(400);
    // The PDF could show this name only as question marks, so it is not signed.
    const { body: unshown } = await join('/answers', { token, answers: { name: '王小明 Ortiz' } });
    expect(unshown.errors).toEqual([
      {
        field: 'answers.name',
        msg: 'Name has “王” (U+738B), which the PDF cannot show: use Latin letters',
      },
    ]);
    expect((await join('/agreement', { token })).status).toBe(400);
    await join('/answers', { token, answers: { ...completeAnswers, escrows: 'yes', escrowCount: '2' } });
    expect((await join('', { token })).body.missing).toEqual(['brokerage']);
    await join('/answers', { token, answers: { escrowPaid: 'Split Realty pays me' } });
    expect((await join('', { token })).body).toMatchObject({ missing: [], answers: { escrowCount: 2 } });
    expect(await stateOf({ id })).toBe('started');
  });

  it('begins with what the contact form was given, until the applicant says otherwise', async () => {
    const given = { phone: '(619) 555-0142', license: '01234567', brokerage: 'Split Realty' };
    const { token } = await invitedLead(server, admin.token, given);
    const step = async (name: string) => (await server.call(`GET /join/${token}/${name}`)).body;
    expect(await step('license')).toContain('value="01234567"');
    expect(await step('license')).toContain('value="Leo Lead"');
    expect(await step('brokerage')).toContain('value="Split Realty"');
    expect(await step('contact')).toContain('value="(619) 555-0142"');
    // The applicant has yet to look at them.
    expect((await join('', { token })).body).toMatchObject({ state: 'invited', answers: {} });
    await join('/answers', { token, answers: { presentBroker: '', phone: '619 555 0199' } });
    expect(await step('brokerage')).not.toContain('Split Realty');
    expect(await step('contact')).toContain('value="619 555 0199"');
  });

  it('takes the number of escrows as people write it', async () => {
    const { token } = await invitedLead(server, admin.token);
    for (const { typed, whole } of wholeExamples.filter(({ typed }) => typed.trim() !== '')) {
      const { status, body } = await join('/answers', { token, answers: { escrowCount: typed } });
      expect([typed, status, body.answers?.escrowCount]).toEqual(
        whole === undefined ? [typed, 400, undefined] : [typed, 200, whole],
      );
    }
  });

  it('asks a corporation for its declaration', async () => {
    const { token } = await invitedLead(server, admin.token);
    const answers = {
      ...completeAnswers,
      payTo: 'corporation',
      corporation: 'Ortiz Inc.',
      declaration: 'no',
    };
    expect((await join('/answers', { token, answers })).body.missing).toEqual(['payment']);
    const declared = { token, answers: { declaration: 'yes' } };
    expect((await join('/answers', declared)).body.missing).toEqual([]);
  });

  it('is declined by a box and a button, with the reason for the lead’s owner, and is over then', async () => {
    const { id, token } = await invitedLead(server, admin.token);
    const first = await server.call(`GET /join/${token}`);
    expect(first.body).toContain(`href="/join/${token}/decline"`);
    expect(first.body).not.toContain('method="post"');
    const decline = (form: Record<string, string>) =>
      server.call(`POST /join/${token}/decline`, {
        body: new URLSearchParams({ reason: 'I stay where I am', ...form }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    // As a program presses it that opens the links of emails.
    const pressed = await decline({});
    const shown = await server.call(`GET ${pressed.headers.get('location')}`);
    expect([pressed.status, shown.status]).toEqual([303, 200]);
    expect(shown.body).toContain('Check the box to close your application');
    expect(shown.body).toContain('I stay where I am');
    expect(await statusOf(token)).toBe(200);
    const said = await decline({ sure: 'yes' });
    expect([said.status, said.headers.get('location')]).toEqual([303, '/join/declined']);
    // The page that follows would be told the link otherwise.
    expect(said.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await statusOf(token)).toBe(404);
    const { body: application } = await office(`GET /api/joining/applications/${id}`);
    expect(application).toMatchObject({ state: 'withdrawn', reason: 'I stay where I am', expires: null });
    expect((await textsTo(server, application.email)).at(-1)).toContain('so we closed your application');
    const later = await server.call(`GET /join/${token}/agreement`);
    expect([later.status, later.body.includes('We closed your application')]).toEqual([200, true]);
    // Invited again, the new link is open, and the former is over.
    await office(`POST /api/joining/leads/${application.lead}/invitation`);
    expect(await statusOf(await tokenNow(server, id))).toBe(200);
    expect((await server.call(`GET /join/${token}`)).status).toBe(404);
  });
});

describe('the agreement', () => {
  it('is drawn once, with the fees of fees.ts, the person’s numbers and the hash of its bytes', async () => {
    const calculation = 'price=1200000&rate=2';
    const applicant = await invitedLead(server, admin.token);
    const { lead, token } = applicant;
    await server.db.updateTable('contact_requests').set({ calculation }).where('id', '=', lead).execute();
    const sha256 = await read(server, applicant);
    const again = (await join('/agreement', { token })).body;
    expect(again).toMatchObject({
      sha256,
      version: 1,
      fees: startFees.version,
      changes: null,
      terms: null,
    });
    expect(again.html).toContain('Ana Maria Ortiz');
    expect(again.html).toContain('$475.00');
    // 5% of a commission of $24,000, or $100 for each $100,000 of the price.
    expect(again.statement).toMatchObject({ keeps: 22_800_00 });
    const copy = await fetch(`${server.url}/api/join/copy`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    expect(Object.fromEntries(copy.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringMatching(/^attachment; /),
    });
    const bytes = new Uint8Array(await copy.arrayBuffer());
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
    expect([hash, bytes.length]).toEqual([sha256, again.bytes]);
    const { text } = await readPdf(bytes);
    expect(text).toContain('Ana Maria Ortiz, DRE license 01234567');
    expect(text).toContain('$475.00 + $125.00 E&O');
  });

  it('is signed by name, check boxes and a mailed code, with its log entry', async () => {
    const applicant = await invitedLead(server, admin.token);
    const body = await signature(server, applicant);
    const { token } = applicant;
    for (const [fault, field] of [
      [{ name: 'Ana Ortega' }, 'name'],
      [{ agree: false }, 'agree'],
      [{ consent: false }, 'consent'],
      [{ code: '12' }, 'code'],
    ] as const) {
      const refused = await join('/sign', { ...body, ...fault });
      expect([refused.status, refused.body.errors[0].field]).toEqual([400, field]);
    }
    // By their plain form these are the same name.
    const unshown = { name: 'An\u0308a Maria Ortiz' };
    for (const refused of [
      await join('/code', { token, sha256: body.sha256, ...unshown }),
      await join('/sign', { ...body, ...unshown }),
    ])
      expect(refused).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'name', msg: expect.stringContaining('which the PDF cannot show') }] },
      });
    const signed = await join('/sign', { ...body, name: ' ana maria  ortiz' });
    // An applicant who waits for a decision can open their copy, however long it takes.
    expect(signed.body).toMatchObject({
      state: 'signed',
      copy: 'signed',
      expires: null,
      signed: { sha256: body.sha256 },
    });
    const { agreement } = (await office(`GET /api/joining/applications/${applicant.id}`)).body;
    expect(agreement).toMatchObject({
      name: 'Ana Maria Ortiz',
      license: '01234567',
      state: 'signed',
      sha256: body.sha256,
      user: null,
    });
    const { event, detail } = await server.db
      .selectFrom('security_log')
      .innerJoin('agreements', 'agreements.signed_event', 'security_log.number')
      .select(['security_log.event', 'security_log.detail'])
      .where('agreements.id', '=', agreement._id)
      .executeTakeFirstOrThrow();
    expect([event, detail]).toEqual(['agreement.signed', expect.stringContaining(body.sha256)]);
    // From here on it is as it is.
    expect((await join('/sign', body)).status).toBe(409);
    expect((await join('/answers', { token, answers: { phone: '1' } })).status).toBe(409);
    expect((await join('/agreement', { token })).status).toBe(409);
    expect((await office(`DELETE /api/joining/leads/${applicant.lead}/invitation`)).status).toBe(400);
  });

  it.each(signedNames.filter(({ name }) => /O'Brien|Kea|Kim, Jr/.test(name)))(
    'of $name is signed as a phone types it, and another name is refused before a code is sent',
    async ({ name, typed: [typed = ''], other }) => {
      const applicant = await invitedLead(server, admin.token);
      const { token } = applicant;
      const sha256 = await read(server, applicant, { ...completeAnswers, name });
      const refused = await join('/code', { token, sha256, name: other });
      expect([refused.status, refused.body.errors[0]]).toEqual([
        400,
        { field: 'name', msg: `Type your name as on your license: ${name}` },
      ]);
      expect(await codesIn(server, applicant.id)).toEqual([]);
      expect((await join('/code', { token, sha256, name: typed })).status).toBe(200);
      const [code] = await codesIn(server, applicant.id);
      const body = { token, sha256, name: typed, agree: true, consent: true, code };
      expect((await join('/sign', body)).body).toMatchObject({ state: 'signed', signed: { name: typed } });
    },
  );

  it('is signed once, however many sign it at once', async () => {
    const applicant = await invitedLead(server, admin.token);
    const body = await signature(server, applicant);
    const answers = await Promise.all(Array.from({ length: 100 }, () => join('/sign', body)));
    const signed = answers.filter(({ status }) => status === 200);
    expect(signed).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const rows = server.db.selectFrom('agreements').select('id').where('email', '=', applicant.email);
    expect(await rows.execute()).toHaveLength(1);
  });

  it('takes five tries for a code, and no code twice', async () => {
    const applicant = await invitedLead(server, admin.token);
    const body = await signature(server, applicant);
    const other = body.code === '000000' ? '000001' : '000000';
    for (let time = 0; time < 5; time++)
      expect((await join('/sign', { ...body, code: other })).status).toBe(400);
    expect((await join('/sign', body)).status).toBe(400);
    const code = await mailedCode(server, applicant, body.sha256);
    expect((await join('/sign', { ...body, code })).status).toBe(200);
  });

  it('that changed between reading and signing is shown again with the difference', async () => {
    const applicant = await invitedLead(server, admin.token);
    const body = await signature(server, applicant);
    const text = `${agreementWords}\n\nThe office may call.`;
    await server.db
      .insertInto('agreement_versions')
      .values({
        id: newId(),
        number: 2,
        text,
        note: '',
        sample: false,
        published_by: admin.id,
        published_by_name: 'Bo',
        published_at: now(),
      })
      .execute();
    expect((await join('/sign', body)).status).toBe(409);
    const { body: changed } = await join('/agreement', { token: applicant.token });
    expect(changed).toMatchObject({ version: 2 });
    expect(changed.changes).toContainEqual({ kind: 'added', text: expect.stringContaining('may call') });
    // The page asks again: a yes to the one before is none to this one.
    const form = new URLSearchParams({ ...body, agree: 'yes', consent: 'yes', codeSent: 'yes' });
    const page = await fetch(`${server.url}/join/${applicant.token}/sign`, { method: 'POST', body: form });
    const boxes = (await page.text()).match(/<input[^>]*type="checkbox"[^>]*>/g) ?? [];
    expect([page.status, boxes.map((box) => box.includes('checked'))]).toEqual([200, [true, false]]);
    // The code was mailed for the other text.
    const refused = await join('/sign', { ...body, sha256: changed.sha256 });
    expect(refused).toMatchObject({
      status: 400,
      body: { msg: expect.stringContaining('Ask for a new code') },
    });
    const code = await mailedCode(server, applicant, changed.sha256);
    expect((await join('/sign', { ...body, sha256: changed.sha256, code })).status).toBe(200);
  });

  it('of another day is read again before a code is mailed, and a code signs past midnight', async () => {
    const applicant = await invitedLead(server, admin.token);
    const { token, id } = applicant;
    const drawnYesterday = async () => {
      const shown = server.db.selectFrom('applications').select('basis').where('id', '=', id);
      const basis = JSON.parse((await shown.executeTakeFirstOrThrow()).basis ?? '');
      basis.values.date = officeDay(fromNow(-day));
      const row = server.db.updateTable('applications').set({ basis: JSON.stringify(basis) });
      await row.where('id', '=', id).execute();
    };
    const sha256 = await read(server, applicant);
    await drawnYesterday();
    const { name = '' } = completeAnswers;
    expect((await join('/code', { token, sha256, name })).status).toBe(409);
    const form = new URLSearchParams({ sha256, name, agree: 'yes', consent: 'yes' });
    const page = await fetch(`${server.url}/join/${token}/code`, { method: 'POST', body: form });
    const html = await page.text();
    const boxes = html.match(/<input[^>]*type="checkbox"[^>]*>/g) ?? [];
    expect([page.status, boxes.map((box) => box.includes('checked'))]).toEqual([200, [true, false]]);
    expect(html).toContain('The agreement has changed. Please read it again before you sign');
    expect(html).toContain(`value="${name}"`);
    expect(await codesIn(server, id)).toEqual([]);
    const body = await signature(server, applicant);
    expect(body.sha256).not.toBe(sha256);
    await drawnYesterday();
    expect((await join('/code', { token, sha256: body.sha256 })).status).toBe(409);
    expect((await join('/sign', body)).status).toBe(200);
  });

  it('is not signed with a former name of the brokerage, which a process that has not read it again still has', async () => {
    const other = await secondServer(server);
    const { settings } = (await office('GET /api/site/settings')).body;
    const put = (legalName: string) =>
      office('PUT /api/site/settings', { ...settings, brokerage: { ...settings.brokerage, legalName } });
    try {
      const applicant = await invitedLead(server, admin.token);
      const body = await signature(server, applicant);
      expect((await put('Harbor Light Realty, Inc.')).status).toBe(200);
      expect((await other.call('POST /api/join/sign', { body })).status).toBe(409);
      const { html } = await made(other, { token: '' }, 'POST /api/join/agreement', {
        token: applicant.token,
      });
      expect(html).toContain('Harbor Light Realty, Inc.');
    } finally {
      await put(settings.brokerage.legalName);
      await other.stop();
    }
  });

  it('has the individual terms of that person, which change what is signed', async () => {
    const applicant = await invitedLead(server, admin.token);
    const { lead } = applicant;
    const body = await signature(server, applicant);
    const terms = {
      date: '2026-11-24',
      lines: [{ line: 'sale', amount: 300_00 }],
      paragraph: 'As *agreed*.',
    };
    const path = `PUT /api/joining/leads/${lead}/terms`;
    expect((await office(path, { terms: { date: '2026-11-24' } })).status).toBe(400);
    expect((await office(path, { terms })).body.application.terms).toMatchObject({
      lines: [{ line: 'sale', before: startFees.sale, amount: 300_00 }],
    });
    expect((await join('/sign', body)).status).toBe(409);
    const { body: shown } = await join('/agreement', { token: applicant.token });
    expect(shown.html).toContain('$300');
    expect(shown.html).toContain('As *agreed*.');
    const code = await mailedCode(server, applicant, shown.sha256);
    expect((await join('/sign', { ...body, sha256: shown.sha256, code })).status).toBe(200);
    expect((await office(path, { terms: null })).status).toBe(400);
  });

  it('has the individual terms that were saved first, until the other office has seen them', async () => {
    const { lead } = await invitedLead(server, admin.token);
    const path = `PUT /api/joining/leads/${lead}/terms`;
    const sale = (amount: number) => ({ date: '2026-11-24', lines: [{ line: 'sale', amount }] });
    const { application } = (await office(path, { terms: sale(300_00), seen: null })).body;
    for (const terms of [sale(100_00), null])
      expect(await office(path, { terms, seen: null })).toMatchObject({
        status: 412,
        body: { msg: 'The terms have been changed by someone else in the meantime. Look at them again' },
      });
    const shown = (await office(`GET /api/joining/leads/${lead}`)).body.application.terms;
    expect(shown).toEqual(application.terms);
    expect((await office(path, { terms: sale(200_00), seen: shown })).status).toBe(200);
    expect((await office(path, { terms: null, seen: shown })).status).toBe(412);
    // An older caller names nothing that it saw.
    expect((await office(path, { terms: null })).body.application.terms).toBeNull();
  });
});

describe('the office', () => {
  it('asks, is answered, checks the license and approves; two who decide differ in nothing', async () => {
    const applicant = await signedLead(server, admin.token);
    const { id, token } = applicant;
    const path = `/api/joining/applications/${id}`;
    expect((await office(`POST ${path}/question`, { text: 'Since when?' })).body.state).toBe('question');
    expect((await mailsOf(server, id)).at(-1)).toContain('Since when?');
    expect((await join('/reply', { token, text: 'Since May' })).body.state).toBe('signed');
    expect((await join('/reply', { token, text: 'Since May' })).status).toBe(400);
    const unchecked = await office(`POST ${path}/approve`);
    const look = 'Check the license in the public record first, or leave the check out with a reason';
    expect(unchecked).toMatchObject({ status: 409, body: { msg: look } });
    const checked = await office(`POST ${path}/license-check`, { finding: 'as-expected' });
    expect(checked.body.licenseCheck).toMatchObject({ finding: 'as-expected', by: admin.name });
    expect(checked.body.licenseUrl).toContain('License_id=01234567');
    const both = await Promise.all([
      office(`POST ${path}/approve`),
      office(`POST ${path}/decline`, { reason: 'No' }),
    ]);
    // A decline may follow an approval; an approval follows no decline.
    expect([await stateOf({ id }), both[1]?.status]).toEqual(['declined', 200]);
    expect([200, 409]).toContain(both[0]?.status);
    expect((await office(`GET ${path}`)).body.reply).toBe('Since May');
  });

  it('approves the agreement that was looked at, and no other', async () => {
    const applicant = await signedLead(server, admin.token);
    const path = `/api/joining/applications/${applicant.id}`;
    const shown = (await office(`GET ${path}`)).body.agreement;
    await office(`POST ${path}/decline`, { reason: 'Other terms' });
    const paragraph = 'Pays nothing at all.';
    const terms = { date: '2026-01-01', lines: [{ line: 'annual', amount: 0 }], mentor: '', paragraph };
    expect((await office(`PUT /api/joining/leads/${applicant.lead}/terms`, { terms })).status).toBe(200);
    await office(`POST /api/joining/leads/${applicant.lead}/invitation`);
    const again = { ...applicant, token: await tokenNow(server, applicant.id) };
    expect((await join('/sign', await signature(server, again))).status).toBe(200);
    await checkedLicense(server, admin.token, applicant);
    const { sha256 } = (await office(`GET ${path}`)).body.agreement;
    expect(sha256).not.toBe(shown.sha256);
    expect(await office(`POST ${path}/approve`, { sha256: shown.sha256 })).toMatchObject({
      status: 409,
      body: { msg: 'This application has changed in the meantime. Look at it again' },
    });
    expect((await office(`POST ${path}/approve`, { sha256 })).body.state).toBe('approved');
  });

  it('checks the very license that joins: another name, number or expiry has to be checked again', async () => {
    const applicant = await invitedLead(server, admin.token);
    const path = `/api/joining/applications/${applicant.id}`;
    const check = () => office(`POST ${path}/license-check`, { finding: 'as-expected' });
    await read(server, applicant);
    expect((await check()).body).toMatchObject({ licenseCheck: { again: null }, licenseObstacle: null });
    const answers = { name: 'Ana Ortiz Ruiz', license: '07654321', licenseExpires: '2031-05-31' };
    await join('/answers', { token: applicant.token, answers });
    const sha256 = await read(server, applicant, {});
    const code = await mailedCode(server, applicant, sha256);
    const name = 'Ana Ortiz Ruiz';
    const body = { token: applicant.token, sha256, name, agree: true, consent: true, code };
    expect((await join('/sign', body)).status).toBe(200);
    const was = 'Ana Maria Ortiz, 01234567, expires May 31, 2029';
    const is = 'Ana Ortiz Ruiz, 07654321, expires May 31, 2031';
    const msg = `The license was checked for ${was}. Now ${is}: check it again first`;
    expect(await office(`POST ${path}/approve`)).toMatchObject({ status: 409, body: { msg } });
    const { body: shown } = await office(`GET ${path}`);
    expect(shown).toMatchObject({ licenseCheck: { again: { was, is } }, licenseObstacle: msg });
    expect(shown.events).toContainEqual(
      expect.objectContaining({ kind: 'license-changed', by: 'Applicant', text: `${was} → ${is}` }),
    );
    // The screen that is saved still had the other one.
    const seen = { name: 'Ana Maria Ortiz', license: '01234567', expires: '2029-05-31' };
    const stale = await office(`POST ${path}/license-check`, { finding: 'as-expected', seen });
    const changed = `The license has changed since you opened it. Look this one up: ${is}`;
    expect(stale).toMatchObject({ status: 409, body: { msg: changed } });
    await check();
    expect((await office(`POST ${path}/approve`)).status).toBe(200);
    const { body: joined } = await office(`POST ${path}/countersign`, { sha256 });
    expect(joined).toMatchObject({ state: 'joined', licenseCheck: { again: null } });
    const { body: licenses } = await office('GET /api/licenses');
    expect(licenses).toContainEqual(
      expect.objectContaining({ number: '07654321', verified: { by: admin.name, date: expect.anything() } }),
    );
  });

  it('has another type of license checked again, but where a check did not note the type', async () => {
    const applicant = await invitedLead(server, admin.token);
    const path = `/api/joining/applications/${applicant.id}`;
    await read(server, applicant);
    const [license, expires] = ['01234567', '2029-05-31'];
    const seen = { name: 'Ana Maria Ortiz', license, type: 'salesperson', expires };
    const check = () => office(`POST ${path}/license-check`, { finding: 'as-expected', seen });
    expect((await check()).body.licenseObstacle).toBeNull();
    await join('/answers', { token: applicant.token, answers: { licenseType: 'broker' } });
    const was = `Ana Maria Ortiz, ${license}, salesperson, expires May 31, 2029`;
    const is = `Ana Maria Ortiz, ${license}, broker, expires May 31, 2029`;
    const { body } = await office(`GET ${path}`);
    expect(body.licenseCheck.again).toEqual({ was, is });
    expect(body.events).toContainEqual(
      expect.objectContaining({ kind: 'license-changed', text: `${was} → ${is}` }),
    );
    expect((await check()).status).toBe(409);
    const old = JSON.stringify({ name: 'Ana Maria Ortiz', license, expires });
    await server.db
      .updateTable('applications')
      .set({ license_made_for: old })
      .where('id', '=', applicant.id)
      .execute();
    expect((await office(`GET ${path}`)).body.licenseCheck.again).toBeNull();
  });

  it('decides on the look and the answer that its screen shows, and again after another look', async () => {
    const applicant = await signedLead(server, admin.token);
    const path = `/api/joining/applications/${applicant.id}`;
    const screen = async () => {
      const { changed, agreement } = (await office(`GET ${path}`)).body;
      return { changed, sha256: agreement.sha256 };
    };
    const look = (finding: string, note = '') => office(`POST ${path}/license-check`, { finding, note });
    const state = async () => (await office(`GET ${path}`)).body.state;
    await look('as-expected');
    const first = await screen();
    await look('differs', 'Revoked');
    const stale = await office(`POST ${path}/approve`, first);
    expect(stale).toMatchObject({ status: 409, body: { msg: expect.stringContaining('Look at it again') } });
    await office(`POST ${path}/question`, { text: 'Is it yours?' });
    const asked = await screen();
    const reply = { token: applicant.token, text: 'No' };
    expect((await server.call('POST /api/join/reply', { body: reply })).status).toBe(200);
    expect((await office(`POST ${path}/approve`, asked)).status).toBe(409);
    expect((await office(`POST ${path}/approve`, await screen())).body.state).toBe('approved');
    const approved = await screen();
    await look('differs', 'Revoked');
    expect(await state()).toBe('approved');
    expect((await office(`POST ${path}/countersign`, approved)).status).toBe(409);
    await look('differs', 'Suspended');
    expect(await state()).toBe('signed');
    expect((await office(`POST ${path}/countersign`, await screen())).status).toBe(400);
    expect((await office(`POST ${path}/approve`, await screen())).status).toBe(200);
    expect((await office(`POST ${path}/countersign`, await screen())).body.state).toBe('joined');
  });

  it('declines and asks only about the application that its screen shows', async () => {
    const applicant = await invitedLead(server, admin.token);
    await read(server, applicant);
    const path = `/api/joining/applications/${applicant.id}`;
    const screen = async () => ({ changed: (await office(`GET ${path}`)).body.changed });
    const refused = { status: 409, body: { msg: expect.stringContaining('Look at it again') } };
    const started = await screen();
    expect((await join('/sign', await signature(server, applicant))).status).toBe(200);
    expect(await office(`POST ${path}/decline`, { reason: 'Never came back', ...started })).toMatchObject(
      refused,
    );
    expect((await office(`GET ${path}`)).body).toMatchObject({
      state: 'signed',
      agreement: { state: 'signed' },
    });
    const signed = await screen();
    await checkedLicense(server, admin.token, applicant);
    expect((await office(`POST ${path}/approve`, await screen())).body.state).toBe('approved');
    expect(await office(`POST ${path}/question`, { text: 'Which?', ...signed })).toMatchObject(refused);
    expect(await stateOf({ id: applicant.id })).toBe('approved');
    expect((await office(`POST ${path}/question`, { text: 'Which?', ...(await screen()) })).status).toBe(200);
    const asked = { reason: 'No answer', ...(await screen()) };
    expect((await office(`POST ${path}/decline`, asked)).body.state).toBe('declined');
  });

  it('leaves the check out with a reason, which stays in the history, the audit log and the member’s file', async () => {
    const { id, lead, sha256 } = await signedLead(server, admin.token);
    const path = `/api/joining/applications/${id}`;
    const leaveOut = (note: string) => office(`POST ${path}/license-check`, { finding: 'left-out', note });
    expect(await leaveOut('')).toMatchObject({ status: 400, body: { errors: [{ field: 'note' }] } });
    expect((await leaveOut('The record is down')).body.licenseObstacle).toBeNull();
    expect((await office(`POST ${path}/approve`)).status).toBe(200);
    const { body } = await office(`POST ${path}/countersign`, { sha256 });
    expect(body.events).toContainEqual(
      expect.objectContaining({ kind: 'license-left-out', text: 'left-out: The record is down' }),
    );
    const file = (await office(`GET /api/compliance/members/${body.member._id}`)).body;
    const text = expect.stringMatching(/^Joined without a look at the license .*: The record is down$/);
    expect(file.entries).toContainEqual(expect.objectContaining({ details: { kind: 'note', text } }));
    const { body: licenses } = await office('GET /api/licenses');
    expect(licenses).toContainEqual(
      expect.objectContaining({ user: expect.objectContaining({ _id: body.member._id }), verified: null }),
    );
    const audited = await server.db
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'application.license-checked')
      .where('object_id', '=', lead)
      .execute();
    expect(audited).toEqual([{ details: 'left-out: The record is down' }]);
  });

  it('decides anew for who is invited again, and countersigns nothing that is open', async () => {
    const { id, lead } = await signedLead(server, admin.token);
    const path = `/api/joining/applications/${id}`;
    await office(`POST ${path}/license-check`, { finding: 'as-expected' });
    await office(`POST ${path}/decline`, { reason: 'Not now' });
    expect((await office(`POST /api/joining/leads/${lead}/invitation`)).body.licenseCheck).toBeNull();

    const { id: approved, sha256 } = await approvedLead(server, admin.token);
    const set = (columns: Partial<ApplicationRow>) =>
      server.db.updateTable('applications').set(columns).where('id', '=', approved).execute();
    const countersign = () => office(`POST /api/joining/applications/${approved}/countersign`, { sha256 });
    const made = { name: 'Ana Maria Ortiz', license: '07654321', expires: '2029-05-31' };
    for (const open of [{ license_finding: null }, { license_made_for: JSON.stringify(made) }]) {
      await set({ license_finding: 'as-expected', ...open });
      expect((await countersign()).status).toBe(409);
    }
    // An old row, from before this was stored: a check after the signature was for the signed license.
    const old = { license_finding: 'as-expected', license_made_for: null } as const;
    await set({ ...old, license_checked_at: '2020-01-01T00:00:00.000Z' });
    expect((await countersign()).status).toBe(409);
    await set({ ...old, license_checked_at: now() });
    expect((await countersign()).status).toBe(200);
  });

  it('declines with a reason that stays inside; what was signed never comes in force', async () => {
    const { id, token } = await signedLead(server, admin.token);
    const declined = { reason: 'Other license', mail: 'Thank you.\n\nNot now.' };
    const { body } = await office(`POST /api/joining/applications/${id}/decline`, declined);
    expect(body).toMatchObject({
      state: 'declined',
      reason: 'Other license',
      agreement: { state: 'declined' },
    });
    expect(await statusOf(token)).toBe(404);
    expect((await office(`POST /api/joining/applications/${id}/approve`)).status).toBe(409);
  });

  it('finds who else it might be', async () => {
    const member = await person(server, { name: 'Ana Maria Ortiz' });
    const { id } = await signedLead(server, admin.token);
    const { duplicates } = (await office(`GET /api/joining/applications/${id}`)).body;
    expect(duplicates).toContainEqual({ kind: 'member', _id: member.id, name: member.name, by: 'name' });
  });
});

describe('the broker’s signature', () => {
  it('makes a member, license, onboarding and lead of it, all at once', async () => {
    const { id, lead, email, sha256, token } = await approvedLead(server, admin.token);
    const path = `/api/joining/applications/${id}`;
    // A person's own words are never evidence, even when they look like a hash.
    const typed = 'ab'.repeat(32);
    await office(`POST ${path}/question`, { text: 'Which?' });
    await join('/reply', { token, text: typed });
    await office(`POST ${path}/approve`);
    const other = await person(server, { admin: true });
    expect((await office(`POST ${path}/countersign`, { sha256 }, other)).status).toBe(403);
    expect((await office(`POST ${path}/countersign`, { sha256: '0'.repeat(64) })).status).toBe(409);
    const { status, body } = await office(`POST ${path}/countersign`, { sha256 });
    expect([status, body.state, body.agreement.state]).toEqual([200, 'joined', 'in-force']);
    const user = body.member._id;
    // No one is their own double; and each event says where it came from.
    expect(body.duplicates).not.toContainEqual(expect.objectContaining({ kind: 'member', _id: user }));
    for (const event of body.events) expect(event).toMatchObject({ address: '127.0.0.1' });
    expect((await office(`GET /api/users/${user}`)).body).toMatchObject({ email, state: 'invited' });
    expect((await office(`GET /api/leads/${lead}`)).body).toMatchObject({
      status: 'joined',
      member: { _id: user },
    });
    const { body: licenses } = await office('GET /api/licenses');
    expect(licenses).toContainEqual(
      expect.objectContaining({ number: '01234567', expires: '2029-05-31', user: expect.anything() }),
    );
    const { body: steps } = await office(`GET /api/onboarding/members/${user}`);
    expect(steps).toContainEqual(
      expect.objectContaining({ title: 'Agreement signed', done: expect.anything() }),
    );
    // The phone number of the application is in the profile, and who it belongs to shows it.
    expect((await office(`GET /api/people/${user}`)).body).toMatchObject({ phone: completeAnswers.phone });
    expect((await office('GET /api/profile/phones')).body).toEqual([]);
    expect(await termsOf(server.db, user)).toEqual({ agreement: body.agreement._id, schedule: startFees });
    expect((await join('', { token })).body).toMatchObject({ state: 'joined', copy: 'final' });
    expect((await join('/decline', { token })).status).toBe(409);
    const { final_document_id } = await server.db
      .selectFrom('agreements')
      .select('final_document_id')
      .where('id', '=', body.agreement._id)
      .executeTakeFirstOrThrow();
    const { text } = await readPdf(await readDocument(server.parts, final_document_id ?? ''));
    for (const words of [
      'Responsible broker of',
      'DRE license 01999999',
      'Evidence',
      sha256,
      'UTC',
      'Signed for the broker',
      'Email address that the code was sent to',
    ])
      expect(text.replace(/\s+/g, '')).toContain(words.replace(/\s+/g, ''));
    expect(text.replace(/\s+/g, '')).not.toContain(typed);
  });

  it('leaves no one to guess in the evidence, whose letters the PDF does not have either', async () => {
    const recruiter = await person(server, { admin: true, name: 'Яна Lee' });
    const { id, sha256 } = await approvedLead(server, recruiter.token);
    const { body } = await office(`POST /api/joining/applications/${id}/countersign`, { sha256 });
    const { final_document_id } = await server.db
      .selectFrom('agreements')
      .select('final_document_id')
      .where('id', '=', body.agreement._id)
      .executeTakeFirstOrThrow();
    const { text } = await readPdf(await readDocument(server.parts, final_document_id ?? ''));
    expect(text.replace(/\s+/g, '')).toContain('[U+042F][U+043D][U+0430]Lee');
  });

  it('counts once, however many sign at once', async () => {
    const { id, sha256, email } = await approvedLead(server, admin.token);
    const path = `POST /api/joining/applications/${id}/countersign`;
    const answers = await Promise.all(Array.from({ length: 100 }, () => office(path, { sha256 })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const users = await server.db.selectFrom('users').select('id').where('email', '=', email).execute();
    expect(users).toHaveLength(1);
  });

  it('leaves the phone number of who has one in their profile', async () => {
    const member = await person(server, { name: 'Ana Ortiz' });
    const profile = (given: object) =>
      server.made('POST /api/profile', {
        token: member.token,
        body: { status: 'Real Estate Agent', skills: 'Probate', ...given },
      });
    await profile({ phone: '619 555 0177' });
    const { id, sha256 } = await approvedLead(server, admin.token, { email: member.email });
    await office(`POST /api/joining/applications/${id}/countersign`, { sha256 });
    const own = await server.made('GET /api/profile/me', { token: member.token });
    expect(own).toMatchObject({ phone: '619 555 0177', skills: ['Probate'] });
  });

  it('links the account of that email, and refuses one that is suspended', async () => {
    const member = await person(server, { name: 'Ana Ortiz' });
    const { id, sha256 } = await approvedLead(server, admin.token, { email: member.email });
    const path = `POST /api/joining/applications/${id}/countersign`;
    const suspended = (at: string | null) =>
      server.db.updateTable('users').set({ suspended_at: at }).where('id', '=', member.id).execute();
    await suspended(now());
    expect((await office(path, { sha256 })).status).toBe(400);
    expect(await stateOf({ id })).toBe('approved');
    await suspended(null);
    // An address that was only typed may be another person's.
    const proven = (at: string | null) =>
      server.db.updateTable('users').set({ email_proven_at: at }).where('id', '=', member.id).execute();
    await proven(null);
    expect((await office(path, { sha256 })).body.msg).toContain('no one has proven');
    await proven(now());
    expect((await office(path, { sha256 })).body.member._id).toBe(member.id);
    const { body } = await office('GET /api/agreements/mine', undefined, member);
    expect(body.agreements).toHaveLength(1);
    const file = `GET /api/agreements/mine/${body.agreements[0]._id}/pdf`;
    expect((await office(file, undefined, member)).status).toBe(200);
    expect((await office(file, undefined, await person(server))).status).toBe(404);
  });
});

it('who joins after a revoked invitation to an account asks for another link once that of the signature has run out', async () => {
  const user = newUser();
  const { _id } = await server.made('POST /api/users', { token: admin.token, body: user });
  await server.made(`DELETE /api/users/${_id}/invitation`, { token: admin.token });
  const { id, sha256 } = await approvedLead(server, admin.token, { email: user.email });
  expect((await office(`POST /api/joining/applications/${id}/countersign`, { sha256 })).status).toBe(200);
  const mails = () =>
    server.db
      .selectFrom('mails')
      .select('link')
      .where('user_id', '=', _id)
      .where('created_at', '>', fromNow(-day))
      .execute();
  expect(await mails()).toEqual([{ link: 'invitation' }]);
  const old = fromNow(-8 * day);
  await server.db.updateTable('mails').set({ created_at: old }).where('user_id', '=', _id).execute();
  await server.db
    .updateTable('password_links')
    .set({ expires_at: fromNow(-day) })
    .where('user_id', '=', _id)
    .execute();
  await mailResetLink(server.parts, user.email);
  expect(await mails()).toEqual([{ link: 'invitation' }]);
});

it('the broker’s signature says what the settings say when it is made', async () => {
  const { id, sha256 } = await approvedLead(server, admin.token);
  const setLicense = (license: string) =>
    server.db.updateTable('agreement_signers').set({ license }).where('user_id', '=', admin.id).execute();
  const draw = server.parts.makePdf;
  const drawing = vi.spyOn(server.parts, 'makePdf').mockImplementationOnce(async (content) => {
    await setLicense('01777777');
    return draw(content);
  });
  const countersign = () => office(`POST /api/joining/applications/${id}/countersign`, { sha256 });
  const msg = 'What the settings say about you as the signer has changed. Please countersign again';
  expect(await countersign()).toMatchObject({ status: 409, body: { msg } });
  expect(drawing).toHaveBeenCalledOnce();
  drawing.mockRestore();
  expect((await countersign()).body.state).toBe('joined');
  await setLicense('01999999');
});

describe('no admin decides on their own agreement', () => {
  const own = 'This agreement is your own. Another admin has to work on it.';
  const terms = { date: '2026-01-01', lines: [{ line: 'sale', amount: 0 }], mentor: '', paragraph: '' };
  const sharp = async (on = server) => {
    const who = await person(on, { admin: true });
    await on.db
      .insertInto('agreement_signers')
      .values({
        user_id: who.id,
        position: 9,
        name: 'Sly Sharp',
        capacity: 'authorized',
        license: '01888888',
        since_on: '2020-01-01',
      })
      .execute();
    return who;
  };
  const toldOf = async (on: TestServer) => {
    const rows = on.db.selectFrom('security_log').select(['user_id', 'detail']);
    return rows.where('event', '=', 'agreement.own').orderBy('number').execute();
  };
  /** Each act in its turn: refused for the applicant, then done by who may. */
  async function acts(who: Person, other: Person, applicant: Applicant & { sha256: string }) {
    const path = `/api/joining/applications/${applicant.id}`;
    const leftOut = { finding: 'left-out', note: 'Known in person' };
    const shown = async (to: Person) => (await office(`GET ${path}`, undefined, to)).body.own;
    expect([await shown(who), await shown(other)]).toEqual([{ text: own, mayAct: false }, null]);
    for (const [act, body] of [
      ['license-check', leftOut],
      ['approve', undefined],
      ['countersign', { sha256: applicant.sha256 }],
    ] as const) {
      const refused = await office(`POST ${path}/${act}`, body, who);
      expect([act, refused.status, refused.body.msg]).toEqual([act, 403, own]);
      expect((await office(`POST ${path}/${act}`, body, other)).status).toBe(200);
    }
  }

  it('by the email address of their account', async () => {
    const who = await sharp();
    const applicant = await invitedLead(server, admin.token, { email: who.email });
    const path = `PUT /api/joining/leads/${applicant.lead}/terms`;
    const refused = await office(path, { terms }, who);
    expect([refused.status, refused.body.msg]).toEqual([403, own]);
    expect((await office(`GET /api/joining/leads/${applicant.lead}`)).body.application.terms).toBe(null);
    expect((await office(path, { terms: null })).status).toBe(200);
    const body = await signature(server, applicant);
    expect((await join('/sign', body)).status).toBe(200);
    await acts(who, admin, { ...applicant, sha256: body.sha256 });
    expect(await toldOf(server)).toEqual([]);
  });

  it('nor by an email address that their account had', async () => {
    const who = await sharp();
    const applicant = await signedLead(server, admin.token, { email: who.email });
    for (const email of [`away.${who.email}`, `farther.${who.email}`]) {
      const moved = await office(`PUT /api/users/${who.id}`, { name: who.name, email }, who);
      expect([moved.status, moved.body.email]).toEqual([200, email]);
    }
    await acts(who, admin, applicant);
  });

  it('nor of the lead, before it is invited', async () => {
    const who = await sharp();
    const { lead } = await invitedLead(server, admin.token);
    await server.db
      .updateTable('contact_requests')
      .set({ email: who.email })
      .where('id', '=', lead)
      .execute();
    expect((await office(`PUT /api/joining/leads/${lead}/terms`, { terms }, who)).body.msg).toBe(own);
  });

  it('nor by their license from another mailbox', async () => {
    const who = await sharp();
    const license = { number: '01234567', expires: '2029-05-31', verified: false };
    expect((await office(`PUT /api/licenses/${who.id}`, license)).status).toBe(200);
    await acts(who, admin, await signedLead(server, admin.token));
  });

  it('but for the only active admin, each of whose acts is told', async () => {
    const alone = await testServer({}, { drawn: true });
    try {
      const who = await broker(alone);
      const invited = await person(alone, { admin: true, password_hash: null });
      const { id, sha256 } = await signedLead(alone, who.token, { email: who.email });
      await checkedLicense(alone, who.token, { id });
      const path = `POST /api/joining/applications/${id}`;
      const shown = await made(alone, who, `GET /api/joining/applications/${id}`);
      expect(shown.own).toEqual({ text: own, mayAct: true });
      expect((await alone.call(`${path}/approve`, { token: who.token })).status).toBe(200);
      const signed = await alone.call(`${path}/countersign`, { token: who.token, body: { sha256 } });
      expect([signed.status, signed.body.member?._id]).toEqual([200, who.id]);
      expect(await toldOf(alone)).toEqual(
        ['license checked', 'approved', 'countersigned'].map((act) => ({
          user_id: who.id,
          detail: `application ${id}: ${act}`,
        })),
      );
      expect((await textsTo(alone, invited.email)).join()).toContain('own agreement: countersigned.');
    } finally {
      await alone.stop();
    }
  });
});

describe('checks of a member', () => {
  it('are ticked with a day, taken back, and seen by the member', async () => {
    const member = await person(server);
    const path = `/api/joining/members/${member.id}/checks`;
    const tick = { kind: 'may-work', ticked: true, day: '2026-01-31' };
    expect((await office(`POST ${path}`, { ...tick, day: '2999-01-01' })).status).toBe(400);
    expect((await office(`POST ${path}`, tick)).body['may-work']).toMatchObject({ by: admin.name });
    expect((await office('GET /api/joining/checks', undefined, member)).body).toMatchObject({
      'may-work': { day: '2026-01-31' },
      w9: null,
    });
    expect((await office(`POST ${path}`, { ...tick, ticked: false })).body['may-work']).toBeNull();
    expect((await office(`GET /api/joining/members/${newId()}/checks`)).status).toBe(404);
  });

  it('hold for what they were made for: another license or payee opens them, and so does an expiry', async () => {
    const member = await person(server, { name: 'Bea Before' });
    const path = `/api/joining/members/${member.id}/checks`;
    const own = (body: object) => office('PUT /api/licenses/me', body, member);
    const tick = (kind: string) => office(`POST ${path}`, { kind, ticked: true, day: '2026-01-31' });
    const open = async () =>
      (await office(`GET ${path}`)).body.again.map(({ kind, was, is }: MemberChecks['again'][number]) =>
        [kind, was, is].join(' | '),
      );
    await own({ number: '01234567', expires: '2031-01-31' });
    for (const kind of ['may-work', 'w9', 'payout', 'annual-fee']) await tick(kind);
    const other = {
      kind: 'may-work',
      ticked: true,
      day: '2026-01-31',
      current: '07654321, expires Jan 31, 2031',
    };
    const stale = await office(`POST ${path}`, other);
    const msg = 'This has changed since you opened it. Check it for 01234567, expires Jan 31, 2031';
    expect(stale).toMatchObject({ status: 409, body: { msg } });
    expect(await open()).toEqual([]);
    expect(await mayWork(member)).toBe(true);
    await own({ number: '07654321', expires: '2031-01-31' });
    const [was, is] = ['01234567, expires Jan 31, 2031', '07654321, expires Jan 31, 2031'];
    expect(await open()).toEqual([`may-work | ${was} | ${is}`]);
    expect(await mayWork(member)).toBe(false);
    expect((await whyNotWork(server.db, [member.id], officeDay(now()))).get(member.id)).toEqual([
      `may not work: the office has noted it for ${was}, and that is ${is} now`,
    ]);
    expect((await office('GET /api/joining/checks', undefined, member)).body['may-work']).toBeNull();
    await own({ number: '01234567', expires: '2031-01-31' });
    expect(await open()).toEqual([]);
    await own({ number: '01234567', expires: '2035-01-31' });
    expect(await open()).toEqual([`may-work | ${was} | 01234567, expires Jan 31, 2035`]);
    const rename = { name: 'Bea After', email: member.email, admin: false, coordinator: false };
    await office(`PUT /api/users/${member.id}`, rename);
    expect(await open()).toEqual([
      `may-work | ${was} | 01234567, expires Jan 31, 2035`,
      'w9 | Bea Before | Bea After',
      'payout | Bea Before | Bea After',
    ]);
    await own({ number: '01234567', expires: '2020-01-31' });
    for (const kind of ['may-work', 'w9', 'payout']) await tick(kind);
    expect(await open()).toEqual(['may-work | 01234567, expires Jan 31, 2020 | expired']);
    expect(await mayWork(member)).toBe(false);
  });

  it('are open again in the member’s file, with old and new value, and on the desk at once', async () => {
    const member = await person(server, { name: 'Cy Before' });
    const own = (number: string) => office('PUT /api/licenses/me', { number, expires: '2031-01-31' }, member);
    const file = async () => (await office(`GET /api/compliance/members/${member.id}`)).body;
    const found = async (kind: string): Promise<string[]> =>
      (await file()).findings
        .filter((finding: { kind: string }) => finding.kind === kind)
        .map(({ detail }: { detail: string }) => detail);
    await own('01234567');
    const day = '2026-01-31';
    for (const kind of ['may-work', 'w9'])
      await office(`POST /api/joining/members/${member.id}/checks`, { kind, ticked: true, day });
    await own('07654321');
    const license = '01234567, expires Jan 31, 2031 → 07654321, expires Jan 31, 2031';
    expect(await found('may-work')).toEqual([license]);
    const rename = { name: 'Cy After', email: member.email, admin: false, coordinator: false };
    await office(`PUT /api/users/${member.id}`, rename);
    expect(await found('w9')).toEqual(['Cy Before → Cy After']);
    const notes = (await file()).entries.filter(
      ({ details }: { details: { kind: string } }) => details.kind === 'note',
    );
    expect(
      notes.map(({ by, details }: { by: string; details: { text: string } }) => [by, details.text]),
    ).toEqual([
      ['Server', 'Check open again: W-9 received (Cy Before → Cy After)'],
      ['Server', `Check open again: The public record shows them under our broker (${license})`],
    ]);
  });

  it('of all members are looked at again as soon as the brokerage has another license', async () => {
    const member = await person(server);
    await office('PUT /api/licenses/me', { number: '01234567', expires: '2031-01-31' }, member);
    await office(`POST /api/joining/members/${member.id}/checks`, {
      kind: 'may-work',
      ticked: true,
      day: '2026-01-31',
    });
    const { settings } = (await office('GET /api/site/settings')).body;
    const put = (license: string) =>
      office('PUT /api/site/settings', { ...settings, brokerage: { ...settings.brokerage, license } });
    expect((await put('01888888')).status).toBe(200);
    await settleDue(server.db);
    const { findings } = (await office(`GET /api/compliance/members/${member.id}`)).body;
    expect(findings).toContainEqual(
      expect.objectContaining({ kind: 'may-work', detail: expect.stringContaining('under 01888888') }),
    );
    await put(settings.brokerage.license);
  });

  it('from before they were stored hold while the file shows no other license since', async () => {
    const member = await person(server);
    const own = (number: string) => office('PUT /api/licenses/me', { number, expires: '2031-01-31' }, member);
    await own('01234567');
    const tick = { kind: 'may-work', ticked: true, day: '2026-01-31' };
    await office(`POST /api/joining/members/${member.id}/checks`, tick);
    await server.db
      .updateTable('member_checks')
      .set({ made_for: null })
      .where('user_id', '=', member.id)
      .execute();
    expect(await mayWork(member)).toBe(true);
    await own('07654321');
    expect(await mayWork(member)).toBe(false);
    await own('01234567');
    expect(await mayWork(member)).toBe(true);
  });
});
