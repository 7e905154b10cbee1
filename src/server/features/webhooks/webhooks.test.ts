import type { ServerResponse } from 'node:http';
import { Webhook as Oracle } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeToken } from '../../../../test/factories.ts';
import { textsTo } from '../../../../test/mails.ts';
import { onlyHere, type Received, testReceiver } from '../../../../test/receiver.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { day, hour, minute, second } from '../../../shared/time.ts';
import { webhookPayload } from '../../../shared/webhooks/webhooks.contract.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import { eraseOldData } from '../retention/erase-old-data.ts';
import { deliverWebhooks } from './deliver-webhooks.ts';
import { newDelivery } from './queue-webhook.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await testServer({}, { outgoing: onlyHere });
  token = await makeToken(server.db, { admin: true, name: 'Ada Admin' });
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.db.deleteFrom('webhooks').execute();
});

const call = (key: string, body?: unknown) => server.call(key, { token, body });

const standard = {
  kind: 'standard',
  name: 'CRM',
  url: 'https://hooks.example.com/',
  events: ['lead.created'],
};

async function create(fields: object): Promise<{ id: string; secret: string }> {
  const { status, body } = await call('POST /api/webhooks', { ...standard, ...fields });
  expect(body).toMatchObject({ webhook: { enabled: true } });
  expect(status).toBe(200);
  return { id: body.webhook._id, secret: body.secret };
}

const webhook = async (id: string) => (await call(`GET /api/webhooks/${id}`)).body;
const deliveries = async (id: string) => (await call(`GET /api/webhooks/${id}/deliveries`)).body;
/** A process that begins `after` milliseconds from now. */
const deliver = (after = 0) => deliverWebhooks(server.parts, undefined, () => Date.now() + after);

let people = 0;
async function makeLead(given: object = {}) {
  const body = {
    firstName: 'Lee',
    lastName: `Hook${++people}`,
    phone: `(415) 555-${1000 + people}`,
    email: `hook${people}@example.com`,
    ...given,
  };
  expect((await server.call('POST /api/contact', { body })).status).toBe(200);
  return (await call(`GET /api/leads?search=${body.email}`)).body[0];
}

/** `count` events that wait, without leads. */
async function queueMany(id: string, count: number) {
  const moment = now();
  const payload = (n: number) =>
    JSON.stringify({ type: 'webhook.test', timestamp: moment, data: { text: `${n}` } });
  const rows = Array.from({ length: count }, (_, n) => ({
    ...newDelivery,
    id: newId(),
    webhook_id: id,
    event: 'webhook.test' as const,
    payload: payload(n),
    next_attempt_at: moment,
    created_at: moment,
  }));
  for (let at = 0; at < count; at += 100)
    await server.db
      .insertInto('webhook_deliveries')
      .values(rows.slice(at, at + 100))
      .execute();
  return rows.map((row) => row.id);
}

function nth(received: Received[], n: number): Received {
  const each = received[n];
  if (!each) throw new Error(`Only ${received.length} requests came in`);
  return each;
}

const payloadOf = ({ body }: Received) => webhookPayload.parse(JSON.parse(body));
const typesIn = (received: Received[]) => received.map((each) => payloadOf(each).type);
const headersOf = ({ headers }: Received) => ({
  'webhook-id': String(headers['webhook-id']),
  'webhook-timestamp': String(headers['webhook-timestamp']),
  'webhook-signature': String(headers['webhook-signature']),
});
const verify = (secret: string, each: Received) => new Oracle(secret).verify(each.body, headersOf(each));

