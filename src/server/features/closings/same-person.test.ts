import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completeAnswers } from '../../../../test/answers.ts';
import {
  approval,
  approver,
  closingBody,
  importedClosing,
  letWork,
  made,
  nameApprover,
  payment,
  takeStep,
} from '../../../../test/closings.ts';
import {
  agreementWords,
  broker,
  checkedLicense,
  invitedLead,
  mailedCode,
  read,
} from '../../../../test/joining.ts';
import { textsTo } from '../../../../test/mails.ts';
import { type Person, person, profileBody, seenBody } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import type { FileEntry } from '../../../shared/compliance/compliance.contract.ts';
import { officeDay } from '../../../shared/dates.ts';
import { day, minute } from '../../../shared/time.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import { eraseOldData } from '../retention/erase-old-data.ts';

/** docs/security.md S17.12: another account of the same person is their own. */

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await testServer();
  admin = await broker(server);
  await made(server, admin, 'PUT /api/agreements/text', { text: agreementWords });
});
afterAll(() => server.stop());

const call = (who: { token: string }, key: string, body?: object) =>
  server.call(key, { token: who.token, body });
const ok = (who: { token: string }, key: string, body?: object) => made(server, who, key, body);
const license = (number: string) => ({ number, expires: '2099-01-31' });
const ownLicense = (who: Person, number: string) => ok(who, 'PUT /api/licenses/me', license(number));
const approve = async (who: Person, id: string) =>
  call(who, `POST /api/closings/${id}/approve`, await approval(server, who, id));
const report = (who: Person, given: object = {}) => ok(who, 'POST /api/my-closings', closingBody(given));

/** Joins by signing, and is paid by a corporation. */
async function joinAs(who: Person, number: string, corporation: string): Promise<void> {
  const applicant = await invitedLead(server, admin.token, { email: who.email });
  const answers = {
    ...completeAnswers,
    license: number,
    payTo: 'corporation',
    corporation,
    declaration: 'yes',
  } as const;
  const sha256 = await read(server, applicant, answers);
  const code = await mailedCode(server, applicant, sha256);
  const { token } = applicant;
  const body = { token, sha256, name: completeAnswers.name, agree: true, consent: true, code };
  expect((await server.call('POST /api/join/sign', { body })).status).toBe(200);
  await checkedLicense(server, admin.token, applicant);
  await ok(admin, `POST /api/joining/applications/${applicant.id}/approve`);
  await ok(admin, `POST /api/joining/applications/${applicant.id}/countersign`, { sha256 });
}

async function working(): Promise<Person> {
  const member = await person(server);
  await letWork(server, member.id);
  return member;
}

let numbers = 1_700_000;
function nextNumber(): string {
  numbers += 1;
  return String(numbers).padStart(8, '0');
}

/** Makes a member another account of an approver. */
const ways: [string, (office: Person, other: Person) => Promise<unknown>][] = [
  [
    'by a license number that one had before',
    async (office, other) => {
      const number = nextNumber();
      await ownLicense(office, number);
      await ownLicense(office, nextNumber());
      await ownLicense(other, number);
    },
  ],
  [
    'by a former email address',
    async (office, other) => {
      const { email } = office;
      const of = { name: office.name, admin: true, coordinator: false };
      await ok(admin, `PUT /api/users/${office.id}`, { ...of, email: `new-${email}` });
      const its = { name: other.name, admin: false, coordinator: false };
      await ok(admin, `PUT /api/users/${other.id}`, { ...its, email });
      // Another address by someone else ends the approvals.
      await nameApprover(server, office.id);
    },
  ],
  [
    'by the corporation that is paid for both',
    async (office, other) => {
      const corporation = `Ito Homes ${nextNumber()}, Inc.`;
      await joinAs(office, nextNumber(), corporation);
      await joinAs(other, nextNumber(), corporation.toUpperCase());
    },
  ],
  [
    'by a corporation that is written otherwise',
    async (office, other) => {
      const corporation = `Ito & Ito ${nextNumber()}`;
      await joinAs(office, nextNumber(), `${corporation}, Inc.`);
      await joinAs(other, nextNumber(), `${corporation} Incorporated, a California corporation`);
    },
  ],
  [
    'by a corporation whose kind is written in full',
    async (office, other) => {
      const corporation = `Ito Land ${nextNumber()}`;
      await joinAs(office, nextNumber(), `${corporation} Company Corp.`);
      await joinAs(other, nextNumber(), `${corporation} Co. Corporation`);
    },
  ],
  [
    'by a third account, which has their former email address and its license number',
    async (office, other) => {
      const third = await person(server);
      await passEmail(office, third);
      const number = nextNumber();
      await ownLicense(third, number);
      await ownLicense(other, number);
    },
  ],
  [
    'by a third account, which had their email address and is paid by its corporation',
    async (office, other) => {
      const corporation = `Chain Homes ${nextNumber()}, Inc.`;
      const third = await person(server);
      await joinAs(third, nextNumber(), corporation);
      await joinAs(other, nextNumber(), corporation);
      await moveEmail(office);
      await passEmail(third, office);
    },
  ],
];

