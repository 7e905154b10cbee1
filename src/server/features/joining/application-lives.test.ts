import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { completeAnswers } from '../../../../test/answers.ts';
import { broker, invitedLead, tokenNow } from '../../../../test/joining.ts';
import { codesIn } from '../../../../test/mails-of.ts';
import type { Person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import type { LicenseFinding } from '../../../shared/joining/applications.ts';

/** LIVES=500 before a release. */
const lives = Number(process.env.LIVES ?? 100);

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await testServer({}, { plain: true });
  admin = await broker(server);
});
afterAll(() => server.stop());

interface Facts {
  name: string;
  license: string;
  licenseExpires: string;
}

/** Steps that may happen in any order. */
type Step =
  | { what: 'change'; facts: Partial<Facts> }
  | { what: 'check'; finding: LicenseFinding }
  | { what: 'read' | 'code' | 'sign' | 'approve' | 'countersign' | 'decline' | 'invite' | 'ask' | 'reply' };

const facts = fc.record(
  {
    name: fc.constantFrom('Ana Ortiz', 'Ana Ruiz'),
    license: fc.constantFrom('01234567', '07654321'),
    licenseExpires: fc.constantFrom('2091-05-31', '2092-05-31'),
  },
  { requiredKeys: [] },
);
const finding = fc.constantFrom<LicenseFinding>('as-expected', 'differs', 'left-out');
const other = fc.oneof(
  { weight: 4, arbitrary: facts.map((given): Step => ({ what: 'change', facts: given })) },
  { weight: 1, arbitrary: finding.map((found): Step => ({ what: 'check', finding: found })) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('read', 'code', 'sign', 'approve', 'countersign', 'decline', 'invite', 'ask', 'reply')
      .map((what): Step => ({ what })),
  },
);
const way: Step[] = [
  { what: 'check', finding: 'as-expected' },
  { what: 'read' },
  { what: 'code' },
  { what: 'sign' },
  { what: 'check', finding: 'as-expected' },
  { what: 'approve' },
  { what: 'countersign' },
];
/** The steps to a member; each may be missing, with anything between any two. */
const life = fc
  .tuple(
    ...way.map((step) =>
      fc.tuple(
        fc.array(other, { maxLength: 2 }),
        fc.boolean().chain((often) => (often ? fc.constant([step]) : fc.constantFrom([step], []))),
      ),
    ),
  )
  .map((parts) => parts.flatMap(([between, step]) => [...between, ...step]));

/** An application, with the decisions and the facts that each was made for. */
interface Life {
  id: string;
  lead: string;
  token: string;
  state: string;
  current: Facts;
  check: { finding: LicenseFinding; made: Facts } | null;
  shown: { sha256: string; made: Facts } | null;
  code: { value: string; sha256: string } | null;
  signed: string;
}

const isSame = (one: Facts, other: Facts) => JSON.stringify(one) === JSON.stringify(other);
const isOpen = ({ state }: Life) => state === 'invited' || state === 'started';
/** Whether the shown agreement still says what would be signed. */
const isShown = ({ shown, current: { name, license } }: Life) =>
  shown !== null && shown.made.name === name && shown.made.license === license;
const holds = ({ check, current }: Life) => check !== null && isSame(check.made, current);

const office = (key: string, body?: object) => server.call(key, { token: admin.token, body });
const join = (path: string, body: object) => server.call(`POST /api/join${path}`, { body });

async function begin(): Promise<Life> {
  const { id, lead, token } = await invitedLead(server, admin.token);
  const current = { name: 'Ana Ortiz', license: '01234567', licenseExpires: '2091-05-31' };
  const answers = { ...completeAnswers, ...current };
  expect((await join('/answers', { token, answers })).status).toBe(200);
  const nothing = { check: null, shown: null, code: null, signed: '' };
  return { id, lead, token, state: 'started', current, ...nothing };
}