const auditOf = (id: string) =>
  server.db
    .selectFrom('audit_log')
    .select(['action', 'actor_name', 'object_name', 'details'])
    .where('object_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

describe('an event', () => {
  it('arrives signed, as the lead is shown, with the headers of Standard Webhooks', async () => {
    const { url, received } = await testReceiver();
    const { id, secret } = await create({ url });
    const lead = await makeLead();
    await deliver();
    const [first] = received;
    if (!first || received.length > 1) throw new Error('not one request');
    expect(verify(secret, first)).toEqual({
      type: 'lead.created',
      timestamp: expect.any(String),
      data: lead,
    });
    expect(payloadOf(first).type).toBe('lead.created');
    expect(first).toMatchObject({ path: '/hook', headers: { 'content-type': 'application/json' } });
    expect(() => verify(secret, { ...first, body: first.body.replace('Lee', 'Eve') })).toThrow();
    const [delivery] = await deliveries(id);
    expect(delivery).toEqual({
      _id: first.headers['webhook-id'],
      event: 'lead.created',
      state: 'delivered',
      attempts: 1,
      status: 204,
      error: null,
      date: expect.any(String),
      nextAttempt: null,
      delivered: expect.any(String),
    });
  });

  it('goes to each webhook that wants it, and several changes before it is sent are one', async () => {
    const created = await testReceiver();
    const updated = await testReceiver();
    await create({ url: created.url, events: ['lead.created'] });
    await create({ url: updated.url, events: ['lead.updated', 'lead.joined'] });
    const { _id } = await makeLead();
    await call(`PATCH /api/leads/${_id}`, {
      status: 'appointment',
      nextStep: { text: 'Meet', on: '2031-01-31' },
    });
    await call(`POST /api/leads/${_id}/contacts`, { kind: 'call' });
    await deliver();
    expect(typesIn(created.received)).toEqual(['lead.created']);
    expect(typesIn(updated.received)).toEqual(['lead.updated']);
    expect(payloadOf(nth(updated.received, 0)).data).toMatchObject({
      _id,
      status: 'appointment',
      nextStep: { text: 'Meet' },
    });
  });

  it('is that of a new lead when a request leaves the spam folder', async () => {
    const { url, received } = await testReceiver();
    await create({ url, events: ['lead.created'] });
    await makeLead({ website: 'https://robot.example.com' });
    const spam = await call(`GET /api/leads?spam=true&search=hook${people}@example.com`);
    const { _id } = spam.body[0];
    await deliver();
    expect(received).toEqual([]);
    for (const spam of [false, true, false]) await call(`PATCH /api/leads/${_id}`, { spam });
    await deliver();
    expect(received.map(payloadOf)).toMatchObject([{ type: 'lead.created', data: { _id } }]);
  });

  it('tells of a lead that joined and of the member who came in', async () => {
    const { url, received } = await testReceiver();
    await create({ url, events: ['lead.joined', 'member.activated'] });
    const lead = await makeLead();
    const { body: user } = await call('POST /api/users', {
      name: 'Lee Joins',
      email: lead.email,
      lead: lead._id,
    });
    await deliver();
    const texts = await textsTo(server, lead.email);
    const secret = /new#([\w-]+)/.exec(texts.join())?.[1];
    const body = { token: secret, password: 'walnut tea kettle wind', adult: true };
    expect((await server.call('POST /api/auth/set-password', { body })).status).toBe(200);
    await deliver();
    expect(received.map(payloadOf)).toMatchObject([
      { type: 'lead.joined', data: { _id: lead._id, status: 'joined', member: { _id: user._id } } },
      { type: 'member.activated', data: { _id: user._id, name: 'Lee Joins', email: lead.email } },
    ]);
  });

  it('goes with the person it is about', async () => {
    const { id } = await create({});
    const { _id } = await makeLead();
    expect(await deliveries(id)).toHaveLength(1);
    await call(`DELETE /api/leads/${_id}`);
    expect(await deliveries(id)).toEqual([]);
  });

  it('is sent once by several processes', async () => {
    const { url, received } = await testReceiver();
    const { id } = await create({ url });
    const ids = await queueMany(id, 40);
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(received.map(({ headers }) => headers['webhook-id']).sort()).toEqual(ids.sort());
  });

  it('names nobody any more who has been erased', async () => {
    const { url, received } = await testReceiver();
    const { id } = await create({ url, events: ['lead.updated'] });
    const owner = await makeToken(server.db, { admin: true, name: 'Olga Owner' });
    const { _id: ownerId } = (await server.call('GET /api/auth', { token: owner })).body;
    const lead = await makeLead();
    expect((await call(`PATCH /api/leads/${lead._id}`, { owner: ownerId })).status).toBe(200);
    const payloads = () =>
      server.db.selectFrom('webhook_deliveries').select('payload').where('webhook_id', '=', id).execute();
    expect((await payloads()).map(({ payload }) => payload)).toEqual([expect.stringContaining('Olga Owner')]);
    expect((await call(`DELETE /api/users/${ownerId}`)).status).toBe(200);
    expect(JSON.stringify(await payloads())).not.toContain('Olga');
    await deliver();
    expect(received.map(payloadOf)).toMatchObject([{ data: { _id: lead._id, owner: null } }]);
  });

  it('is kept for 30 days', async () => {
    const { id } = await create({});
    await queueMany(id, 2);
    const [first] = await deliveries(id);
    await server.db
      .updateTable('webhook_deliveries')
      .set({ created_at: fromNow(-30 * day - minute) })
      .where('id', '=', first._id)
      .execute();
    await eraseOldData(server);
    expect((await deliveries(id)).map(({ _id }: { _id: string }) => _id)).not.toContain(first._id);
    expect(await deliveries(id)).toHaveLength(1);
  });
});

describe('a secret', () => {
  it('is shown once, and stored sealed', async () => {
    const { id, secret } = await create({});
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const row = await server.db.selectFrom('webhooks').selectAll().where('id', '=', id).execute();
    const shown = [await webhook(id), (await call('GET /api/webhooks')).body, row, await auditOf(id)];
    expect(JSON.stringify(shown)).not.toContain(secret.slice(6));
  });

  it('is replaced, and the former one signs, too, for a day', async () => {
    const { url, received } = await testReceiver();
    const { id, secret: former } = await create({ url });
    const { body } = await call(`POST /api/webhooks/${id}/secret`);
    expect(body.secret).not.toBe(former);
    await queueMany(id, 1);
    await deliver();
    for (const secret of [former, body.secret]) verify(secret, nth(received, 0));
    await queueMany(id, 1);
    await deliver(day + minute);
    // The oracle's clock is ours.
    const headers = headersOf(nth(received, 1));
    const at = new Date(Number(headers['webhook-timestamp']) * 1000);
    const signatures = [former, body.secret].map((secret) =>
      new Oracle(secret).sign(headers['webhook-id'], at, nth(received, 1).body),
    );
    expect(headers['webhook-signature']).toBe(signatures[1]);
    expect((await auditOf(id)).map(({ action }) => action)).toContain('webhook.secret-replaced');
  });

  it('of another SECRETS_KEY is to be replaced', async () => {
    const { url, received } = await testReceiver();
    const { id } = await create({ url });
    await server.db.updateTable('webhooks').set({ secret: 'other.AAAA.AAAA' }).where('id', '=', id).execute();
    await queueMany(id, 1);
    await deliver();
    expect(await deliveries(id)).toMatchObject([
      { state: 'waiting', error: 'Its secret was sealed by another SECRETS_KEY: replace it' },
    ]);
    const { body } = await call(`POST /api/webhooks/${id}/secret`);
    await deliver(hour);
    expect(received).toHaveLength(1);
    expect(headersOf(nth(received, 0))['webhook-signature'].split(' ')).toHaveLength(1);
    expect(body.secret).toMatch(/^whsec_/);
  });
});

describe('a receiver', () => {
  it('that fails half the time gets each of 1,000 events', async () => {
    // Half of the events fail once, a quarter twice and so on, in whatever order they come.
    const failures = new Map<string, number>();
    const { url, received } = await testReceiver((response, { headers }) => {
      const event = String(headers['webhook-id']);
      const left = failures.get(event) ?? 0;
      failures.set(event, left - 1);
      response.writeHead(left > 0 ? 500 : 200).end();
    });
    const { id } = await create({ url });
    const ids = await queueMany(id, 1000);
    for (const [index, event] of ids.entries())
      failures.set(event, 31 - Math.clz32((index + 1) & -(index + 1)));
    const start = Date.now();
    // One process every hour, as the longest pause is.
    for (let at = 0; at <= day && (await webhook(id)).waiting > 0; at += 1.3 * hour)
      await deliverWebhooks(server.parts, undefined, () => start + at);
    expect(await webhook(id)).toMatchObject({ waiting: 0, failed: 0 });
    expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set(ids));
    expect(received.length).toBeGreaterThanOrEqual(1994);
    expect([...failures.values()].every((left) => left < 0)).toBe(true);
  });

  it('that always fails is tried for a day, ever less often, then by a replay under the same id', async () => {
    let works = false;
    const { url, received } = await testReceiver((response) => {
      response.writeHead(works ? 200 : 503).end();
    });
    const { id } = await create({ url });
    const [delivery] = await queueMany(id, 1);
    const start = Date.now();
    const attempts: number[] = [];
    for (let at = 0; (await deliveries(id))[0].state === 'waiting'; ) {
      attempts.push(at);
      await deliverWebhooks(server.parts, undefined, () => start + at);
      at = Date.parse((await deliveries(id))[0].nextAttempt ?? now()) - start;
    }
    const pauses = attempts.slice(1).map((at, n) => at - (attempts[n] ?? 0));
    expect(pauses[0]).toBeGreaterThanOrEqual(4 * second);
    expect(pauses[0]).toBeLessThanOrEqual(6 * second);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(1.2 * hour);
    expect(attempts.at(-1)).toBeGreaterThanOrEqual(day);
    expect(attempts.at(-1)).toBeLessThan(day + 1.2 * hour);
    expect(new Set(pauses).size).toBe(pauses.length);
    expect(await deliveries(id)).toMatchObject([{ state: 'failed', status: 503, error: 'HTTP 503' }]);
    works = true;
    const replayed = await call(`POST /api/webhooks/${id}/deliveries/${delivery}/replay`);
    expect(replayed).toMatchObject({ status: 200, body: { state: 'waiting' } });
    await deliver();
    expect(await deliveries(id)).toMatchObject([{ state: 'delivered', status: 200, error: null }]);
    expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([delivery]));
    expect((await auditOf(id)).map(({ action }) => action)).toContain('webhook.replayed');
  });

  it('that is gone is disabled, and gets what waits when it is turned on again', async () => {
    let gone = true;
    const { url, received } = await testReceiver((response) => {
      response.writeHead(gone ? 410 : 200).end();
    });
    const { id } = await create({ url });
    const [first = ''] = await queueMany(id, 1);
    await deliver();
    expect(await webhook(id)).toMatchObject({ enabled: false, disabledReason: 'HTTP 410', failed: 1 });
    const mails = await server.db.selectFrom('mails').select(['subject', 'text']).execute();
    const told = mails.filter(({ subject }) => subject.startsWith('A webhook was turned off'));
    expect(told).toMatchObject([{ text: expect.stringContaining('takes no more events') }]);
    expect(await auditOf(id)).toMatchObject([
      { action: 'webhook.created', actor_name: 'Ada Admin', object_name: 'CRM' },
      { action: 'webhook.disabled', actor_name: 'Server', details: 'HTTP 410' },
    ]);
    await makeLead();
    await deliver();
    expect(received).toHaveLength(1);
    const replay = () => call(`POST /api/webhooks/${id}/deliveries/${first}/replay`);
    expect(await replay()).toMatchObject({ status: 400, body: { msg: 'This webhook is off' } });
    gone = false;
    expect((await call(`PATCH /api/webhooks/${id}`, { enabled: true })).body).toMatchObject({
      enabled: true,
      disabledReason: null,
    });
    expect((await replay()).status).toBe(200);
    await deliver();
    // Events of while it was off are not sent.
    expect(received).toHaveLength(2);
  });

  it('that asks for a pause gets it, for all its events', async () => {
    const { url, received } = await testReceiver((response, _received, count) => {
      if (count <= 8) response.writeHead(429, { 'retry-after': '7200' }).end();
    });
    const { id } = await create({ url });
    await queueMany(id, 12);
    await deliver();
    const asked = received.length;
    expect(asked).toBeLessThanOrEqual(8);
    await deliver(1.9 * hour);
    expect(received).toHaveLength(asked);
    await deliver(2.1 * hour);
    await deliver(4.2 * hour);
    expect(await webhook(id)).toMatchObject({ waiting: 0, failed: 0 });
  });

  it('that redirects is not followed', async () => {
    const { url, received } = await testReceiver((response) => {
      response.writeHead(302, { location: '/other' }).end();
    });
    const { id } = await create({ url });
    await queueMany(id, 1);
    await deliver();
    expect(received.map(({ path }) => path)).toEqual(['/hook']);
    expect(await deliveries(id)).toMatchObject([
      { state: 'waiting', status: 302, error: 'Redirects are not followed (HTTP 302)' },
    ]);
  });

  it('that hangs is left when the server stops, and another process sends the event', async () => {
    let hangs = true;
    const stopping = new AbortController();
    const { url, received } = await testReceiver(() => {
      if (!hangs) return;
      stopping.abort();
      return 'open';
    });
    const { id } = await create({ url });
    await queueMany(id, 1);
    await deliverWebhooks(server.parts, stopping.signal);
    hangs = false;
    await deliver();
    expect(received).toHaveLength(2);
    expect(await deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  });

  it('that hangs does not keep the others waiting, nor do three', async () => {
    const stopping = new AbortController();
    const quick = await testReceiver((_response, _received, count) => {
      if (count === 20) stopping.abort();
    });
    const slow = await Promise.all([1, 2, 3].map(() => testReceiver(() => 'open')));
    for (const { url } of slow) await queueMany((await create({ url })).id, 60);
    const { id } = await create({ url: quick.url });
    await queueMany(id, 20);
    await deliverWebhooks(server.parts, stopping.signal);
    for (const { received } of slow) expect(received.length).toBeLessThanOrEqual(8);
    expect(quick.received).toHaveLength(20);
  });

  it('has its event recorded, though another attempt ends with a fault', async () => {
    let faulty = false;
    const clock = () => {
      if (!faulty) return Date.now();
      faulty = false;
      throw new Error('A fault');
    };
    const open: ServerResponse[] = [];
    const answer = (response: ServerResponse) => {
      const [first] = open;
      open.push(response);
      if (!first) return 'open';
      faulty = true;
      first.once('close', () => response.writeHead(204).end());
      first.writeHead(204).end();
      return 'open';
    };
    const receivers = [await testReceiver(answer), await testReceiver(answer)];
    const ids: string[] = [];
    for (const { url } of receivers) ids.push((await create({ url })).id);
    for (const id of ids) await queueMany(id, 1);
    await expect(deliverWebhooks(server.parts, undefined, clock)).rejects.toThrow('A fault');
    const states = await server.db.selectFrom('webhook_deliveries').select('state').execute();
    expect(states).toContainEqual({ state: 'delivered' });
  });
});