/** Each gets another address by the office. */
const moveEmail = ({ id, name, email, admin: isAdmin }: Person) =>
  ok(admin, `PUT /api/users/${id}`, { name, admin: isAdmin, coordinator: false, email: `new-${email}` });

/** The other account has the address of this one, which has a new one. */
async function passEmail(from: Person, to: Person): Promise<void> {
  await moveEmail(from);
  const { name, admin: isAdmin } = to;
  await ok(admin, `PUT /api/users/${to.id}`, { name, admin: isAdmin, coordinator: false, email: from.email });
  // Another address by someone else ends the approvals.
  for (const { id, admin: mayApprove } of [from, to]) if (mayApprove) await nameApprover(server, id);
}

describe('another account of an approver', () => {
  it.each(ways)('is no agent or co-agent whose closing they handle, %s', async (_name, make) => {
    const office = await approver(server);
    const other = await working();
    const partner = await working();
    const own = await report(other);
    const shared = await report(partner, { coAgents: [{ user: other.id, rate: 40_00 }] });
    const apart = await report(partner);
    await make(office, other);
    for (const { _id } of [own, shared]) {
      expect((await approve(office, _id)).status).toBe(403);
      expect((await call(office, `PUT /api/closings/${_id}/decisions`, {})).status).toBe(403);
    }
    expect((await approve(office, apart._id)).status).toBe(200);
  });

  it.each(ways)('has a compliance file that they do not keep, %s', async (_name, make) => {
    const office = await approver(server);
    const other = await working();
    await make(office, other);
    const { number, expires } = await ok(admin, `GET /api/licenses/me`).then(() =>
      ok(other, 'GET /api/licenses/me'),
    );
    const file = `/api/compliance/members/${other.id}`;
    const acts: [string, object][] = [
      [
        `POST /api/joining/members/${other.id}/checks`,
        { kind: 'w9', ticked: true, day: '2026-01-31', note: '' },
      ],
      [`POST ${file}/entries`, { kind: 'note', text: 'All papers are here' }],
      [`POST ${file}/check`, seenBody()],
      [`PUT /api/licenses/${other.id}`, { number, expires, verified: true }],
    ];
    for (const [key, body] of acts) expect(await call(office, key, body)).toMatchObject({ status: 403 });
    for (const [key, body] of acts) await ok(admin, key, body);
  });

  it('is not made and verified in one call', async () => {
    const office = await approver(server);
    const number = nextNumber();
    await ownLicense(office, number);
    const other = await person(server);
    const body = { ...license(number), verified: true };
    expect((await call(office, `PUT /api/licenses/${other.id}`, body)).status).toBe(403);
  });

  it('is told of when its paid closings are imported', async () => {
    const office = await approver(server);
    const other = await person(server);
    const number = nextNumber();
    await ownLicense(office, number);
    await ownLicense(other, number);
    await ok(office, 'POST /api/closings/import', { csv: importedClosing(other.email, 'S-1'), apply: true });
    const events = await server.db
      .selectFrom('security_log')
      .select('event')
      .where('user_id', '=', office.id)
      .where('event', '=', 'closing.own')
      .execute();
    expect(events).toHaveLength(1);
  });
});

it('the only approver handles closings of another account of theirs where the setting lets them, which the log has', async () => {
  const office = await approver(server);
  const other = await working();
  const { _id } = await report(other);
  const number = nextNumber();
  await ownLicense(office, number);
  await ownLicense(other, number);
  await letWork(server, other.id);
  const before = await ok(admin, 'GET /api/closings/settings');
  const approvers = [{ user: office.id, capacity: 'Broker' }];
  await ok(admin, 'PUT /api/closings/settings', { ...before, approvers, ownClosings: true });
  expect((await approve(office, _id)).status).toBe(200);
  const events = await server.db
    .selectFrom('security_log')
    .select('detail')
    .where('user_id', '=', office.id)
    .where('event', '=', 'closing.own')
    .execute();
  expect(events).toMatchObject([{ detail: expect.stringContaining(`agent ${other.name}`) }]);
  await ok(admin, 'PUT /api/closings/settings', { ...before, approvers: [], ownClosings: false });
});

