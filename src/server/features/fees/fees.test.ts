import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { completeAnswers } from '../../../../test/answers.ts';
import { approver, closingBody, letWork, made, takeStep } from '../../../../test/closings.ts';
import { feeBody, startFigures, strangeFigures } from '../../../../test/factories.ts';
import { approvedLead, broker, invitedLead } from '../../../../test/joining.ts';
import { textsTo } from '../../../../test/mails.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { secondServer, type TestServer, testServer } from '../../../../test/server.ts';
import { addDays, formatDay, officeDay, startOfOfficeDay } from '../../../shared/dates.ts';
import { type FeeSchedule, startFees } from '../../../shared/fees/fees.ts';
import { second } from '../../../shared/time.ts';
import { fromNow, now } from '../../platform/db/ids.ts';
import { feesInForce, feesOfVersion } from '../../platform/fee-schedules.ts';
import { termsOf } from '../agreements/terms.ts';
import { fillWithSamples } from '../sample/fill-with-samples.ts';
import { startScheduled } from './fees.service.ts';

let server: TestServer;
let owner: Person;
/** The version in force before each test: the figures of the code. */
let first: number;

beforeAll(async () => {
  server = await testServer();
  owner = await broker(server);
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.db.deleteFrom('agreement_asks').execute();
  await server.db.deleteFrom('fee_versions').where('starts_at', 'is not', null).execute();
  const { version, ...figures } = await feesInForce(server.db);
  const isStart = JSON.stringify(figures) === JSON.stringify(startFigures);
  first = isStart ? version : (await publish({ figures: startFigures })).body.current;
});

const list = () => server.call('GET /api/fees/versions', { token: owner.token });
const publish = (given: object = {}, headers: Record<string, string> = {}) =>
  server.call('POST /api/fees/versions', { token: owner.token, body: feeBody(given), headers });
const withdraw = (number: number) =>
  server.call(`POST /api/fees/versions/${number}/withdraw`, { token: owner.token });
const page = async (path: string, on = server): Promise<string> => (await on.call(`GET ${path}`)).body;
const today = () => officeDay(now());
const tomorrow = () => addDays(today(), 1);

const former = /\$(475|125|100|500|795|150|399|1,000,000|100,000)(?![\d,])/g;
const readable = (html: string) => html.replace(/<style[\s\S]*?<\/style>|<svg[\s\S]*?<\/svg>/g, '');

