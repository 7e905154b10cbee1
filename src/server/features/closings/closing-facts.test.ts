import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  approval,
  approver,
  closingBody,
  letWork,
  made,
  noHash,
  noteCheck,
  payment,
  takeStep,
} from '../../../../test/closings.ts';
import { textsTo } from '../../../../test/mails.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { secondServer, type TestServer, testServer } from '../../../../test/server.ts';

/** docs/product.md P29.6, P29.7: no closing is approved, sent or paid by a decision made for other facts. */

let server: TestServer;
let agent: Person;
let office: Person;
let second: Person;

beforeAll(async () => {
  server = await testServer();
  agent = await person(server);
  await letWork(server, agent.id);
  office = await approver(server);
  second = await approver(server);
});
afterAll(() => server.stop());

const tryTo = (who: Person, key: string, body?: unknown) => server.call(key, { token: who.token, body });
const report = (given: object = {}, who = agent) =>
  made(server, who, 'POST /api/my-closings', closingBody(given));
const decide = (id: string, decisions: object) =>
  made(server, office, `PUT /api/closings/${id}/decisions`, decisions);
const seen = (id: string) => made(server, office, `GET /api/closings/${id}`);
const change = (id: string, given: object) =>
  made(server, office, `PUT /api/closings/${id}`, closingBody(given));
/** The office can't while a letter stands. */
const changeOwn = (id: string, given: object) =>
  made(server, agent, `PUT /api/my-closings/${id}`, closingBody(given));
const tryToApprove = async (id: string) =>
  tryTo(office, `POST /api/closings/${id}/approve`, await approval(server, office, id));
const historyOf = async (id: string): Promise<string[]> =>
  (await seen(id)).events
    .filter(({ kind }: { kind: string }) => kind === 'reopened')
    .map(({ text }: { text: string }) => text);

const escrow = { price: 300_000_00, inHouseEscrow: true };
const construction = { kind: 'referral', price: 300_000_00, newConstruction: true };
const credited = { price: 2_000_000_00, credits: 5_000_00 };
const built = { price: 1_200_000_00, newConstruction: true, bonus: 10_000_00 };
const started = { price: 1_050_000_00, commission: { by: 'rate', rate: 1_00 } };
const line = { label: 'Transaction fee', amount: 475_00, reason: 'First closing with us' };

/** Each case: the report, the decision, the change, and the entry in the history. */
const reopenings: [name: string, reported: object, decided: object, changed: object, said: string][] = [
  [
    'a quote of in-house escrow by another price',
    escrow,
    { inHouseEscrow: 900_00 },
    { price: 3_000_000_00 },
    'Decide again: in-house escrow $900 (price: $300,000 → $3,000,000)',
  ],
  [
    'a quote of new construction by another commission',
    construction,
    { newConstruction: 500_00 },
    { commission: { by: 'rate', rate: 3_00 } },
    'Decide again: new construction $500 (commission: 2.5% → 3%)',
  ],
  [
    'a quote by another property',
    escrow,
    { inHouseEscrow: 900_00 },
    { property: '14 Ocean View Dr, Malibu' },
    'Decide again: in-house escrow $900 (property: 12 Ocean View Dr, Malibu → 14 Ocean View Dr, Malibu)',
  ],
  [
    'a quote by one side in place of both',
    { ...escrow, bothSides: true },
    { inHouseEscrow: 900_00, sides: 'each' },
    { bothSides: false },
    'Decide again: in-house escrow $900 (both sides: yes → no)',
  ],
  [
    'the basis of the fees by another credit',
    credited,
    { basis: 'after-credit' },
    { credits: 8_000_00 },
    'Decide again: fees computed from: what remains after the credit (credits: $5,000 → $8,000)',
  ],
  [
    'whether a bonus counts by another bonus',
    built,
    { bonus: 'apart' },
    { bonus: 90_000_00 },
    'Decide again: the bonus does not count (bonus: $10,000 → $90,000)',
  ],
  [
    'a settled estimate by another kind',
    started,
    { settled: { estimate: 1_050_00, fee: 1_000_00 } },
    { kind: 'commercial' },
    'Decide again: the estimate settled at $1,000 (kind: Residential sale → Commercial sale (5+ units, mixed use, land))',
  ],
  [
    'a waiver by an option that is left out',
    { coordinator: true },
    { lines: [{ ...line, label: 'Coordinator', amount: 500_00 }] },
    { coordinator: false },
    'Decide again: Coordinator waived $500 (First closing with us) (coordinator: yes → no)',
  ],
  [
    'a waiver for who is a principal, and is none any more',
    { principal: true },
    { lines: [{ ...line, reason: 'Own home' }] },
    { principal: false },
    'Decide again: Transaction fee waived $475 (Own home) (agent is principal: yes → no)',
  ],
  [
    'a deduction by another price',
    {},
    { deductions: [{ kind: 'other', amount: 100_00, reason: 'Signs' }] },
    { price: 8_500_000_00 },
    'Decide again: deduction $100 (Signs) (price: $850,000 → $8,500,000)',
  ],
];