/** Each makes the approver another account of the member, who is gone after the approval. */
const known: [string, (office: Person, member: Person) => Promise<unknown>][] = [
  [
    'by the license',
    async (office, member) => ownLicense(office, (await ok(member, 'GET /api/licenses/me')).number),
  ],
  [
    'by the corporation',
    async (office, member) => {
      const corporation = `Lee Homes ${nextNumber()}, Inc.`;
      await joinAs(member, nextNumber(), corporation);
      await joinAs(office, nextNumber(), corporation.toUpperCase());
      await letWork(server, member.id);
    },
  ],
];
it.each(known)('an account that is deleted after the approval is still known, %s', async (_name, make) => {
  const office = await approver(server);
  const member = await working();
  const partner = await working();
  await make(office, member);
  await ok(admin, `POST /api/joining/members/${member.id}/checks`, {
    kind: 'may-work',
    ticked: true,
    day: '2026-01-31',
    note: '',
  });
  const other = await approver(server);
  const lease = { kind: 'lease', price: 3_500_00, commission: { by: 'rate', rate: 100_00 } };
  const coAgents = [{ user: member.id, rate: 40_00 }];
  const closings = [
    await report(member),
    await report(partner, { coAgents }),
    // Its invoice tells the payer nothing of who is paid.
    await report(member, lease),
    await report(partner, { ...lease, coAgents }),
  ];
  for (const { _id } of closings) expect((await approve(other, _id)).status).toBe(200);
  await ok(admin, `DELETE /api/users/${member.id}`);
  for (const { _id } of closings) {
    const act = (key: string, body?: object) => call(office, key.replace(':id', _id), body);
    expect((await act('POST /api/closings/:id/steps', { step: 'letter-sent' })).status).toBe(403);
    for (const step of ['letter-sent', 'closed', 'package-received'] as const)
      await takeStep(server, other, _id, step);
    expect((await act('POST /api/closings/:id/paid', await payment(server, office, _id))).status).toBe(403);
    await takeStep(server, other, _id, 'paid');
    const correction = { on: officeDay(now()), reason: 'A slip', kept: 100 };
    expect((await act('POST /api/closings/:id/corrections', correction)).status).toBe(403);
    expect((await ok(office, `GET /api/closings/${_id}`)).interest).not.toBeNull();
  }
});

it('another admin is news to all admins', async () => {
  const invited = { name: 'Second Account', email: 'second@example.org', admin: true, coordinator: false };
  await ok(await person(server, { admin: true }), 'POST /api/users', invited);
  const texts = await textsTo(server, admin.email);
  expect(texts.join('\n')).toContain('changed the rights of Second Account');
});

it('a number counts no more once the office has replaced it and withdrawn its entry', async () => {
  const office = await approver(server);
  const other = await working();
  const own = await report(other);
  const wrong = nextNumber();
  await ownLicense(office, wrong);
  await ownLicense(other, wrong);
  await ownLicense(other, nextNumber());
  await letWork(server, other.id);
  expect((await approve(office, own._id)).status).toBe(403);
  const { entries } = await ok(admin, `GET /api/compliance/members/${other.id}`);
  const mistyped = entries.find(
    (entry: FileEntry) => 'number' in entry.details && entry.details.number === wrong,
  );
  const withdraw = `POST /api/compliance/entries/${mistyped._id}/withdraw`;
  const reason = { reason: 'Mistyped' };
  expect((await call(office, withdraw, reason)).status).toBe(403);
  const bot = await ok(admin, 'POST /api/api-tokens', { name: 'HR', scopes: ['members:write'], days: 5 });
  expect((await call(bot, withdraw, reason)).status).toBe(403);
  await ok(admin, withdraw, reason);
  expect((await textsTo(server, admin.email)).join()).toContain(`withdrew the license number ${wrong}`);
  expect((await approve(office, own._id)).status).toBe(200);
});

it('a number that was withdrawn counts no more, also once the account that had it is deleted', async () => {
  const office = await approver(server);
  const other = await working();
  const wrong = nextNumber();
  await ownLicense(office, wrong);
  await ownLicense(office, nextNumber());
  await ownLicense(other, wrong);
  await letWork(server, other.id);
  const lease = { kind: 'lease', price: 3_500_00, commission: { by: 'rate', rate: 100_00 } };
  const own = await report(other, lease);
  await takeStep(server, await approver(server), own._id, 'approved');
  await ok(admin, `DELETE /api/users/${other.id}`);
  const send = () => call(office, `POST /api/closings/${own._id}/steps`, { step: 'letter-sent' });
  expect((await send()).status).toBe(403);
  const { entries } = await ok(admin, `GET /api/compliance/members/${office.id}`);
  const mistyped = entries.find(
    (entry: FileEntry) => 'number' in entry.details && entry.details.number === wrong,
  );
  await ok(admin, `POST /api/compliance/entries/${mistyped._id}/withdraw`, { reason: 'Mistyped' });
  expect((await send()).status).toBe(200);
});

