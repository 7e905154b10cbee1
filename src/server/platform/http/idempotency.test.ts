import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathOf } from '../../../../test/calls.ts';
import { closingBody } from '../../../../test/closings.ts';
import { goodRequests, isAboutOthers } from '../../../../test/good-requests.ts';
import { certificateBody, type Person, person, policyBody, Scene, seenBody } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { idempotentCalls } from '../../../shared/idempotent-calls.ts';
import { day, minute } from '../../../shared/time.ts';
import type { Tables } from '../../tables/tables.ts';
import { fromNow } from '../db/ids.ts';
import { deleteExpiredIdempotencyKeys } from './idempotency.ts';

let server: TestServer;
let admin: Person;
let member: Person;

beforeAll(async () => {
  server = await testServer();
  admin = await person(server, { admin: true });
  member = await person(server);
});
afterAll(() => server.stop());

let used = 0;
const newKey = () => `"a-key-of-a-test-${++used}"`;

interface Sent {
  path: string;
  body: unknown;
}

const send = ({ path, body }: Sent, key: string, { token } = admin) =>
  server.call(path, { token, body, headers: { 'idempotency-key': key } });

/** Good requests, what they make, and another good body. */
const things: { call: keyof typeof goodRequests; table: keyof Tables; other: object }[] = [
  { call: 'POST /api/posts', table: 'posts', other: { text: 'Another' } },
  { call: 'POST /api/posts/comment/:id', table: 'comments', other: { text: 'Another' } },
  {
    call: 'POST /api/contact',
    table: 'contact_requests',
    other: { firstName: 'Olga', lastName: 'Other', phone: '5550101', email: 'olga@example.com' },
  },
  { call: 'POST /api/users', table: 'users', other: { name: 'Olga', email: 'olga@example.com' } },
  {
    call: 'POST /api/articles',
    table: 'articles',
    other: { title: 'Another', snippet: 'One more.', text: 'Text', url: 'https://www.dre.ca.gov/' },
  },
  { call: 'POST /api/testimonials', table: 'testimonials', other: { name: 'Olga', testimonial: 'Fine.' } },
  {
    call: 'PUT /api/profile/experience',
    table: 'experience',
    other: { title: 'Broker', company: 'Another', current: true },
  },
  {
    call: 'PUT /api/profile/education',
    table: 'education',
    other: { school: 'Another', degree: 'BA', fieldofstudy: 'Law', current: true },
  },
  {
    call: 'POST /api/compliance/brokerage',
    table: 'member_file_entries',
    other: { ...policyBody, number: 'Another' },
  },
  {
    call: 'POST /api/compliance/members/:id/entries',
    table: 'member_file_entries',
    other: { kind: 'note', text: 'Another' },
  },
  {
    call: 'POST /api/compliance/members/:id/check',
    table: 'member_file_entries',
    other: seenBody({ status: 'expired' }),
  },
  {
    call: 'POST /api/education/certificates',
    table: 'member_file_entries',
    other: { ...certificateBody, course: 'Another' },
  },
  { call: 'POST /api/education/documents', table: 'member_file_entries', other: { what: 'eo' } },
  { call: 'POST /api/my-closings', table: 'closings', other: closingBody({ property: 'Another' }) },
  {
    call: 'POST /api/dues',
    table: 'dues',
    other: {
      member: '01900000-0000-7000-8000-000000000000',
      label: 'Another',
      amount: 100,
      reason: 'As agreed',
    },
  },
];

async function requestOf(call: keyof typeof goodRequests): Promise<Sent> {
  const owner = isAboutOthers(call) ? member : admin;
  const { params, body } = await goodRequests[call](new Scene(server, owner, admin));
  return { path: pathOf(call, params), body };
}