describe('what was decided is open again by other facts', () => {
  it.each(reopenings)('%s', async (_name, reported, decided, changed, said) => {
    const { _id } = await report(reported);
    expect((await decide(_id, decided)).obstacles).toEqual([]);
    const open = await change(_id, { ...reported, ...changed });
    expect(open.obstacles).toContain(said);
    expect(await historyOf(_id)).toContain(said);
    expect((await tryToApprove(_id)).status).toBe(400);
    // As it was decided for, it holds; and it is decided again by the same call.
    expect((await change(_id, reported)).obstacles).toEqual([]);
    await change(_id, { ...reported, ...changed });
    expect((await decide(_id, decided)).reopened).toEqual([]);
  });

  it('of a version that did not note for what, until it is approved', async () => {
    const { _id } = await report(escrow);
    await decide(_id, { inHouseEscrow: 900_00 });
    const { decisions } = await server.db
      .selectFrom('closings')
      .select('decisions')
      .where('id', '=', _id)
      .executeTakeFirstOrThrow();
    const { madeFor: _, ...former } = JSON.parse(decisions);
    const store = () =>
      server.db
        .updateTable('closings')
        .set({ decisions: JSON.stringify(former) })
        .where('id', '=', _id)
        .execute();
    await store();
    expect((await seen(_id)).obstacles).toContainEqual(
      expect.stringContaining('price: not noted → $300,000'),
    );
    await decide(_id, { inHouseEscrow: 900_00 });
    await takeStep(server, office, _id, 'approved');
    await store();
    expect((await seen(_id)).obstacles).toEqual([]);
    await takeStep(server, office, _id, 'letter-sent');
  });

  it('where the annual fee that it deducts was received since', async () => {
    const member = await person(server);
    await letWork(server, member.id);
    const { _id } = await report({}, member);
    await decide(_id, { deductions: [{ kind: 'annual', amount: 100_00, reason: 'Unpaid' }] });
    await takeStep(server, office, _id, 'approved');
    await noteCheck(server, member.id, 'annual-fee');
    const sent = await tryTo(office, `POST /api/closings/${_id}/steps`, { step: 'letter-sent' });
    expect([sent.status, sent.body.msg]).toEqual([
      400,
      'Decide again: annual fee deducted $100 (noted as paid: no → yes)',
    ]);
  });

  it('and a settled fee is not below the rule without a waiver that says why', async () => {
    const { _id } = await report(started);
    const low = await decide(_id, { settled: { estimate: 1_050_00, fee: 0 } });
    expect(low.obstacles).toEqual([expect.stringContaining('settled below the price rule')]);
    const waived = { ...line, amount: 1_000_00 };
    const said = await decide(_id, { settled: { estimate: 1_050_00, fee: 1_000_00 }, lines: [waived] });
    expect(said.obstacles).toEqual([]);
    expect(said.statement.fees).toBe(0);
    expect(said.events[0]).toMatchObject({
      by: office.name,
      text: expect.stringContaining('Transaction fee waived $1,000 (First closing with us)'),
    });
  });

  it('a tick of the package made for another file', async () => {
    const { _id } = await report();
    await takeStep(server, office, _id, 'approved');
    const ticked = ['Closing statement', 'Signed disclosures'];
    await made(server, office, `PUT /api/closings/${_id}/package`, { ticked });
    await changeOwn(_id, { property: '1 Other St' });
    expect(await historyOf(_id)).toContain(
      'Tick again: Closing statement (property: 12 Ocean View Dr, Malibu → 1 Other St)',
    );
    for (const step of ['approved', 'letter-sent', 'closed'] as const)
      await takeStep(server, office, _id, step);
    const missing = await tryTo(office, `POST /api/closings/${_id}/steps`, { step: 'package-received' });
    expect(missing.body.msg).toMatch(/^The package is not complete: Closing statement, Signed disclosures/);
  });
});