describe('a license number that a member types and that someone of the office has', () => {
  const numberOf = async (who: Person, number: string): Promise<string> => {
    const { entries } = await ok(admin, `GET /api/compliance/members/${who.id}`);
    return entries.find(({ details, withdrawn }: FileEntry) => {
      return !withdrawn && details.kind === 'license' && details.number === number;
    })._id;
  };
  const withdraw = (who: Person, id: string) =>
    call(who, `POST /api/compliance/entries/${id}/withdraw`, { reason: 'Not the same person' });
  const mailsOf = async (who: Person, number: string) =>
    (await textsTo(server, who.email)).filter((text) => text.includes(`the license number ${number}`));
  const linkedBy = (who: Person) =>
    server.db
      .selectFrom('security_log')
      .select('detail')
      .where('event', '=', 'license.linked')
      .where('user_id', '=', who.id)
      .execute();

  it('is told to all admins, once for each', async () => {
    const first = await person(server, { admin: true, name: 'Bo First' });
    const second = await approver(server);
    const agent = await person(server, { name: 'Ann Agent' });
    const [one, two, apart] = [nextNumber(), nextNumber(), nextNumber()];
    await ownLicense(first, one);
    await ownLicense(second, two);
    await ownLicense(agent, apart);
    expect(await linkedBy(agent)).toEqual([]);
    await ownLicense(agent, one);
    expect(await linkedBy(agent)).toEqual([
      { detail: `license ${one}: user ${agent.id} is one person with user ${first.id}` },
    ]);
    for (const who of [first, second, admin]) {
      const [mail, ...others] = await mailsOf(who, one);
      expect([mail, others]).toEqual([expect.stringContaining('one person with Bo First'), []]);
      expect(mail).toContain(`/dashboard/admin/compliance/${agent.id}`);
    }
    // By the form of the profile, too.
    await ok(agent, 'POST /api/profile', { ...profileBody, license: two });
    await ownLicense(agent, one);
    await ownLicense(agent, apart);
    expect(await linkedBy(agent)).toHaveLength(2);
    expect(await mailsOf(admin, one)).toHaveLength(1);
    expect(await mailsOf(admin, two)).toHaveLength(1);
    expect(await mailsOf(agent, one)).toEqual([]);
  });

  it('is not told where they are one person by more, or where no one of the office has it', async () => {
    const office = await approver(server);
    const [agent, other] = [await person(server), await person(server)];
    await passEmail(office, agent);
    const [number, shared] = [nextNumber(), nextNumber()];
    await ownLicense(office, number);
    await ownLicense(agent, number);
    await ownLicense(other, shared);
    await ownLicense(agent, shared);
    expect(await linkedBy(agent)).toEqual([]);
  });

  it('is withdrawn by an admin who does not have it, and has another that the member typed', async () => {
    const [first, second] = [await approver(server), await approver(server)];
    const agent = await working();
    const [one, two] = [nextNumber(), nextNumber()];
    await ownLicense(first, one);
    await ownLicense(second, two);
    for (const number of [one, two, nextNumber()]) await ownLicense(agent, number);
    await letWork(server, agent.id);
    const own = await report(agent);
    for (const who of [first, second]) expect((await approve(who, own._id)).status).toBe(403);
    const [entryOne, entryTwo] = [await numberOf(agent, one), await numberOf(agent, two)];
    expect((await withdraw(first, entryOne)).status).toBe(403);
    expect((await withdraw(second, entryTwo)).status).toBe(403);
    // Other entries of the file stay closed.
    const note = { kind: 'note', text: 'All papers are here' };
    const noted = await call(first, `POST /api/compliance/members/${agent.id}/entries`, note);
    expect(noted.status).toBe(403);
    expect((await withdraw(second, entryOne)).status).toBe(200);
    expect((await textsTo(server, admin.email)).join()).toContain(`withdrew the license number ${one}`);
    expect((await approve(second, own._id)).status).toBe(403);
    const { entries } = await ok(admin, `GET /api/compliance/members/${agent.id}`);
    expect(entries).toContainEqual(
      expect.objectContaining({
        about: entryOne,
        by: second.name,
        details: { kind: 'withdrawal', reason: 'Not the same person' },
      }),
    );
    expect((await withdraw(first, entryTwo)).status).toBe(200);
    expect((await approve(first, own._id)).status).toBe(200);
    // Typed once more, it is news once more.
    await ownLicense(agent, one);
    expect(await mailsOf(admin, one)).toHaveLength(3);
  });

  it('is not withdrawn by an admin who is the same person by more, or by a number that was looked at', async () => {
    const [first, second] = [await approver(server), await approver(server)];
    const agent = await person(server);
    const [one, two] = [nextNumber(), nextNumber()];
    await ownLicense(first, one);
    await ownLicense(second, two);
    await ok(admin, `PUT /api/licenses/${agent.id}`, { ...license(two), verified: true });
    for (const number of [one, nextNumber()]) await ownLicense(agent, number);
    expect((await withdraw(second, await numberOf(agent, one))).status).toBe(403);
    const another = await person(server);
    await passEmail(second, another);
    for (const number of [one, nextNumber()]) await ownLicense(another, number);
    expect((await withdraw(second, await numberOf(another, one))).status).toBe(403);
  });

  describe.each([
    ['a clerk', 'Cal Clerk'],
    ['a token', 'Tom Tokens (HR)'],
  ])('and that %s saves', (by, name) => {
    const saver = async (): Promise<Person> => {
      if (by === 'a clerk') return person(server, { compliance: true, name });
      const maker = await person(server, { admin: true, name: 'Tom Tokens' });
      const of = { name: 'HR', scopes: ['members:write'], days: 5 };
      return { ...maker, token: (await ok(maker, 'POST /api/api-tokens', of)).token };
    };
    const save = (who: { token: string }, { id }: Person, number: string) =>
      ok(who, `PUT /api/licenses/${id}`, { ...license(number), verified: false });

    it('is told to all admins, and withdrawn by an admin who has another of these', async () => {
      const first = await person(server, { admin: true, name: 'Bo First' });
      await nameApprover(server, first.id);
      const second = await approver(server);
      const agent = await person(server, { name: 'Ann Agent' });
      const [one, two] = [nextNumber(), nextNumber()];
      await ownLicense(first, one);
      await ownLicense(second, two);
      const office = await saver();
      for (const number of [one, two, nextNumber()]) await save(office, agent, number);
      expect((await linkedBy(office)).map(({ detail }) => detail)).toEqual([
        `license ${one}: user ${agent.id} is one person with user ${first.id}`,
        `license ${two}: user ${agent.id} is one person with user ${second.id}`,
      ]);
      for (const who of [first, second, admin]) {
        const [mail, ...others] = await mailsOf(who, one);
        const text = `${name} entered the license number ${one} for Ann Agent. By it Ann Agent now counts as one person with Bo First`;
        expect([mail, others]).toEqual([expect.stringContaining(text), []]);
        expect(mail).toContain(`/dashboard/admin/compliance/${agent.id}`);
      }
      await letWork(server, agent.id);
      const own = await report(agent);
      for (const who of [first, second]) expect((await approve(who, own._id)).status).toBe(403);
      const [entryOne, entryTwo] = [await numberOf(agent, one), await numberOf(agent, two)];
      expect((await withdraw(first, entryOne)).status).toBe(403);
      expect((await withdraw(second, entryTwo)).status).toBe(403);
      expect((await withdraw(second, entryOne)).status).toBe(200);
      expect((await withdraw(first, entryTwo)).status).toBe(200);
      expect((await approve(first, own._id)).status).toBe(200);
    });

    it('is told once, and not where no one of the office has it or a number stays', async () => {
      const holder = await approver(server);
      const [agent, other] = [await person(server), await person(server)];
      const [one, shared] = [nextNumber(), nextNumber()];
      await ownLicense(holder, one);
      await ownLicense(other, shared);
      const office = await saver();
      await save(office, agent, shared);
      expect(await linkedBy(office)).toEqual([]);
      for (const _again of [1, 2]) await save(office, agent, one);
      await ok(office, `PUT /api/licenses/${agent.id}`, { number: one, expires: null, verified: false });
      expect(await linkedBy(office)).toHaveLength(1);
      expect(await mailsOf(admin, one)).toHaveLength(1);
    });
  });

  it('is told when a clerk saves it as their own by the call of the office', async () => {
    const holder = await approver(server);
    const clerk = await person(server, { compliance: true, name: 'Cal Clerk' });
    const number = nextNumber();
    await ownLicense(holder, number);
    await ok(clerk, `PUT /api/licenses/${clerk.id}`, { ...license(number), verified: false });
    expect(await linkedBy(clerk)).toEqual([
      { detail: `license ${number}: user ${clerk.id} is one person with user ${holder.id}` },
    ]);
    expect(await mailsOf(admin, number)).toEqual([
      expect.stringContaining(`Cal Clerk entered the license number ${number}. By it they now count`),
    ]);
  });

  it('is withdrawn by no admin from their own file, whoever saved it', async () => {
    const [own, holder] = [await approver(server), await approver(server)];
    const clerk = await person(server, { compliance: true });
    const number = nextNumber();
    await ownLicense(holder, number);
    for (const each of [number, nextNumber()])
      await ok(clerk, `PUT /api/licenses/${own.id}`, { ...license(each), verified: false });
    const id = await numberOf(own, number);
    for (const who of [own, holder]) expect((await withdraw(who, id)).status).toBe(403);
    expect((await withdraw(admin, id)).status).toBe(200);
  });

  it('is told when it is that of who joins', async () => {
    const holder = await approver(server);
    const joining = await person(server, { name: 'Joy Joining' });
    const number = nextNumber();
    await ownLicense(holder, number);
    await joinAs(joining, number, `Joy Homes ${number}, Inc.`);
    const events = await linkedBy(admin);
    expect(events).toContainEqual({
      detail: `license ${number}: user ${joining.id} is one person with user ${holder.id}`,
    });
    expect(await mailsOf(holder, number)).toHaveLength(1);
  });

  it('is withdrawn by the only admin, which all admins and the log learn of', async () => {
    const apart = await testServer();
    try {
      const only = await person(apart, { admin: true });
      const agent = await person(apart);
      for (const [who, number] of [
        [only, '01700001'],
        [agent, '01700001'],
        [agent, '01700002'],
      ] as const)
        await made(apart, who, 'PUT /api/licenses/me', license(number));
      const { entries } = await made(apart, only, `GET /api/compliance/members/${agent.id}`);
      const typed = entries.find(
        ({ details }: FileEntry) => details.kind === 'license' && details.number === '01700001',
      );
      const key = `POST /api/compliance/entries/${typed._id}/withdraw`;
      await apart.db
        .updateTable('sessions')
        .set({ created_at: fromNow(-16 * minute) })
        .execute();
      const body = { reason: 'Not the same person' };
      const late = await apart.call(key, { token: only.token, body });
      expect(late).toMatchObject({ status: 400, body: { confirm: expect.any(Object) } });
      await apart.db.updateTable('sessions').set({ created_at: now() }).execute();
      await made(apart, only, key, body);
      const events = await apart.db
        .selectFrom('security_log')
        .select('event')
        .where('user_id', '=', only.id)
        .where('event', 'in', ['file.own', 'license.withdrawn'])
        .execute();
      expect(events.map(({ event }) => event).toSorted()).toEqual(['file.own', 'license.withdrawn']);
    } finally {
      await apart.stop();
    }
  });
});