async function countOf(table: keyof Tables): Promise<number> {
  const { count } = await server.db
    .selectFrom(table)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

it('is taken by every call that is listed', () => {
  expect(new Set(things.map(({ call }) => call))).toEqual(idempotentCalls);
});

describe.each(things)('$call with an Idempotency-Key', ({ call, table, other }) => {
  it('makes one thing of ten requests at once and of a later one, with the same answer', async () => {
    const [request, key] = [await requestOf(call), newKey()];
    const before = await countOf(table);
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(request, key)));
    answers.push(await send(request, key));
    expect(await countOf(table)).toBe(before + 1);
    const [first] = answers;
    for (const { status, headers, body } of answers) {
      expect(status).toBe(200);
      expect(body).toEqual(first?.body);
      expect(headers.get('etag')).toBe(first?.headers.get('etag'));
      expect(headers.get('link')).toBe(first?.headers.get('link'));
    }
  });

  it('rejects another body with a used key, and makes nothing', async () => {
    const [request, key] = [await requestOf(call), newKey()];
    expect((await send(request, key)).status).toBe(200);
    const before = await countOf(table);
    const { status, body } = await send({ ...request, body: other }, key);
    expect(status).toBe(422);
    expect(body).toEqual({
      errors: [{ msg: 'This Idempotency-Key was used with another request' }],
      msg: 'This Idempotency-Key was used with another request',
    });
    expect(await countOf(table)).toBe(before);
  });

  it('rejects a key that is not valid', async () => {
    const request = await requestOf(call);
    for (const key of ['short', '"unbalanced-quote', 'two words', `"${'x'.repeat(201)}"`, '""']) {
      const { status, body } = await send(request, key);
      expect(status, key).toBe(400);
      expect(body.msg).toBe('Idempotency-Key is not valid');
    }
  });

  it('leaves a key unused after an error', async () => {
    const [request, key] = [await requestOf(call), newKey()];
    expect((await send({ ...request, body: {} }, key)).status).toBe(400);
    expect((await send(request, key)).status).toBe(200);
  });
});

describe('an Idempotency-Key', () => {
  const post = { path: 'POST /api/posts', body: { text: 'Open house' } };

  it('of another member is another key', async () => {
    const key = newKey();
    const own = await send(post, key);
    const theirs = await send(post, key, await person(server));
    expect(theirs.status).toBe(200);
    expect(theirs.body._id).not.toBe(own.body._id);
  });

  it('of another call is another key', async () => {
    const key = newKey();
    const { body } = await send(post, key);
    const comment = { path: `POST /api/posts/comment/${body._id}`, body: { text: 'See you there' } };
    expect((await send(comment, key)).status).toBe(200);
    const elsewhere = {
      ...comment,
      path: `POST /api/posts/comment/${(await send(post, newKey())).body._id}`,
    };
    expect((await send(elsewhere, key)).status).toBe(422);
  });

  it('may come without quotes', async () => {
    const { body } = await send(post, '"8e03978e-40d5-43dd-bc93-6894a57f9324"');
    expect((await send(post, '8e03978e-40d5-43dd-bc93-6894a57f9324')).body._id).toBe(body._id);
  });

  it('is ignored by other calls', async () => {
    const { body } = await send(post, newKey());
    const edit = { path: `PATCH /api/posts/${body._id}`, body: { text: 'Closed' } };
    expect((await send(edit, 'x')).status).toBe(200);
  });

  it('answers with what was made, also when it has changed or is gone since', async () => {
    const key = newKey();
    const first = await send(post, key);
    await server.call(`DELETE /api/posts/${first.body._id}`, { token: admin.token });
    expect((await send(post, key)).body).toEqual(first.body);
  });

  it('is unused again when what failed came late', async () => {
    const [poster, key] = [await person(server), newKey()];
    const comment = { path: `POST /api/posts/comment/${poster.id}`, body: { text: 'See you there' } };
    expect((await send(comment, key, poster)).status).toBe(404);
    expect((await send(comment, key, poster)).status).toBe(404);
    expect(await keysOf(poster)).toBe(0);
  });

  it('goes with its member, after a day, and when there are 50 newer ones', async () => {
    const member = await person(server);
    for (let sent = 0; sent < 52; sent++) await send(post, newKey(), member);
    expect(await keysOf(member)).toBe(50);
    const [oldest] = await server.db
      .selectFrom('idempotency_keys')
      .select('id')
      .where('user_id', '=', member.id)
      .limit(1)
      .execute();
    await server.db
      .updateTable('idempotency_keys')
      .set({ created_at: fromNow(-day - minute) })
      .where('id', '=', oldest?.id ?? '')
      .execute();
    await deleteExpiredIdempotencyKeys(server.db);
    expect(await keysOf(member)).toBe(49);
    await server.call('DELETE /api/profile', { token: member.token });
    expect(await keysOf(member)).toBe(0);
  });

  const keysOf = async ({ id }: Person) =>
    (await server.db.selectFrom('idempotency_keys').select('id').where('user_id', '=', id).execute()).length;
});