describe('a side that another is charged for', () => {
  /** Charges $600 on one side for both. Returns the charged side, then the other. */
  async function bothSides(): Promise<[here: string, there: string]> {
    const sides = { bothSides: true, otherSide: { by: 'rate', rate: 2_50 } };
    const { _id, linked } = await report(sides);
    await decide(_id, { sides: 'here' });
    const { statement, obstacles } = await decide(linked[0]._id, { sides: 'there' });
    expect([statement.fees, obstacles]).toEqual([0, []]);
    return [_id, linked[0]._id];
  }

  /** Each ends the other side, or the deal. */
  const ends: [string, (here: string, there: string) => Promise<unknown>][] = [
    [
      'fell through',
      (here) => made(server, office, `POST /api/closings/${here}/fell-through`, { reason: 'No' }),
    ],
    ['archived', (here) => made(server, office, `POST /api/closings/${here}/archive`)],
    ['unlinked', (here) => made(server, office, `DELETE /api/closings/${here}/link`)],
  ];

  it.each(ends)('is charged again when that one is %s', async (_name, end) => {
    const [here, there] = await bothSides();
    await end(here, there);
    const open = await seen(there);
    expect(open.statement.fees).toBe(600_00);
    expect(open.obstacles).toHaveLength(2);
    expect(await historyOf(there)).toEqual([
      'Decide again: both sides: as one, charged there (other side: 12 Ocean View Dr, Malibu → none)',
    ]);
    expect((await tryToApprove(there)).status).toBe(400);
  });

  it.each(ends)('is not sent once it is approved, and who approves is told: %s', async (_name, end) => {
    const [here, there] = await bothSides();
    await takeStep(server, office, there, 'approved');
    await end(here, there);
    const sent = await tryTo(office, `POST /api/closings/${there}/steps`, { step: 'letter-sent' });
    expect([sent.status, sent.body.msg]).toEqual([400, expect.stringMatching(/^Decide again: both sides/)]);
    expect(await historyOf(there)).toHaveLength(1);
    const texts = await textsTo(server, second.email);
    expect(texts.at(-1)).toContain(`/dashboard/admin/closings/${there}`);
  });

  it('is charged again when it is no side of both any more', async () => {
    const [, there] = await bothSides();
    const changed = await change(there, { bothSides: false });
    expect(changed.statement.fees).toBe(600_00);
  });

  it('waits until the other says that it is charged, and is paid first', async () => {
    const [here, there] = await bothSides();
    await decide(here, {});
    expect((await seen(there)).obstacles).toEqual([
      'No other side is charged for this one: decide there first that both are charged as one',
    ]);
    await decide(here, { sides: 'here' });
    for (const step of ['approved', 'letter-sent', 'closed', 'package-received'] as const)
      await takeStep(server, office, there, step);
    const paid = await payment(server, office, there);
    const early = await tryTo(office, `POST /api/closings/${there}/paid`, paid);
    expect([early.status, early.body.msg]).toEqual([
      400,
      'The other side is charged for both, so it is paid first',
    ]);
    for (const step of ['approved', 'letter-sent', 'closed', 'package-received', 'paid'] as const)
      await takeStep(server, office, here, step);
    await takeStep(server, office, there, 'paid');
  });

  it('is decided again, as is the other, when the property of either changes', async () => {
    const [here, there] = await bothSides();
    await change(there, { bothSides: true, property: '14 Ocean View Dr, Malibu' });
    const own = '(property: 12 Ocean View Dr, Malibu → 14 Ocean View Dr, Malibu)';
    expect(await historyOf(there)).toEqual([`Decide again: both sides: as one, charged there ${own}`]);
    expect((await seen(there)).statement.fees).toBe(600_00);
    expect(await historyOf(here)).toHaveLength(1);
    const [, other] = await bothSides();
    await change((await seen(other)).linked[0]._id, {
      bothSides: true,
      property: '16 Ocean View Dr, Malibu',
    });
    expect(await historyOf(other)).toEqual([
      expect.stringContaining('other side: 12 Ocean View Dr, Malibu → 16'),
    ]);
  });

  it('of which an earlier version did not note the property holds', async () => {
    const [, there] = await bothSides();
    const where = server.db.selectFrom('closings').select('decisions').where('id', '=', there);
    const { madeFor, ...decisions } = JSON.parse((await where.executeTakeFirstOrThrow()).decisions);
    const { property: _, ...sides } = madeFor.sides;
    await server.db
      .updateTable('closings')
      .set({ decisions: JSON.stringify({ ...decisions, madeFor: { ...madeFor, sides } }) })
      .where('id', '=', there)
      .execute();
    expect((await seen(there)).obstacles).toEqual([]);
  });

  it('is charged by its own commission, whatever else is typed, and the history has the figure', async () => {
    const [here] = await bothSides();
    const typed = await decide(here, { sides: 'here', otherCommission: 0 });
    const said =
      'Decide again: both sides: as one, charged here, the other side at $0 (commission of the other side: $0 → $21,250)';
    expect(typed.obstacles).toContain(said);
    expect((await tryToApprove(here)).status).toBe(400);
    const left = await decide(here, { sides: 'here' });
    expect([left.obstacles, left.decisions.otherCommission]).toEqual([[], 21_250_00]);
    expect(left.events[0]).toMatchObject({
      kind: 'decided',
      text: 'both sides: as one, charged here, the other side at $21,250',
    });
  });

  it('is decided again when the commission of the side it is charged for changes', async () => {
    const [here, there] = await bothSides();
    await change(there, { bothSides: true, commission: { by: 'rate', rate: 3_00 } });
    expect((await seen(here)).obstacles).toContainEqual(
      expect.stringContaining('($21,250) → 12 Ocean View Dr, Malibu ($25,500)'),
    );
  });
});

