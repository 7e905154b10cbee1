import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engine } from '../../../../test/database.ts';
import { type Applicant, broker, invitedLead, signature } from '../../../../test/joining.ts';
import { untilWaiting } from '../../../../test/lock-waits.ts';
import type { Person } from '../../../../test/scene.ts';
import { type Answer, secondServer, type TestServer, testServer } from '../../../../test/server.ts';
import { day } from '../../../shared/time.ts';
import { fromNow } from '../../platform/db/ids.ts';
import { eraseOldData } from '../retention/erase-old-data.ts';

/** docs/product.md P16.10, P19.1: nothing that a person signs goes with their lead, also at the same moment. */

let server: TestServer;
/** Another process. */
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

/** Returns the call that signs their agreement. */
async function signer(applicant: Applicant): Promise<() => Promise<Answer>> {
  const body = await signature(server, applicant);
  return () => server.call('POST /api/join/sign', { body });
}

/** Lets `act` begin while the signature has begun; on SQLite, whose writers wait in a row, after it. */
async function whileSigning<T>(sign: () => Promise<Answer>, act: () => Promise<T>): Promise<T> {
  if (engine === 'sqlite') {
    expect((await sign()).status).toBe(200);
    return act();
  }
  const [signing, acting] = await server.db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('agreement_drafts').select('document_id').forUpdate().execute();
    const signing = sign();
    await untilWaiting(server, 1);
    const acting = act();
    await Promise.race([acting, untilWaiting(server, 2)]);
    return [{ answer: signing }, { answer: acting }];
  });
  expect((await signing.answer).status).toBe(200);
  return acting.answer;
}

const stateOf = async ({ id }: Applicant) =>
  (await server.db.selectFrom('applications').select('state').where('id', '=', id).executeTakeFirst())?.state;

describe('a lead whose person signs', () => {
  it.each([
    ['deleted', 'DELETE', undefined],
    ['marked as spam', 'PATCH', { spam: true }],
  ])('is not %s', async (_what, method, body) => {
    const applicant = await invitedLead(server, admin.token);
    const sign = await signer(applicant);
    const key = `${method} /api/leads/${applicant.lead}`;
    const answer = await whileSigning(sign, () => other.call(key, { token: admin.token, body }));
    expect([answer.status, answer.body.msg]).toEqual([400, 'Decline the application first']);
    expect(await stateOf(applicant)).toBe('signed');
  });

  it('is not erased, however long the application had stood still', async () => {
    const applicant = await invitedLead(server, admin.token);
    const sign = await signer(applicant);
    const old = fromNow(-(22 * 31 + 1) * day);
    const { db } = server;
    await db
      .updateTable('contact_requests')
      .set({ created_at: old })
      .where('id', '=', applicant.lead)
      .execute();
    await db.updateTable('applications').set({ changed_at: old }).where('id', '=', applicant.id).execute();
    await whileSigning(sign, () => eraseOldData(other.parts));
    expect(await stateOf(applicant)).toBe('signed');
  });
});