it('two agents are apart whom only a chain of license numbers links, as numbers are mistyped', async () => {
  const office = await approver(server);
  const [third, other] = [await working(), await working()];
  const [first, second] = [nextNumber(), nextNumber()];
  const { _id } = await report(other);
  await ownLicense(office, first);
  await ownLicense(third, first);
  await ownLicense(third, second);
  await ownLicense(other, second);
  await letWork(server, other.id);
  expect((await approve(office, _id)).status).toBe(200);
});

it('a number that a thousand accounts have by mistake stops only those who have it', async () => {
  const office = await approver(server);
  const [shared, apart] = [await working(), await working()];
  const number = nextNumber();
  const ids = Array.from({ length: 1100 }, newId);
  const user = {
    admin: false,
    password_hash: null,
    suspended_at: null,
    last_sign_in_at: null,
    created_at: now(),
  };
  const users = ids.map((id) => ({ ...user, id, name: 'Imported', email: `${id}@example.com` }));
  await server.db.insertInto('users').values(users).execute();
  const imported = { number, expires_on: null, verified_at: null, verified_by: null, reminded: null };
  const licenses = ids.map((user_id) => ({ ...imported, user_id, updated_at: now() }));
  await server.db.insertInto('licenses').values(licenses).execute();
  const own = await report(shared);
  const another = await report(apart);
  for (const who of [office, shared]) await ownLicense(who, number);
  expect((await approve(office, own._id)).status).toBe(403);
  expect((await approve(office, another._id)).status).toBe(200);
});