describe('who must not work', () => {
  /** Each keeps a member from working; the last value is the message. */
  const stops: [string, (member: Person) => Promise<unknown>, string][] = [
    [
      'with an expired license',
      ({ id }) =>
        server.db
          .updateTable('licenses')
          .set({ expires_on: '2026-01-31' })
          .where('user_id', '=', id)
          .execute(),
      'may not work: ',
    ],
    [
      'without a number',
      ({ id }) => server.db.updateTable('licenses').set({ number: '' }).where('user_id', '=', id).execute(),
      'may not work: ',
    ],
    [
      'with another number than was looked at',
      ({ id }) =>
        server.db.updateTable('licenses').set({ number: '01999999' }).where('user_id', '=', id).execute(),
      'may not work: ',
    ],
  ];

  it.each(stops)('is not approved, sent or paid, %s', async (_name, stop, says) => {
    const member = await person(server);
    await letWork(server, member.id);
    const inStates = async (steps: readonly ('approved' | 'letter-sent' | 'closed' | 'funds-received')[]) => {
      const { _id } = await report({ coAgents: [{ user: member.id, rate: 40_00 }] });
      for (const step of steps) await takeStep(server, office, _id, step);
      return _id;
    };
    const reported = await inStates([]);
    const approved = await inStates(['approved']);
    const funded = await inStates(['approved', 'letter-sent', 'closed', 'funds-received']);
    await stop(member);
    const answers = [
      await tryToApprove(reported),
      await tryTo(office, `POST /api/closings/${approved}/steps`, { step: 'letter-sent' }),
      await tryTo(office, `POST /api/closings/${funded}/paid`, await payment(server, office, funded)),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(400);
      expect(body.msg).toContain(`${member.name} ${says}`);
    }
    expect((await seen(funded)).obstacles[0]).toContain(member.name);
  });

  it('is paid by the license that was approved alone', async () => {
    const member = await person(server);
    await letWork(server, member.id);
    const { _id } = await report({}, member);
    await takeStep(server, office, _id, 'approved');
    await server.db
      .updateTable('licenses')
      .set({ number: '01888888' })
      .where('user_id', '=', member.id)
      .execute();
    // The office looks at the new one: the member may work, and the letter has the old one.
    await letWork(server, member.id);
    const sent = await tryTo(office, `POST /api/closings/${_id}/steps`, { step: 'letter-sent' });
    expect(sent.status).toBe(400);
    expect(sent.body.msg).toContain('and now it would be');
    expect(sent.body.msg).toContain('DRE license 01888888”: withdraw the approval');
  });
});