describe('Follow Up Boss', () => {
  const boss = {
    kind: 'follow-up-boss',
    name: 'FUB',
    key: 'fka_secret',
    events: ['lead.created', 'lead.updated'],
  };

  async function bossAt(url: string) {
    const { id } = await create(boss);
    await server.db.updateTable('webhooks').set({ url }).where('id', '=', id).execute();
    return id;
  }

  it('gets people and what they did, by its API key', async () => {
    const { url, received } = await testReceiver();
    const id = await bossAt(url);
    const lead = await makeLead({ brokerage: 'Old Brokers', dealsPerYear: '12' });
    await call(`PATCH /api/leads/${lead._id}`, { status: 'contacted' });
    await deliver();
    await makeLead({ firstName: 'Again', lastName: lead.lastName, email: lead.email, phone: lead.phone });
    await deliver();
    const person = {
      firstName: 'Lee',
      lastName: lead.lastName,
      emails: [{ value: lead.email }],
      phones: [{ value: lead.phone }],
      sourceUrl: expect.stringContaining(`/dashboard/leads/${lead._id}`),
    };
    expect(received.map(({ body }) => JSON.parse(body))).toEqual(
      [1, 2].map(() => ({
        source: 'localhost',
        system: 'Homequest',
        occurredAt: expect.any(String),
        type: 'General Inquiry',
        message: 'Current brokerage: Old Brokers\nDeals per year: 12',
        person,
      })),
    );
    expect(received[0]?.headers).toMatchObject({
      authorization: `Basic ${btoa('fka_secret:')}`,
      'x-system': 'Homequest',
    });
    expect(received[0]?.headers).not.toHaveProperty('webhook-signature');
    expect(await webhook(id)).toMatchObject({ waiting: 0, url });
  });

  it('is left alone for as long as it asks', async () => {
    const { url, received } = await testReceiver((response, _received, count) => {
      if (count === 1) response.writeHead(429, { 'retry-after': '60' }).end();
    });
    const id = await bossAt(url);
    await makeLead();
    await deliver();
    await deliver(30 * second);
    expect(received).toHaveLength(1);
    await deliver(90 * second);
    expect(await deliveries(id)).toMatchObject([{ state: 'delivered', status: 204, attempts: 2 }]);
  });

  it('has a key in place of a secret and an address', async () => {
    expect((await call('POST /api/webhooks', boss)).body).toMatchObject({
      secret: null,
      webhook: { url: 'https://api.followupboss.com/v1/events' },
    });
    const { id } = await create(boss);
    expect((await call(`PATCH /api/webhooks/${id}`, { key: 'fka_other' })).status).toBe(200);
    expect(JSON.stringify([await webhook(id), await auditOf(id)])).not.toContain('fka_');
    const rejected = [
      [`PATCH /api/webhooks/${id}`, { url: 'https://a.example.com/' }, "Its URL can't be changed"],
      [`POST /api/webhooks/${id}/secret`, undefined, 'Change its API key instead'],
      [
        'POST /api/webhooks',
        { ...boss, events: ['member.activated'] },
        'Follow Up Boss takes only lead events',
      ],
      ['POST /api/webhooks', { ...boss, key: '' }, 'API key is required'],
    ] as const;
    for (const [key, body, msg] of rejected)
      expect(await call(key, body)).toMatchObject({ status: 400, body: { msg } });
  });
});