it('a referral to the corporation or license of one’s other account is one’s own', async () => {
  const office = await approver(server);
  const third = await person(server);
  const corporation = `Quiet Homes ${nextNumber()}, Inc.`;
  const number = nextNumber();
  await joinAs(third, number, corporation);
  await passEmail(third, office);
  const agent = await working();
  const refers = async (broker: string, its: string) => {
    const referral = { by: 'rate', rate: 25_00, broker, license: its, state: 'CA' };
    const { _id } = await report(agent, { referral });
    return (await approve(office, _id)).status;
  };
  expect(await refers(corporation.replace('Inc.', 'Incorporated'), '01999111')).toBe(403);
  expect(await refers('Other Realty', number)).toBe(403);
  expect(await refers('Other Realty', '01999111')).toBe(200);
});

it('an agent with the same name is another person', async () => {
  const office = await approver(server);
  const other = await person(server, { name: office.name });
  await letWork(server, other.id);
  const { _id } = await report(other);
  expect((await approve(office, _id)).status).toBe(200);
});

describe('accounts of one person stay one', () => {
  const erase = (email: string) => ok(admin, 'POST /api/personal-data/erasure', { email });
  const linked = async () => {
    const office = await approver(server);
    const other = await working();
    return { office, other, own: await report(other) };
  };

  it('once the account that linked them is deleted or erased', async () => {
    for (const how of ['deleted', 'erased']) {
      const { office, other, own } = await linked();
      const third = await person(server);
      await passEmail(office, third);
      await ownLicense(third, (await ok(other, 'GET /api/licenses/me')).number);
      expect((await approve(office, own._id)).status).toBe(403);
      await (how === 'deleted' ? ok(admin, `DELETE /api/users/${third.id}`) : erase(office.email));
      expect((await approve(office, own._id)).status).toBe(403);
    }
  });

  it('once the address that both had is erased', async () => {
    const { office, other, own } = await linked();
    await passEmail(office, other);
    await moveEmail({ ...other, email: `other-${office.email}` });
    expect((await approve(office, own._id)).status).toBe(403);
    await erase(office.email);
    expect((await approve(office, own._id)).status).toBe(403);
  });

  it('once the audit log forgets that address by age', async () => {
    const { office, other, own } = await linked();
    await passEmail(office, other);
    const old = fromNow(-(22 * 31 + 1) * day);
    await server.db
      .updateTable('audit_log')
      .set({ created_at: old })
      .where('object_id', '=', office.id)
      .execute();
    await eraseOldData(server);
    const lines = server.db.selectFrom('audit_log').select('id').where('object_id', '=', office.id);
    expect(await lines.execute()).toEqual([]);
    expect((await approve(office, own._id)).status).toBe(403);
  });

  it('by a license number for the due of the deleted account, whose file was erased by age', async () => {
    const { office, other } = await linked();
    const number = nextNumber();
    await ownLicense(other, number);
    const due = { member: other.id, label: 'Sign', reason: 'A sign', amount: 50_00 };
    const { _id } = await ok(admin, 'POST /api/dues', due);
    await ok(admin, `DELETE /api/users/${other.id}`);
    await ownLicense(office, number);
    const left = { left_at: '2001-01-01T00:00:00.000Z' };
    const files = server.db.selectFrom('member_files').select('id').where('user_was', '=', other.id);
    await server.db.updateTable('member_files').set(left).where('user_was', '=', other.id).execute();
    for (const count of [1, 0]) {
      expect(await files.execute()).toHaveLength(count);
      expect(await call(office, `POST /api/dues/${_id}/waive`, { reason: 'A gift' })).toMatchObject({
        status: 403,
      });
      await eraseOldData(server);
    }
  });

  it('for what the deleted account is paid', async () => {
    const { office, other, own } = await linked();
    await passEmail(office, other);
    await takeStep(server, await approver(server), own._id, 'approved');
    await ok(admin, `DELETE /api/users/${other.id}`);
    const sent = await call(office, `POST /api/closings/${own._id}/steps`, { step: 'letter-sent' });
    expect(sent.status).toBe(403);
  });

  it('through a second deletion', async () => {
    const { office, other, own } = await linked();
    const second = await person(server);
    await passEmail(second, other);
    await takeStep(server, await approver(server), own._id, 'approved');
    await ok(admin, `DELETE /api/users/${other.id}`);
    await passEmail({ ...second, email: `new-${second.email}` }, office);
    await ok(admin, `DELETE /api/users/${second.id}`);
    const sent = await call(office, `POST /api/closings/${own._id}/steps`, { step: 'letter-sent' });
    expect(sent.status).toBe(403);
  });

  it('for a referral to the license number of the deleted account', async () => {
    const { office, other } = await linked();
    await passEmail(office, other);
    const number = nextNumber();
    await ownLicense(other, number);
    const referral = { by: 'rate', rate: 25_00, broker: 'Other Realty', license: number, state: 'CA' };
    const { _id } = await report(await working(), { referral });
    expect((await approve(office, _id)).status).toBe(403);
    await ok(admin, `DELETE /api/users/${other.id}`);
    expect((await approve(office, _id)).status).toBe(403);
  });

  it('for the dues and the file of the deleted account', async () => {
    const { office, other } = await linked();
    await passEmail(office, other);
    const due = { member: other.id, label: 'Sign', reason: 'A sign', amount: 50_00 };
    const { _id } = await ok(admin, 'POST /api/dues', due);
    await ok(admin, `POST /api/compliance/members/${other.id}/entries`, { kind: 'note', text: 'A note' });
    const { entries } = await ok(admin, `GET /api/compliance/members/${other.id}`);
    await ok(admin, `DELETE /api/users/${other.id}`);
    const acts: [string, object][] = [
      [`POST /api/dues/${_id}/waive`, { reason: 'A gift' }],
      [`POST /api/compliance/entries/${entries[0]._id}/withdraw`, { reason: 'Mistyped' }],
    ];
    for (const [key, body] of acts) expect(await call(office, key, body)).toMatchObject({ status: 403 });
  });

  /** Another account that has the address from now on. */
  async function laterAt(email: string): Promise<Person> {
    const later = await working();
    const of = { name: later.name, admin: false, coordinator: false };
    await ok(admin, `PUT /api/users/${later.id}`, { ...of, email });
    return later;
  }

  it('with who is paid later by the corporation of the deleted account, or a referral to it', async () => {
    const { office, other } = await linked();
    const corporation = `Gone Homes ${nextNumber()}, Inc.`;
    await joinAs(other, nextNumber(), corporation);
    await passEmail(office, other);
    await ok(admin, `DELETE /api/users/${other.id}`);
    const later = await working();
    const own = await report(later);
    const referral = { by: 'rate', rate: 25_00, broker: corporation, license: '01999111', state: 'CA' };
    const refers = await report(await working(), { referral });
    await joinAs(later, nextNumber(), corporation.replace('Inc.', 'Incorporated'));
    for (const { _id } of [own, refers]) expect((await approve(office, _id)).status).toBe(403);
    // Through the deletion of the last account, too.
    const next = await working();
    const its = await report(next);
    await ok(admin, `DELETE /api/users/${later.id}`);
    await joinAs(next, nextNumber(), corporation);
    expect((await approve(office, its._id)).status).toBe(403);
  });

  it('with who gets an address that one had before it was given away and deleted, or erased', async () => {
    for (const how of ['deleted', 'erased']) {
      const { office } = await linked();
      await moveEmail(office);
      await nameApprover(server, office.id);
      const invited = { name: 'A Moment', email: office.email, admin: false, coordinator: false };
      if (how === 'deleted') {
        const { _id } = await ok(admin, 'POST /api/users', invited);
        await ok(admin, `DELETE /api/users/${_id}`);
      } else await erase(office.email);
      const own = await report(await laterAt(office.email));
      expect((await approve(office, own._id)).status).toBe(403);
      const apart = await report(await laterAt(`apart-${office.email}`));
      expect((await approve(office, apart._id)).status).toBe(200);
    }
  });

  it('with who comes back after a deletion, by the license number, the address or the corporation', async () => {
    const comeBack: ((office: Person, gone: Person & { number: string; corporation: string }) => unknown)[] =
      [
        (office, { number }) => ownLicense(office, number),
        async (office, { email }) => {
          const of = { name: office.name, admin: true, coordinator: false };
          await ok(admin, `PUT /api/users/${office.id}`, { ...of, email });
          await nameApprover(server, office.id);
        },
        (office, { corporation }) => joinAs(office, nextNumber(), corporation),
      ];
    for (const make of comeBack) {
      const { office, other } = await linked();
      const corporation = `Back Homes ${nextNumber()}, Inc.`;
      const number = nextNumber();
      await joinAs(other, number, corporation);
      await letWork(server, other.id);
      const lease = { kind: 'lease', price: 3_500_00, commission: { by: 'rate', rate: 100_00 } };
      const own = await report(other, lease);
      await takeStep(server, await approver(server), own._id, 'approved');
      const due = { member: other.id, label: 'Sign', reason: 'A sign', amount: 50_00 };
      const owed = await ok(admin, 'POST /api/dues', due);
      await ok(admin, `POST /api/compliance/members/${other.id}/entries`, { kind: 'note', text: 'A note' });
      const { entries } = await ok(admin, `GET /api/compliance/members/${other.id}`);
      const note = entries.find((entry: FileEntry) => entry.details.kind === 'note');
      await ok(admin, `DELETE /api/users/${other.id}`);
      await make(office, { ...other, number, corporation });
      const acts: [string, object][] = [
        [`POST /api/closings/${own._id}/steps`, { step: 'letter-sent' }],
        [`POST /api/dues/${owed._id}/waive`, { reason: 'A gift' }],
        [`POST /api/compliance/entries/${note._id}/withdraw`, { reason: 'Mistyped' }],
      ];
      for (const [key, body] of acts) expect(await call(office, key, body)).toMatchObject({ status: 403 });
    }
  });

  it('but two whom only a deleted account linked, by a license number each, are two', async () => {
    const { office, other, own } = await linked();
    const third = await person(server);
    const number = nextNumber();
    await ownLicense(office, number);
    await ownLicense(third, number);
    await ownLicense(third, (await ok(other, 'GET /api/licenses/me')).number);
    await ok(admin, `DELETE /api/users/${third.id}`);
    expect((await approve(office, own._id)).status).toBe(200);
  });
});