describe('the letter that is approved', () => {
  it('is the one that was shown', async () => {
    const { _id } = await report();
    const { letter, version } = await seen(_id);
    expect(letter).toMatchObject({
      title: 'Commission instruction',
      facts: expect.arrayContaining([{ label: 'Property', value: '12 Ocean View Dr, Malibu' }]),
      tables: [{ caption: 'Payees', header: ['Payee', 'Amount'] }],
    });
    expect(letter.tables[0].rows).toContainEqual([
      expect.stringContaining(`${agent.name}, DRE license `),
      '$20,650.00',
    ]);
    const approve = (body: object) => tryTo(office, `POST /api/closings/${_id}/approve`, body);
    expect((await approve({ version, signature: 'Ada' })).status).toBe(400);
    const changed = await change(_id, { holderName: 'Other Escrow' });
    const refused = await approve({
      version: changed.version,
      signature: 'Ada',
      sha256: letter.sha256,
    });
    expect([refused.status, refused.body.msg]).toEqual([
      412,
      'The letter would say something else than when you looked at it. Read it again, then approve it',
    ]);
    const approved = await takeStep(server, office, _id, 'approved');
    expect(approved).toMatchObject({ state: 'approved', letter: null });
  });

  it('changes with the license of a payee, too', async () => {
    const member = await person(server);
    await letWork(server, member.id);
    const { _id } = await report({}, member);
    const body = await approval(server, office, _id);
    await server.db
      .updateTable('licenses')
      .set({ number: '01777777' })
      .where('user_id', '=', member.id)
      .execute();
    expect((await tryTo(office, `POST /api/closings/${_id}/approve`, body)).status).toBe(412);
    expect(
      (await tryTo(office, `POST /api/closings/${_id}/approve`, { ...body, sha256: noHash })).status,
    ).toBe(412);
  });

  it('has the brokerage as it is by now, also in a process that has not read its settings again', async () => {
    const other = await secondServer(server);
    try {
      const { settings } = await made(server, office, 'GET /api/site/settings');
      const brokerage = { ...settings.brokerage, legalName: 'Harbor Light Realty, Inc.' };
      await made(server, office, 'PUT /api/site/settings', { ...settings, brokerage });
      const { _id } = await report();
      const body = await approval(other, office, _id);
      await made(other, office, `POST /api/closings/${_id}/approve`, body);
      const { content } = await server.db
        .selectFrom('closing_letters')
        .select('content')
        .where('closing_id', '=', _id)
        .executeTakeFirstOrThrow();
      expect(JSON.parse(content).from).toContainEqual(['Broker', 'Harbor Light Realty, Inc.']);
    } finally {
      await other.stop();
    }
  });

  it('names its members as their accounts do, and is neither sent nor paid with a former name', async () => {
    const member = await person(server, { name: 'Ana Ortiz' });
    await letWork(server, member.id);
    const rename = (name: string) =>
      server.db.updateTable('users').set({ name }).where('id', '=', member.id).execute();
    const { _id } = await report({ coAgents: [{ user: member.id, rate: 40_00 }] });
    const own = (await report({}, member))._id;
    await rename('Ana Smith');
    for (const id of [_id, own]) {
      await takeStep(server, office, id, 'approved');
      expect((await seen(id)).obstacles).toEqual([]);
    }
    await rename('Ana Ortiz-Smith');
    for (const id of [_id, own]) {
      const [point] = (await seen(id)).obstacles;
      expect(point).toMatch(
        /^The letter says “Ana Smith, DRE license \d+”, and now it would be “Ana Ortiz-Smith, DRE/,
      );
      const refused = await tryTo(office, `POST /api/closings/${id}/steps`, { step: 'letter-sent' });
      expect([refused.status, refused.body.msg]).toEqual([400, point]);
    }
  });
});

