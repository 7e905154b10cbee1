import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { closingIn } from '../../../../test/closings.ts';
import { engine } from '../../../../test/database.ts';
import { broker, joinedLead } from '../../../../test/joining.ts';
import { untilWaiting } from '../../../../test/lock-waits.ts';
import {
  contactRequest,
  enteredRequest,
  legalHold,
  type Person,
  person,
  Scene,
} from '../../../../test/scene.ts';
import { secondServer, type TestServer, testServer } from '../../../../test/server.ts';
import { day } from '../../../shared/time.ts';
import type { Database } from '../../platform/db/database.ts';
import { fromNow, newId } from '../../platform/db/ids.ts';
import { eraseOldClosings } from '../closings/erase-old-closings.ts';
import { eraseOldData } from '../retention/erase-old-data.ts';

/** docs/product.md P19.8: once it is answered, a legal hold keeps what is there, also from what runs already. */

let server: TestServer;
/** Another process: it runs the jobs. */
let other: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await testServer();
  other = await secondServer(server);
  admin = await broker(server);
});
afterAll(async () => {
  await other.stop();
  await server.stop();
});

const hold = (email: string) =>
  server.call('POST /api/legal-holds', { token: admin.token, body: { ...legalHold(), email } });

const old = fromNow(-(22 * 31 + 1) * day);
/** More than a job erases in one transaction. */
const many = 120;

async function oldClosings(owner: Person): Promise<() => Promise<number>> {
  const id = await closingIn(new Scene(server, owner, undefined), 'paid');
  const row = await server.db
    .selectFrom('closings')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const copy = () => ({ ...row, id: newId(), deal_id: newId(), keep_from: '2010-01-01' });
  await server.db
    .insertInto('closings')
    .values(Array.from({ length: many }, copy))
    .execute();
  return async () => {
    const left = server.db.selectFrom('closings').select('id').where('agent_id', '=', owner.id);
    return (await left.where('keep_from', '=', '2010-01-01').execute()).length;
  };
}

async function oldEvents(owner: Person): Promise<() => Promise<number>> {
  const event = { action: 'post.pinned', actor_id: owner.id, actor_name: owner.name, details: '' } as const;
  const row = () => ({ ...event, id: newId(), object_id: newId(), object_name: 'x', created_at: old });
  await server.db
    .insertInto('audit_log')
    .values(Array.from({ length: many }, row))
    .execute();
  return async () => {
    const left = server.db.selectFrom('audit_log').select('id').where('actor_id', '=', owner.id);
    return (await left.where('created_at', '=', old).execute()).length;
  };
}

/** Calls `act` before each transaction. */
function beforeEachOf(db: Database, act: () => Promise<void>): void {
  const begin = db.transaction.bind(db);
  vi.spyOn(db, 'transaction').mockImplementation(() => {
    const transaction = begin();
    const execute = transaction.execute.bind(transaction);
    transaction.execute = async (work) => {
      await act();
      return execute(work);
    };
    return transaction;
  });
}

it.each([
  ['closings', oldClosings, () => eraseOldClosings(other.parts)],
  ['lines of the audit log', oldEvents, () => eraseOldData(other.parts)],
])('placed between two steps of a job, it keeps the %s that are left', async (_what, make, run) => {
  const owner = await person(server);
  const left = await make(owner);
  let atHold: number | undefined;
  beforeEachOf(other.db, async () => {
    const count = await left();
    if (atHold !== undefined || count === many) return;
    atHold = count;
    expect((await hold(owner.email)).status).toBe(200);
  });
  await run();
  vi.restoreAllMocks();
  expect(atHold).toBeGreaterThan(0);
  expect(await left()).toBe(atHold);
});

if (engine === 'postgres')
  describe('it waits for what began before it, and erases', () => {
    type Table = 'contact_requests' | 'mails' | 'agreements' | 'privacy_requests';
    interface Old {
      email: string;
      table: Table;
      id: string;
    }

    async function lead(created_at: string): Promise<Old> {
      const body = contactRequest();
      await server.made('POST /api/contact', { body });
      const { id } = await server.db
        .updateTable('contact_requests')
        .set({ created_at })
        .where('email', '=', body.email)
        .returning('id')
        .executeTakeFirstOrThrow();
      return { email: body.email, table: 'contact_requests', id };
    }

    async function mail(): Promise<Old> {
      const [id, email] = [newId(), contactRequest().email];
      const words = { recipient: email, subject: 'Hello', text: 'x' };
      await server.db
        .insertInto('mails')
        .values({ id, ...words, state: 'sent', attempts: 1, created_at: old, next_attempt_at: old })
        .execute();
      return { email, table: 'mails', id };
    }

    async function agreement(): Promise<Old> {
      const { member, email } = await joinedLead(server, admin.token);
      const { id } = await server.db
        .updateTable('agreements')
        .set({ state: 'ended', ended_on: '2010-01-01', ended_reason: 'Left' })
        .where('user_id', '=', member)
        .returning('id')
        .executeTakeFirstOrThrow();
      return { email, table: 'agreements', id };
    }

    async function request(): Promise<Old> {
      const { email } = contactRequest();
      const body = { ...enteredRequest(), email };
      const { _id } = await server.made('POST /api/privacy-requests/entered', { token: admin.token, body });
      await server.db
        .updateTable('privacy_requests')
        .set({ received_at: old })
        .where('id', '=', _id)
        .execute();
      return { email, table: 'privacy_requests', id: _id };
    }

    const job = () => eraseOldData(other.parts);

    it.each<[string, () => Promise<Old>, (id: string) => Promise<unknown>]>([
      [
        'a lead, by the office',
        () => lead(fromNow(0)),
        (id) => other.call(`DELETE /api/leads/${id}`, { token: admin.token }),
      ],
      ['a lead, by the clock', () => lead(old), job],
      ['a mail', mail, job],
      ['an agreement', agreement, job],
      ['a privacy request', request, job],
    ])('%s', async (_what, make, erase) => {
      const { email, table, id } = await make();
      const [erasing, placing] = await server.db.transaction().execute(async (transaction) => {
        await transaction.selectFrom(table).select('id').where('id', '=', id).forUpdate().execute();
        const erasing = erase(id);
        await untilWaiting(server, 1);
        const placing = hold(email);
        const answered = placing.then(() => 'answered at once');
        expect(await Promise.race([answered, untilWaiting(server, 2)])).toBe(true);
        return [[erasing], [placing]];
      });
      await Promise.all(erasing);
      expect((await placing[0])?.status).toBe(200);
    });
  });