/** Takes the step, and says whether it had to work, and whether it did. */
async function take(of: Life, step: Step): Promise<[expected: boolean, done: boolean]> {
  const { id, token, current, shown } = of;
  const at = `/api/joining/applications/${id}`;
  switch (step.what) {
    case 'change': {
      const { status } = await join('/answers', { token, answers: step.facts });
      const expected = isOpen(of);
      if (status === 200) Object.assign(of, { current: { ...current, ...step.facts }, state: 'started' });
      return [expected, status === 200];
    }
    case 'check': {
      const note = step.finding === 'left-out' ? 'The record is down' : '';
      const { status } = await office(`POST ${at}/license-check`, { finding: step.finding, note });
      const expected = ['started', 'signed', 'question', 'approved'].includes(of.state);
      if (status === 200 && of.state === 'approved' && of.check?.finding !== step.finding)
        of.state = 'signed';
      if (status === 200) of.check = { finding: step.finding, made: current };
      return [expected, status === 200];
    }
    case 'read': {
      const { status, body } = await join('/agreement', { token });
      if (status === 200) of.shown = { sha256: body.sha256, made: current };
      return [isOpen(of), status === 200];
    }
    case 'code': {
      const sha256 = shown?.sha256 ?? '0'.repeat(64);
      const { status } = await join('/code', { token, sha256 });
      if (status === 200) of.code = { sha256, value: (await codesIn(server, id)).at(-1) ?? '' };
      return [isOpen(of) && isShown(of), status === 200];
    }
    case 'sign': {
      const sha256 = shown?.sha256 ?? '0'.repeat(64);
      const code = of.code?.value ?? '000000';
      const body = { token, sha256, name: current.name, agree: true, consent: true, code };
      const { status } = await join('/sign', body);
      const expected = isOpen(of) && isShown(of) && of.code?.sha256 === sha256;
      if (status === 200) Object.assign(of, { state: 'signed', signed: sha256 });
      return [expected, status === 200];
    }
    case 'approve': {
      const { status } = await office(`POST ${at}/approve`);
      const expected = ['signed', 'question'].includes(of.state) && holds(of);
      if (status === 200) of.state = 'approved';
      return [expected, status === 200];
    }
    case 'countersign': {
      const { status, body } = await office(`POST ${at}/countersign`, {
        sha256: of.signed || '0'.repeat(64),
      });
      const expected = of.state === 'approved' && holds(of);
      if (status === 200) await expectMember(of, body.member._id);
      if (status === 200) of.state = 'joined';
      return [expected, status === 200];
    }
    case 'decline': {
      const { status } = await office(`POST ${at}/decline`, { reason: 'Not now' });
      const expected = ['invited', 'started', 'signed', 'question', 'approved'].includes(of.state);
      if (status === 200) Object.assign(of, { state: 'declined', shown: null });
      return [expected, status === 200];
    }
    case 'invite': {
      const { status } = await office(`POST /api/joining/leads/${of.lead}/invitation`);
      const expected = of.state !== 'joined';
      if (status !== 200) return [expected, false];
      if (of.state === 'declined') Object.assign(of, { state: 'started', check: null });
      Object.assign(of, { token: await tokenNow(server, id), code: null });
      return [expected, true];
    }
    case 'ask': {
      const { status } = await office(`POST ${at}/question`, { text: 'Since when?' });
      const expected = ['signed', 'question', 'approved'].includes(of.state);
      if (status === 200) of.state = 'question';
      return [expected, status === 200];
    }
    case 'reply': {
      const { status } = await join('/reply', { token, text: 'ab'.repeat(32) });
      const expected = of.state === 'question';
      if (status === 200) of.state = 'signed';
      return [expected, status === 200];
    }
  }
}

/** The account has the license that was decided on, verified if the office has seen it. */
async function expectMember({ check, current }: Life, userId: string): Promise<void> {
  const row = await server.db
    .selectFrom('licenses')
    .select(['number', 'expires_on', 'verified_at'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ number: current.license, expires_on: current.licenseExpires });
  expect(row.verified_at !== null).toBe(check?.finding === 'as-expected');
}

it(`${lives} applications are approved, signed and countersigned by what was decided for these very facts`, async () => {
  let joined = 0;
  await fc.assert(
    fc.asyncProperty(life, async (steps) => {
      const of = await begin();
      for (const step of steps) {
        const [expected, done] = await take(of, step);
        expect({ step, state: of.state, done }).toEqual({ step, state: of.state, done: expected });
      }
      if (of.state === 'joined') joined++;
    }),
    { numRuns: lives },
  );
  // Not all by refusing everything.
  expect(joined).toBeGreaterThan(lives / 50);
  // Only ends what hangs.
}, 36_000_000);
