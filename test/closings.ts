import { recordCheck } from '../src/server/features/joining/member-checks.service.ts';
import { now } from '../src/server/platform/db/ids.ts';
import { inTransaction } from '../src/server/platform/db/transaction.ts';
import type { ClosingState } from '../src/shared/closings/closing-states.ts';
import { addDays, officeDay } from '../src/shared/dates.ts';
import type { MemberCheckKind } from '../src/shared/member-files/member-checks.ts';
import type { Scene } from './scene.ts';
import { type Person, person } from './scene.ts';
import type { Answer, TestServer } from './server.ts';

/** A sale of $850,000 at 2.5%: nothing of it is left open. */
export const closingBody = (given: object = {}) => ({
  property: '12 Ocean View Dr, Malibu',
  kind: 'residential',
  price: 850_000_00,
  commission: { by: 'rate', rate: 2_50 },
  holderName: 'Shore Escrow',
  holderContact: 'files@shore.example',
  fileNumber: 'SE-1042',
  expectedOn: '2026-12-01',
  ...given,
});

export const closingSettingsBody = (given: object = {}) => ({
  approvers: [],
  broker: '',
  promiseDays: 1,
  cutOff: 12,
  package: ['Closing statement', 'Signed disclosures'],
  keepYears: 3,
  ownClosings: false,
  ...given,
});

export const importedClosing = (email: string, reference = 'A-1') =>
  'reference,agent,property,kind,price,gross,fees,kept,paid\n' +
  `${reference},${email},1 Main St,residential,500000,12500,600,11900,2026-01-15`;

type Caller = { token: string };

/** The body of a call that must succeed. */
export async function made(
  server: TestServer,
  { token }: Caller,
  key: string,
  body?: unknown,
): Promise<Answer['body']> {
  const answer = await server.call(key, { token, body });
  if (answer.status !== 200) throw new Error(`${key}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Adds an approver. */
export async function nameApprover(server: TestServer, userId: string): Promise<void> {
  const admin = await person(server, { admin: true });
  const { approvers, ...settings } = await made(server, admin, 'GET /api/closings/settings');
  const named: { user: string; capacity: string }[] = approvers.map(
    (each: { user: { _id: string }; capacity: string }) => ({ user: each.user._id, capacity: each.capacity }),
  );
  const body = { ...settings, approvers: [...named.slice(-8), { user: userId, capacity: 'Broker' }] };
  await made(server, admin, 'PUT /api/closings/settings', body);
}

/** An admin whom the setting names. */
export async function approver(server: TestServer) {
  const admin = await person(server, { admin: true });
  await nameApprover(server, admin.id);
  return admin;
}

/** The body that approves the letter as now shown; without a letter, a hash that matches nothing. */
export async function approval(
  server: TestServer,
  office: Caller & { name: string },
  id: string,
): Promise<{ version: number; signature: string; sha256: string }> {
  const { body } = await server.call(`GET /api/closings/${id}`, { token: office.token });
  return { version: body?.version ?? 0, signature: office.name, sha256: body?.letter?.sha256 ?? noHash };
}

/** The body that pays the closing today, as now shown. */
export const payment = async (server: TestServer, office: Caller, id: string) => ({
  version: await versionOf(server, office, id),
  on: officeDay(now()),
  method: 'Check 1042',
});

export const versionOf = async (server: TestServer, { token }: Caller, id: string): Promise<number> =>
  (await server.call(`GET /api/closings/${id}`, { token })).body.version;

export const noHash = '0'.repeat(64);

const way = ['approved', 'letter-sent', 'closed', 'package-received', 'paid'] as const;

/** A closing of the scene's owner that has come as far as `state`. */
export async function closingIn(
  { server, owner }: Pick<Scene, 'server' | 'owner'>,
  state: 'reported' | (typeof way)[number],
): Promise<string> {
  const { _id } = await made(server, owner, 'POST /api/my-closings', closingBody());
  if (state === 'reported') return _id;
  await letWork(server, owner.id);
  const office = await approver(server);
  for (const step of way.slice(0, way.indexOf(state) + 1)) await takeStep(server, office, _id, step);
  return _id;
}

/** One step of the office. */
export async function takeStep(
  server: TestServer,
  office: Caller & { name: string },
  id: string,
  step: Exclude<ClosingState, 'reported' | 'changes-asked' | 'fell-through' | 'archived'>,
): Promise<Answer['body']> {
  const at = `/api/closings/${id}`;
  if (step === 'approved')
    return made(server, office, `POST ${at}/approve`, await approval(server, office, id));
  if (step === 'paid') return made(server, office, `POST ${at}/paid`, await payment(server, office, id));
  if (step === 'package-received') {
    const closing = await made(server, office, `GET ${at}`);
    const ticked = closing.package.map(({ item }: { item: string }) => item);
    await made(server, office, `PUT ${at}/package`, { ticked });
  }
  return made(server, office, `POST ${at}/steps`, { step });
}

/** The letter of a closing that this approves. */
export async function letterIn(scene: Scene): Promise<{ id: string; number: string }> {
  const id = await closingIn(scene, 'approved');
  const { letters } = await made(scene.server, scene.owner, `GET /api/my-closings/${id}`);
  return { id, number: String(letters[0].number) };
}

let numbers = 0;

/** The member has a license, and the office has noted that they may work. */
export async function letWork({ db }: TestServer, userId: string): Promise<void> {
  numbers += 1;
  const license = {
    number: String(20_000_000 + numbers).padStart(8, '0'),
    expires_on: addDays(officeDay(now()), 700),
    verified_at: null,
    verified_by: null,
    reminded: null,
    updated_at: now(),
  };
  await db
    .insertInto('licenses')
    .values({ user_id: userId, ...license })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
  await noteCheck({ db }, userId, 'may-work');
}

export async function noteCheck(
  { db }: Pick<TestServer, 'db'>,
  userId: string,
  kind: MemberCheckKind,
): Promise<void> {
  const check = { kind, ticked: true, day: officeDay(now()), note: '' };
  await inTransaction(db, (transaction) =>
    recordCheck(transaction, { id: userId, name: 'The office' }, { user: { id: userId }, ...check }),
  );
}

/** A user with the right "closings". */
export async function coordinator(server: TestServer): Promise<Person> {
  const user = await person(server);
  await server.db.updateTable('users').set({ coordinator: true }).where('id', '=', user.id).execute();
  return user;
}