describe('what a PDF cannot show', () => {
  const odd = '李 Homes';
  const refusal = 'has “李” (U+674E), which the PDF cannot show: use Latin letters';
  const fields: [string, object][] = [
    ['property', { property: odd }],
    ['holderName', { holderName: odd }],
    ['fileNumber', { fileNumber: odd }],
    ['referral.broker', { referral: { by: 'rate', rate: 1, broker: odd, license: '1', state: 'NV' } }],
    ['referral.license', { referral: { by: 'rate', rate: 1, broker: 'A', license: odd, state: 'NV' } }],
  ];

  it.each(fields)('is refused where it is typed: %s', async (field, given) => {
    const { status, body } = await tryTo(agent, 'POST /api/my-closings', closingBody(given));
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ field, msg: expect.stringContaining(refusal) }]);
  });

  it('is refused of a line, a signature, a reason of a withdrawal and of a fall', async () => {
    const { _id } = await report();
    const refused = async (key: string, body: unknown) => {
      const answer = await tryTo(office, key, body);
      expect(answer.body.errors?.[0]?.msg, key).toContain(refusal);
    };
    const at = `/api/closings/${_id}`;
    await refused(`PUT ${at}/decisions`, { lines: [{ ...line, label: odd }] });
    await refused(`PUT ${at}/decisions`, { lines: [{ ...line, reason: odd }] });
    await refused(`POST ${at}/approve`, { version: 1, signature: odd, sha256: noHash });
    await refused(`POST ${at}/withdraw`, { reason: odd });
    await refused(`POST ${at}/fell-through`, { reason: odd });
  });

  it('keeps a letter from being frozen, with its place and character', async () => {
    const member = await person(server, { name: 'Ana 李' });
    await letWork(server, member.id);
    const { _id } = await report({}, member);
    const points = [
      'The letter cannot show “李” (U+674E) in “Agent”: use Latin letters',
      'The letter cannot show “李” (U+674E) in “Payees”: use Latin letters',
    ];
    expect((await seen(_id)).obstacles).toEqual(points);
    expect((await tryToApprove(_id)).body.msg).toBe(points[0]);
  });

  it('is not drawn as a question mark in a notice: an arrow is a word', async () => {
    const { _id } = await report();
    await takeStep(server, office, _id, 'approved');
    await changeOwn(_id, { price: 900_000_00 });
    const { content } = await server.db
      .selectFrom('closing_letters')
      .select('content')
      .where('closing_id', '=', _id)
      .where('kind', '=', 'notice')
      .executeTakeFirstOrThrow();
    expect(content).toContain('Changed: price: $850,000 to $900,000');
  });
});