describe('admins', () => {
  it('change, try and delete webhooks, on record', async () => {
    const { url, received } = await testReceiver();
    const { id, secret } = await create({ url: 'https://old.example.com/a-secret-path' });
    const changes = { name: 'New CRM', url, events: ['member.activated', 'lead.updated'], enabled: false };
    expect((await call(`PATCH /api/webhooks/${id}`, changes)).body).toMatchObject({
      name: 'New CRM',
      url,
      events: ['lead.updated', 'member.activated'],
      enabled: false,
      disabledReason: null,
    });
    const tested = await call(`POST /api/webhooks/${id}/test`);
    expect(tested).toMatchObject({
      status: 200,
      body: { event: 'webhook.test', state: 'delivered', status: 204 },
    });
    expect(verify(secret, nth(received, 0))).toMatchObject({ type: 'webhook.test' });
    expect((await call('GET /api/webhooks')).body).toMatchObject([{ _id: id, waiting: 0, failed: 0 }]);
    expect(await call(`DELETE /api/webhooks/${id}`)).toMatchObject({ status: 200 });
    expect((await call(`GET /api/webhooks/${id}`)).status).toBe(404);
    const recorded = await auditOf(id);
    expect(recorded.map(({ action }) => action)).toEqual([
      'webhook.created',
      'webhook.updated',
      'webhook.tested',
      'webhook.deleted',
    ]);
    expect(JSON.stringify(recorded)).not.toContain('a-secret-path');
  });

  it('send nothing back to a former address by an older form, nor turn on what is another webhook by now', async () => {
    const [old, next] = [await testReceiver(), await testReceiver()];
    const { id } = await create({ url: old.url });
    const { name, url, events, enabled } = await webhook(id);
    const seen = { name, url, events, enabled };
    const moved = await call(`PATCH /api/webhooks/${id}`, { url: next.url, seen });
    expect([moved.status, moved.body.url]).toEqual([200, next.url]);
    for (const changes of [{ name: 'The CRM', url, events }, { enabled: true }, { key: 'x' }])
      expect(await call(`PATCH /api/webhooks/${id}`, { ...changes, seen })).toMatchObject({
        status: 412,
        body: { msg: 'Webhook has been changed by someone else in the meantime' },
      });
    await makeLead();
    await deliver();
    expect([old.received.length, next.received.length]).toEqual([0, 1]);
    const many = { ...seen, url: next.url, events: [...events, 'lead.joined'] };
    await call(`PATCH /api/webhooks/${id}`, { events: many.events });
    const reordered = { ...many, events: many.events.toReversed() };
    expect((await call(`PATCH /api/webhooks/${id}`, { enabled: false, seen: reordered })).status).toBe(200);
  });

  it('see why a test failed, which is not repeated', async () => {
    const { url, received } = await testReceiver((response) => {
      response.writeHead(404).end();
    });
    const { id } = await create({ url });
    const { body } = await call(`POST /api/webhooks/${id}/test`);
    expect(body).toMatchObject({ state: 'failed', status: 404, error: 'HTTP 404', nextAttempt: null });
    await deliver(hour);
    expect(received).toHaveLength(1);
    await call(`PATCH /api/webhooks/${id}`, { url: 'http://127.0.0.1:1/' });
    expect((await call(`POST /api/webhooks/${id}/test`)).body.error).toBe('Could not connect (ECONNREFUSED)');
    const failed = await call(`GET /api/webhooks/${id}/deliveries?state=failed&limit=1`);
    expect(failed.body).toHaveLength(1);
    expect(failed.headers.get('link')).toContain('rel="next"');
  });

  it.each([
    [{ name: '' }, 'Name is required', 'name'],
    [{ url: 'ftp://example.com/' }, 'URL must be a web address starting with https:// or http://', 'url'],
    [{ events: [] }, 'Choose at least one event', 'events'],
    [{ events: ['lead.deleted'] }, 'Event is not known', 'events.0'],
    [{ kind: 'pigeon' }, 'Kind is not known', 'kind'],
    [{ url: undefined }, 'URL is required', 'url'],
    [{ kind: 'follow-up-boss' }, 'API key is required', 'key'],
  ])('get an error for %j', async (given, msg, field) => {
    expect(await call('POST /api/webhooks', { ...standard, ...given })).toMatchObject({
      status: 400,
      body: { errors: [{ msg, field }] },
    });
  });

  it('have at most 20', async () => {
    for (let n = 0; n < 20; n++) await create({ name: `CRM ${n}` });
    expect(await call('POST /api/webhooks', standard)).toMatchObject({
      status: 400,
      body: { msg: 'There can be at most 20 webhooks' },
    });
  });

  it('find out what is missing', async () => {
    const { id } = await create({});
    const missing = newId();
    for (const key of [
      `GET /api/webhooks/${missing}`,
      `PATCH /api/webhooks/${missing}`,
      `DELETE /api/webhooks/${missing}`,
      `POST /api/webhooks/${missing}/secret`,
      `POST /api/webhooks/${missing}/test`,
      `GET /api/webhooks/${missing}/deliveries`,
      `POST /api/webhooks/${missing}/deliveries/${missing}/replay`,
    ])
      expect(await call(key, key.startsWith('PATCH') ? {} : undefined), key).toMatchObject({
        status: 404,
        body: { msg: 'Webhook not found' },
      });
    const replay = await call(`POST /api/webhooks/${id}/deliveries/${missing}/replay`);
    expect(replay).toMatchObject({ status: 404, body: { msg: 'Delivery not found' } });
  });
});