describe('the erasure of an address', () => {
  const erase = (email: string) => ok(admin, 'POST /api/personal-data/erasure', { email });

  it('that someone had in their name leaves the name that they had before', async () => {
    const office = await approver(server);
    const rename = (name: string) =>
      ok(admin, `PUT /api/users/${office.id}`, {
        name,
        email: office.email,
        admin: true,
        coordinator: false,
      });
    await rename('Sal Formerly');
    await rename('Pat tmp@x.example');
    await erase('tmp@x.example');
    const referral = { by: 'rate', rate: 25_00, broker: 'Sal Formerly', license: '01999111', state: 'CA' };
    const { _id } = await report(await working(), { referral });
    expect((await approve({ ...office, name: 'Pat tmp@x.example' }, _id)).status).toBe(403);
  });

  it('that two people had before makes them no one person', async () => {
    const office = await approver(server);
    const other = await working();
    for (const each of [office, other]) {
      await moveEmail(each);
      await erase(each.email);
    }
    await nameApprover(server, office.id);
    const { _id } = await report(other);
    expect((await approve(office, _id)).status).toBe(200);
  });
});

it('a referral names someone by other spellings of name and license', async () => {
  const office = await approver(server);
  const of = { email: office.email, admin: true, coordinator: false };
  await ok(admin, `PUT /api/users/${office.id}`, { ...of, name: 'Kim A. Ito' });
  await ownLicense(office, '01700001');
  const agent = await working();
  const referralTo = (broker: string, number = '01999111') => ({
    referral: { by: 'rate', rate: 25_00, broker, license: number, state: 'CA' },
  });
  const tryTo = async (given: object) => {
    const { _id } = await report(agent, given);
    return (await approve({ ...office, name: 'Kim A. Ito' }, _id)).status;
  };
  for (const broker of ['Ito, Kim A.', 'Kim A. Ito Realty', 'Kim Ito', 'KimIto LLC'])
    expect(await tryTo(referralTo(broker))).toBe(403);
  expect(await tryTo(referralTo('Other Realty', 'O17OOOO1'))).toBe(403);
  expect(await tryTo(referralTo('Ito Realty'))).toBe(200);
});