it('an approval that is withdrawn keeps the record from the day of the report in Los Angeles', async () => {
  const { _id } = await report();
  const reported_at = '2026-11-05T03:00:00.000Z';
  await server.db.updateTable('closings').set({ reported_at }).where('id', '=', _id).execute();
  await takeStep(server, office, _id, 'approved');
  await made(server, office, `POST /api/closings/${_id}/withdraw`, { reason: 'Another fee' });
  const row = server.db.selectFrom('closings').select('keep_from').where('id', '=', _id);
  expect(await row.executeTakeFirst()).toEqual({ keep_from: '2026-11-04' });
});

describe.each(['agent', 'co-agent'] as const)('an invoice of a lease whose %s', (role) => {
  const others: [name: string, change: (who: Person) => Promise<unknown>, now: (who: Person) => string][] = [
    [
      'is paid by a corporation by now',
      ({ id }) =>
        server.db.insertInto('member_payees').values({ user_id: id, corporation: 'Homes, Inc.' }).execute(),
      ({ name }) => `Homes, Inc., for ${name}, DRE license`,
    ],
    [
      'has another name by now',
      ({ id, email }) =>
        made(server, office, `PUT /api/users/${id}`, { name: 'Nea New', email, admin: false }),
      () => 'Nea New, DRE license',
    ],
  ];

  it.each(others)('%s is neither sent nor paid', async (_name, change, now) => {
    const [owner, partner] = [await person(server), await person(server)];
    for (const { id } of [owner, partner]) await letWork(server, id);
    const lease = { kind: 'lease', coAgents: [{ user: partner.id, rate: 40_00 }] };
    const [sent, approved] = [await report(lease, owner), await report(lease, owner)];
    for (const { _id } of [sent, approved]) await takeStep(server, office, _id, 'approved');
    for (const step of ['letter-sent', 'closed', 'package-received'] as const)
      await takeStep(server, office, sent._id, step);
    const who = role === 'agent' ? owner : partner;
    await change(who);
    const answers = [
      await tryTo(office, `POST /api/closings/${approved._id}/steps`, { step: 'letter-sent' }),
      await tryTo(office, `POST /api/closings/${sent._id}/paid`, await payment(server, office, sent._id)),
    ];
    for (const { status, body } of answers) {
      expect([status, body.msg]).toEqual([400, expect.stringContaining(`now it would be “${now(who)}`)]);
      expect(body.msg).toContain(`The letter says “${who.name}, DRE license`);
    }
  });
});

it('a suspended member is paid what they have earned, and the office is told of the suspension', async () => {
  const member = await person(server);
  await letWork(server, member.id);
  const { _id } = await report({ coAgents: [{ user: member.id, rate: 40_00 }] });
  expect((await seen(_id)).suspended).toEqual([]);
  const { id } = member;
  await made(server, office, `POST /api/users/${id}/suspend`);
  expect((await seen(_id)).suspended).toEqual([member.name]);
  for (const step of ['approved', 'letter-sent', 'closed', 'package-received', 'paid'] as const)
    await takeStep(server, office, _id, step);
});

it('sides that are linked at once, by two processes, are all of one deal', async () => {
  const other = await secondServer(server);
  try {
    for (let round = 0; round < 10; round++) {
      const [a, b, b2, c] = await Promise.all(Array.from({ length: 4 }, async () => (await report())._id));
      await made(server, office, `POST /api/closings/${b}/link`, { closing: b2 });
      await Promise.all([
        made(server, office, `POST /api/closings/${a}/link`, { closing: b }),
        made(other, office, `POST /api/closings/${b2}/link`, { closing: c }),
      ]);
      const sides = await server.db
        .selectFrom('closings')
        .select('deal_id')
        .where('id', 'in', [a, b, b2, c])
        .execute();
      expect(new Set(sides.map(({ deal_id }) => deal_id)).size).toBe(1);
    }
  } finally {
    await other.stop();
  }
});