describe('the fees of a new site', () => {
  it('are version 1, with the figures of the code', async () => {
    const { status, headers, body } = await list();
    expect([status, headers.get('etag')]).toEqual([200, expect.stringMatching(/^"v2\./)]);
    expect(body).toMatchObject({
      current: 1,
      versions: [{ schedule: startFees, state: 'in-force', starts: null, published: null }],
    });
    expect(await feesOfVersion(server.db, 1)).toEqual(startFees);
  });
});

describe('published fees', () => {
  it('are everywhere at once, and in another process with the content version', async () => {
    const second = await secondServer(server);
    try {
      for (const path of ['/', '/contact', '/login']) await page(path, second);
      const { status, body } = await publish({ figures: strangeFigures });
      expect([status, body.current, body.versions[0].published.by]).toEqual([200, first + 1, owner.name]);
      expect(body.versions[0].changes).toContain('E&O insurance $125 → $8,832');
      await second.parts.content.refresh();
      for (const on of [server, second]) {
        for (const path of ['/', '/contact', '/login', '/reset-password', '/?price=9999999&type=commercial'])
          expect(readable(await page(path, on)).match(former), path).toBeNull();
        expect(await page('/', on)).toContain('from $8,831 per residential transaction');
        expect(await page('/', on)).toContain(`data-fees="${first + 1} 883100 `);
      }
    } finally {
      await second.stop();
    }
  });

  it('are in the PDF, the picture and the card of a calculation, which says that its link is from before', async () => {
    const [pdf, picture] = [
      await server.call('GET /fees.pdf'),
      await server.call('GET /statement.png?price=900000'),
    ];
    await publish({ figures: strangeFigures });
    const [newPdf, newPicture] = [
      await server.call('GET /fees.pdf'),
      await server.call('GET /statement.png?price=900000'),
    ];
    expect(newPdf.body === pdf.body).toBe(false);
    expect(newPicture.body === picture.body).toBe(false);
    const { versions } = (await list()).body;
    const number = versions[0].schedule.version;
    const old = await page('/?price=900000');
    expect(old).toContain('The fees have changed since');
    expect(old).toContain(`/statement.png?price=900000&amp;fees=${number}"`);
    expect(await page(`/?price=900000&fees=${number}`)).not.toContain('The fees have changed since');
  });

  it('are no longer those of a member without an agreement, and remain those of one who signed', async () => {
    const member = await memberWhoSigned();
    const signed = { ...startFees, version: first };
    for (const sale of [500_00, 510_00, 520_00, 530_00])
      await publish({ figures: { ...startFigures, sale } });
    const newcomer = await person(server);
    expect((await termsOf(server.db, member.id)).schedule).toEqual(signed);
    expect((await termsOf(server.db, newcomer.id)).schedule).toMatchObject({
      version: first + 4,
      sale: 530_00,
    });
    const { body } = await server.call('GET /api/my-closings/start', { token: member.token });
    expect(body.fees).toEqual(signed);
    const { versions } = (await list()).body;
    const ofMember = versions.find((one: { schedule: FeeSchedule }) => one.schedule.version === first);
    expect(ofMember).toMatchObject({ state: 'former', inForce: expect.any(Number) });
    expect(ofMember.inForce).toBeGreaterThan(0);
    for (const path of ['compliance', 'closings/insights']) {
      const { fees } = await server.made(`GET /api/${path}`, { token: owner.token });
      expect(fees.current).toBe(first + 4);
      expect(fees.signed).toContainEqual({ version: first, members: ofMember.inForce });
    }
  });

  it('charge a closing of a member who signed version 1 by version 1, after versions 2 to 5', async () => {
    const member = await memberWhoSigned();
    await letWork(server, member.id);
    const { _id } = await made(server, member, 'POST /api/my-closings', closingBody());
    for (const sale of [500_00, 510_00]) await publish({ figures: { ...startFigures, sale } });
    const office = await approver(server);
    await takeStep(server, office, _id, 'approved');
    for (const sale of [520_00, 530_00]) await publish({ figures: { ...startFigures, sale } });
    for (const step of ['letter-sent', 'closed', 'package-received', 'paid'] as const)
      await takeStep(server, office, _id, step);
    const { body } = await server.call(`GET /api/my-closings/${_id}`, { token: member.token });
    expect(body).toMatchObject({ state: 'paid', statement: { fees: 600_00 } });
    expect((await list()).body.current).toBe(first + 4);
  });

  it('are what sample texts reason with, but for one that has been edited', async () => {
    const filled = await testServer();
    onTestFinished(() => filled.stop());
    await fillWithSamples(filled.db, filled.parts.config.brokerage);
    const { token } = await person(filled, { admin: true });
    const articles = () =>
      filled.db
        .selectFrom('articles')
        .select(['id', 'title', 'url', 'snippet', 'text'])
        .orderBy('id')
        .execute();
    const [edited, untouched] = (await articles()).filter(({ text }) => text.includes('$475'));
    if (!edited || !untouched) throw new Error('No sample names the fee');
    const text = `${edited.text} Ours.`;
    const { id: _, ...body } = { ...edited, text };
    await filled.made(`PATCH /api/articles/${edited.id}`, { token, body });
    await filled.made('POST /api/fees/versions', { token, body: feeBody({ figures: strangeFigures }) });
    const after = new Map((await articles()).map((article) => [article.id, article.text]));
    expect(after.get(edited.id)).toBe(text);
    expect(after.get(untouched.id)).toContain('$8,831');
    expect(after.get(untouched.id)).not.toMatch(former);
  });

  it('are read again by an applicant whose agreement was prepared before', async () => {
    const { token } = await invitedLead(server, owner.token);
    await server.made('POST /api/join/answers', { body: { token, answers: completeAnswers } });
    const before = await server.made('POST /api/join/agreement', { body: { token } });
    expect(before).toMatchObject({ fees: first, changes: null });
    await publish();
    const code = { token, sha256: before.sha256 };
    expect((await server.call('POST /api/join/code', { body: code })).status).toBe(409);
    const { fees, sha256, feeChanges, changes } = await server.made('POST /api/join/agreement', {
      body: { token },
    });
    expect([fees, sha256 === before.sha256]).toEqual([first + 1, false]);
    expect(feeChanges).toEqual(['E&O insurance $125 → $140']);
    const added = changes.filter(({ kind }: { kind: string }) => kind === 'added');
    expect(added.map(({ text }: { text: string }) => text).join()).toContain('140');
  });

  it('ask members to sign them only if the owner says so', async () => {
    const member = await memberWhoSigned();
    await publish({ figures: { ...startFigures, sale: 500_00 } });
    const own = () => server.call('GET /api/agreements/mine', { token: member.token });
    expect((await own()).body.ask).toBeNull();
    await publish({ note: 'E&O rises.', ask: { due: addDays(today(), 30) } });
    expect((await own()).body.ask).toEqual({
      version: 1,
      fees: first + 2,
      note: 'E&O rises.',
      due: addDays(today(), 30),
    });
    const { fees, feeChanges } = await server.made('POST /api/agreements/mine/review', {
      token: member.token,
    });
    expect([fees, feeChanges]).toEqual([first + 2, ['E&O insurance $125 → $140']]);
    expect((await termsOf(server.db, member.id)).schedule).toEqual({ ...startFees, version: first });
  });

  it('for new agents alone are not what a member signs with a new text', async () => {
    const member = await memberWhoSigned();
    await publish({ figures: { ...startFigures, sale: 500_00 } });
    await server.db
      .insertInto('agreement_asks')
      .values({
        user_id: member.id,
        version: 1,
        note: '',
        due_on: tomorrow(),
        asked_at: now(),
        reminded_at: null,
        document_id: null,
        sha256: null,
        basis: null,
        agreement_id: null,
      })
      .execute();
    expect(await server.made('POST /api/agreements/mine/review', { token: member.token })).toMatchObject({
      fees: first,
    });
  });
});

describe('fees after others that members have yet to sign', () => {
  const due = addDays(officeDay(now()), 30);
  const wrong = { figures: { ...startFigures, sale: 5_000_00 }, note: 'The fee rises.', ask: { due } };
  const review = (member: Person) => server.made('POST /api/agreements/mine/review', { token: member.token });

  it('need the choice which of them these members sign', async () => {
    const member = await memberWhoSigned();
    await publish(wrong);
    const unchosen = await publish();
    expect([unchosen.status, unchosen.body.errors[0]]).toEqual([
      400,
      {
        msg: expect.stringMatching(
          /yet to sign the fees they were asked to sign\. Choose which fees they sign$/,
        ),
        field: 'openAsks',
      },
    ]);
    await publish({ openAsks: 'keep' });
    expect((await review(member)).fees).toBe(first + 1);
    await publish({ figures: startFigures, openAsks: 'replace' });
    expect(await review(member)).toMatchObject({ fees: first + 3, feeChanges: [] });
    expect((await list()).body.asked).toBeGreaterThan(0);
  });

  it('replace them for an applicant who signed before, once the broker has signed', async () => {
    const member = await person(server);
    const { id, sha256 } = await approvedLead(server, owner.token, { email: member.email });
    await publish(wrong);
    const path = `POST /api/joining/applications/${id}/countersign`;
    await server.made(path, { token: owner.token, body: { sha256 } });
    expect((await termsOf(server.db, member.id)).schedule).toMatchObject({ version: first });
    expect((await server.made('GET /api/agreements/mine', { token: member.token })).ask).toMatchObject({
      fees: first + 1,
      due,
    });
  });

  it('can be signed later on, if the office asks for it', async () => {
    const member = await memberWhoSigned();
    await publish();
    const body = { who: 'chosen', chosen: [member.id], due };
    await server.made('POST /api/agreements/asks', { token: owner.token, body });
    const own = () => server.made('GET /api/agreements/mine', { token: member.token });
    expect((await own()).ask).toBeNull();
    await server.made('POST /api/agreements/asks', { token: owner.token, body: { ...body, fees: true } });
    expect((await own()).ask).toMatchObject({ fees: first + 1 });
    const { feeChanges, changes } = await review(member);
    expect(feeChanges).toEqual(['E&O insurance $125 → $140']);
    const words = changes.map(({ text }: { text: string }) => text).join('');
    expect(words).toMatch(/^Residential sale under \$1,000,000\.00: \$475\.00 \+ \$125140\.00 E&O: /m);
    expect(words).not.toMatch(/^[#|]/m);
    // An ask for the text leaves them, until they are signed.
    await server.made('POST /api/agreements/asks', { token: owner.token, body });
    expect((await own()).ask).toMatchObject({ fees: first + 1 });
    await server.db
      .updateTable('agreement_asks')
      .set({ agreement_id: (await own()).agreements[0]._id })
      .where('user_id', '=', member.id)
      .execute();
    await server.db
      .updateTable('agreements')
      .set({ state: 'ended' })
      .where('user_id', '=', member.id)
      .execute();
    await server.made('POST /api/agreements/asks', { token: owner.token, body });
    expect((await own()).ask).toMatchObject({ fees: null });
  });
});

it('a step that changes leaves an individual fee for each step what it was', async () => {
  const lead = await invitedLead(server, owner.token);
  const terms = {
    date: today(),
    mentor: '',
    paragraph: '',
    lines: [{ line: 'upperTierFeePerStep', amount: 90_00 }],
  };
  await server.made(`PUT /api/joining/leads/${lead.lead}/terms`, { token: owner.token, body: { terms } });
  await server.made('POST /api/join/answers', { body: { token: lead.token, answers: completeAnswers } });
  const step = { ...startFigures, upperTierStep: 10_000_00, upperTierFeePerStep: 12_00 };
  await publish({ figures: step });
  const prepared = await server.made('POST /api/join/agreement', { body: { token: lead.token } });
  expect(prepared.terms.lines).toEqual([
    {
      line: 'upperTierFeePerStep',
      label: 'Upper tier, for each $100,000 of the sales price',
      before: 120_00,
      amount: 90_00,
      step: 100_000_00,
    },
  ]);
});

it('the list compares each version with the one before that came into force', async () => {
  await publish({ figures: { ...startFigures, sale: 611_00 }, starts: tomorrow() });
  await withdraw(first + 1);
  const { body } = await publish({ figures: { ...startFigures, sale: 707_00 } });
  expect(body.versions[0].changes).toEqual(['Transaction fee $475 → $707']);
});

describe('fees that make no sense', () => {
  it.each([
    [{ upperTierStep: 0 }, 'Upper tier, step of the sales price must be from $1,000 to $1,000,000'],
    [{ leaseRate: 100_01 }, 'Lease, percent of commission must be from 0% to 100%'],
    [{ errorsAndOmissions: -1 }, 'E&O insurance must be from $0 to $100,000'],
    [{ upperTierPrice: 0 }, 'The upper tier starts at must be from $1 to $1,000,000,000'],
    [{ annual: 99.5 }, 'Annual fee must be a whole number of cents'],
    [{ sale: '475' }, 'Transaction fee must be a number'],
  ])('%j are refused by name', async (wrong, msg) => {
    const { status, body } = await publish({ figures: { ...startFigures, ...wrong } });
    expect([status, body.errors[0].msg, body.errors[0].field]).toEqual([
      400,
      msg,
      `figures.${Object.keys(wrong)[0]}`,
    ]);
  });

  it.each([
    [{ starts: '2020-01-01' }, 'The day must be today or later'],
    [{ starts: '2999-01-01' }, 'The day must be within two years'],
    [{ figures: startFigures }, 'These are the figures of version'],
    [{ ask: { due: '2999-01-01' } }, 'Tell members in a sentence what changes'],
    [
      { note: 'x', ask: { due: '2020-01-01' } },
      'Members sign by a day on or after the one from which the fees hold',
    ],
  ])('%j is refused', async (given, msg) => {
    const { status, body } = await publish(given);
    expect([status, body.errors[0].msg]).toEqual([400, expect.stringContaining(msg)]);
  });

  it('are none of two at once: the other admin is told', async () => {
    const { headers, body } = await list();
    const before = body.versions.length;
    const tag = { 'if-match': headers.get('etag') ?? '' };
    const both = await Promise.all([
      publish({}, tag),
      publish({ figures: { ...startFigures, sale: 1_00 } }, tag),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    expect((await list()).body.versions).toHaveLength(before + 1);
  });
});

describe('scheduled fees', () => {
  const pass = (number: number) =>
    server.db
      .updateTable('fee_versions')
      .set({ starts_at: fromNow(-second) })
      .where('number', '=', number)
      .execute();

  it('are shown and signed from the beginning of their day, on every process', async () => {
    const second = await secondServer(server);
    try {
      const { body } = await publish({ figures: strangeFigures, starts: tomorrow() });
      expect(body.versions[0]).toMatchObject({ state: 'scheduled', starts: tomorrow() });
      expect((await server.call('GET /api/fees', { token: owner.token })).body).toMatchObject({
        current: { version: first },
        scheduled: { schedule: { version: first + 1, sale: 8_831_00 }, starts: tomorrow() },
      });
      await startScheduled(server.parts);
      for (const on of [server, second]) expect(await page('/', on)).toContain('from $475 per');
      const { starts_at } = await server.db
        .selectFrom('fee_versions')
        .select('starts_at')
        .where('number', '=', first + 1)
        .executeTakeFirstOrThrow();
      expect(starts_at).toBe(startOfOfficeDay(tomorrow()));
      await pass(first + 1);
      for (const { parts } of [server, second]) await startScheduled(parts);
      await second.parts.content.refresh();
      for (const on of [server, second])
        for (const path of ['/', '/contact']) expect(readable(await page(path, on)).match(former)).toBeNull();
      expect((await feesInForce(server.db)).version).toBe(first + 1);
    } finally {
      await second.stop();
    }
  });

  it('ask members once they hold, not before', async () => {
    const member = await memberWhoSigned();
    const due = addDays(tomorrow(), 14);
    await publish({ starts: tomorrow(), note: 'E&O rises.', ask: { due } });
    const ask = async () => (await server.call('GET /api/agreements/mine', { token: member.token })).body.ask;
    expect(await ask()).toBeNull();
    await pass(first + 1);
    await startScheduled(server.parts);
    expect(await ask()).toEqual({ version: 1, fees: first + 1, note: 'E&O rises.', due });
  });

  it('can be withdrawn before their day, by a version that stays in the list', async () => {
    await publish({ starts: tomorrow() });
    expect((await publish({ figures: strangeFigures })).body.errors[0].msg).toBe(
      `Version ${first + 1} is scheduled: withdraw it first`,
    );
    const { headers } = await list();
    const told = await person(server, { admin: true });
    const { body } = await withdraw(first + 1);
    const [text, ...more] = await textsTo(server, told.email);
    expect(text).toContain(
      `withdrew version ${first + 1} of the fees, which was to hold from ${formatDay(tomorrow())} on.`,
    );
    expect([more, (await textsTo(server, owner.email)).join().includes('withdrew version')]).toEqual([
      [],
      false,
    ]);
    expect([body.current, body.versions[0].state]).toEqual([first, 'withdrawn']);
    expect((await publish({}, { 'if-match': headers.get('etag') ?? '' })).status).toBe(412);
    expect((await publish()).body).toMatchObject({ current: first + 2 });
    expect((await withdraw(first + 1)).status).toBe(409);
    expect((await withdraw(first + 2)).status).toBe(409);
    expect((await withdraw(9999)).status).toBe(404);
  });

  it('cannot be withdrawn once their day has begun', async () => {
    await publish({ starts: tomorrow() });
    await pass(first + 1);
    expect((await withdraw(first + 1)).status).toBe(409);
    await startScheduled(server.parts);
    expect((await list()).body.current).toBe(first + 1);
  });

  it.each([
    ['2026-03-08', '2026-03-08T08:00:00.000Z'],
    ['2026-03-09', '2026-03-09T07:00:00.000Z'],
    ['2026-11-01', '2026-11-01T07:00:00.000Z'],
    ['2026-11-02', '2026-11-02T08:00:00.000Z'],
  ])('of %s begin at midnight in Los Angeles, also when clocks are changed', (date, start) => {
    expect(startOfOfficeDay(date)).toBe(start);
    expect(officeDay(start)).toBe(date);
    expect(officeDay(new Date(Date.parse(start) - 1).toISOString())).toBe(addDays(date, -1));
  });
});

it('are told to the other admins as they are published, from today or a later day', async () => {
  const other = await person(server, { admin: true });
  for (const [starts, lease] of [
    [today(), 175_00],
    [tomorrow(), 185_00],
  ] as const) {
    const figures = { ...startFigures, lease };
    expect((await publish({ figures, starts })).status).toBe(200);
    const text = (await textsTo(server, other.email)).at(-1);
    expect(text).toContain(`An admin published fees that hold from ${formatDay(starts)} on.`);
    expect(text).toContain(`→ $${lease / 100}.`);
  }
  expect(await textsTo(server, other.email)).toHaveLength(2);
  expect(await textsTo(server, owner.email)).toEqual([]);
});

it('a preview saves nothing, and marks what changes', async () => {
  const { body } = await server.call('POST /api/fees/preview', {
    token: owner.token,
    body: { figures: { ...startFigures, errorsAndOmissions: 140_00 } },
  });
  expect(body.html).toContain('<mark>$475 + $140 E&amp;O</mark>');
  expect(body.html.match(/<mark>/g)).toHaveLength(2);
  const pdf = await server.call('POST /api/fees/preview/pdf', {
    token: owner.token,
    body: { figures: strangeFigures },
  });
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect((await list()).body).toMatchObject({ current: first });
});

/** With an agreement in force by the fees in force. */
async function memberWhoSigned(): Promise<Person> {
  const member = await person(server);
  const { id, sha256 } = await approvedLead(server, owner.token, { email: member.email });
  const path = `POST /api/joining/applications/${id}/countersign`;
  await server.made(path, { token: owner.token, body: { sha256 } });
  return member;
}
