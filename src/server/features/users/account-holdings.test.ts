import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AccountEvent,
  accountEvents,
  accountHoldings,
  type Fate,
} from '../../../../test/account-holdings.ts';
import { closingBody, nameApprover } from '../../../../test/closings.ts';
import { EventStream } from '../../../../test/event-stream.ts';
import { articleBody, pageBody } from '../../../../test/factories.ts';
import { plainImage, upload } from '../../../../test/images.ts';
import { approvedLead, broker, readyToSend } from '../../../../test/joining.ts';
import {
  apiTokenFields,
  contactRequest,
  type Person,
  person,
  profileBody,
  webhookFields,
} from '../../../../test/scene.ts';
import { giveTotp } from '../../../../test/second-factor.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import type { StaffChapter } from '../../../shared/handbook/handbook.contract.ts';
import { hour } from '../../../shared/time.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import { dataMap } from '../../tables/data-map.ts';
import type { TableRule } from '../../tables/rules.ts';
import type { Tables } from '../../tables/tables.ts';
import { offerPasswordLink } from '../auth/passwords/password-links.service.ts';
import { openSessionOnDevice } from '../auth/sessions/sessions.service.ts';
import { openTicket } from '../auth/sessions/tickets.ts';
import { exportLeads } from '../leads/leads.service.ts';
import { exportedFile } from '../personal-data/exports.service.ts';
import { exportUsers } from './export-users.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await testServer();
  admin = await person(server, { admin: true });
});
afterAll(() => server.stop());

async function made(who: Person, key: string, body?: unknown) {
  const answer = await server.call(key, { token: who.token, body });
  if (answer.status !== 200) throw new Error(`${key}: ${answer.status} ${answer.body.msg}`);
  return answer.body;
}

/** Reads the fate of something an account held. */
type Probe = () => Promise<Fate>;

const fateIf = (there: boolean): Fate => (there ? 'stays' : 'ends');

/** Watches the rows in which `column` is the account's id, or the row with the key `id`. */
async function rowProbe(table: keyof Tables, column: string, who: Person, key = 'id'): Promise<Probe> {
  const rowsWith = async (where: string, value: unknown) =>
    (
      await sql<Record<string, unknown>>`select * from ${sql.table(table)}
        where ${sql.ref(where)} = ${value}`.execute(server.db)
    ).rows;
  const before = await rowsWith(column, who.id);
  const [first] = before;
  if (!first) throw new Error(`No ${table} of the account was made`);
  return async () => {
    if ((await rowsWith(column, who.id)).length > 0) return 'stays';
    const left = key in first ? await rowsWith(key, first[key]) : [];
    return left.length > 0 ? 'nameless' : 'ends';
  };
}

type Maker = (who: Person) => Promise<Probe[]>;

/** A file of one's own data, longer than all that a probe reads of it. */
async function exportInParts(who: Person): Promise<string> {
  const id = newId();
  const made = { state: 'done', rows_total: 1, rows_done: 1, bytes: 5, claimed_at: null } as const;
  await server.db
    .insertInto('exports')
    .values({ ...made, id, requested_by: who.id, email: who.email, created_at: now(), finished_at: now() })
    .execute();
  for (let number = 0; number < 5; number++)
    await server.db.insertInto('export_parts').values({ export_id: id, number, bytes: 'eA==' }).execute();
  return id;
}

/** One of each kind; a kind that is missing here does not compile. */
const makers: Record<keyof typeof accountHoldings, Maker> = {
  async sessions({ token }) {
    return [async () => fateIf((await server.call('GET /api/auth', { token })).status === 200)];
  },
  async liveFeeds({ token }) {
    const stream = await EventStream.open(server.url, token);
    let ended = false;
    const read = (async () => {
      while ((await stream.next()) !== undefined);
      ended = true;
    })();
    return [
      async () => {
        // Each event is for those who may still read it: another member's post asks for that.
        if (fateOfSession(await server.call('GET /api/auth', { token })) === 'stays') return 'stays';
        await made(admin, 'POST /api/posts', { text: 'Anyone there?' });
        await read;
        return fateIf(!ended);
      },
    ];
  },
  async longAnswers(who) {
    const actor = await server.parts.actorByToken(server.db, who.token);
    if (!actor) throw new Error('No session');
    for (let n = 0; n < 5; n++) await person(server);
    for (let n = 0; n < 5; n++) await server.call('POST /api/contact', { body: contactRequest() });
    const reading: Parameters<typeof exportLeads>[0] = {
      db: server.db,
      read: (query) => query(server.db),
    };
    const users = exportUsers(reading, actor, 'users.csv', '', 1);
    const leads = exportLeads(reading, actor, 'leads.csv', { spam: false, search: '' }, 1);
    const { content } = await exportedFile(server.db, actor, await exportInParts(who));
    const answers = [users, leads, content];
    // Behind the first part, which comes before any row.
    for (const answer of answers) await answer.next();
    return answers.map((answer) => {
      let ended = false;
      return async () => {
        if (!ended)
          ended = await answer.next().then(
            ({ done = false }) => done,
            () => true,
          );
        return fateIf(!ended);
      };
    });
  },
  async knownDevices(who) {
    await inTransaction(server.db, (transaction) =>
      openSessionOnDevice(
        transaction,
        who.id,
        { userAgent: 'test', address: '127.0.0.1' },
        { deviceToken: '', proof: 'factor' },
      ),
    );
    return [await rowProbe('known_devices', 'user_id', who)];
  },
  async signIns(who) {
    await inTransaction(server.db, (transaction) => openTicket(transaction, who.id));
    return [await rowProbe('sign_in_tickets', 'user_id', who, 'token_hash')];
  },
  async passwordLinks(who) {
    await inTransaction(server.db, (transaction) =>
      offerPasswordLink(transaction, { userId: who.id, kind: 'reset' }, ''),
    );
    return [await rowProbe('password_links', 'user_id', who, 'token_hash')];
  },
  async usedLinks(who) {
    const used = { token_hash: hashToken(newToken()), user_id: who.id, expires_at: fromNow(hour) };
    await server.db.insertInto('used_links').values(used).execute();
    return [await rowProbe('used_links', 'user_id', who, 'token_hash')];
  },
  async apiTokens(who) {
    const { token } = await made(who, 'POST /api/api-tokens', apiTokenFields);
    return [
      await rowProbe('api_tokens', 'created_by', who),
      async () => fateIf((await server.call('GET /api/leads', { token })).status === 200),
    ];
  },
  async lists(who) {
    const csv = `Name,Email\n${Array.from({ length: 30 }, (_, n) => `Nora,${newId()}${n}@example.com`).join('\n')}`;
    const { _id } = await made(who, 'POST /api/users/bulk', { csv });
    return [
      async () => {
        const { accounts, finished } = await made(admin, `GET /api/users/bulk/${_id}`);
        return fateIf(finished === null && accounts.waiting > 0);
      },
    ];
  },
  async webhooks(who) {
    const { webhook } = await made(who, 'POST /api/webhooks', webhookFields);
    return [async () => fateIf((await made(admin, `GET /api/webhooks/${webhook._id}`)).enabled)];
  },
  async adminMails(who) {
    const mail = { to: who.email, subject: 'A lead waits', text: 'Lee Dunn' };
    const id = await inTransaction(server.db, (transaction) =>
      queueMail(transaction, mail, { userId: who.id, area: 'admin' }),
    );
    return [async () => fateIf(await isThere('mails', id))];
  },
  async othersExports(who) {
    const { _id } = await made(who, 'POST /api/exports/person', { email: admin.email });
    return [async () => fateIf(await isThere('exports', _id))];
  },
  async secondFactors(who) {
    await giveTotp(server, who.id);
    return [
      await rowProbe('totp_factors', 'user_id', who, 'user_id'),
      await rowProbe('recovery_codes', 'user_id', who, 'code_hash'),
    ];
  },
  async ownExports(who) {
    const { _id } = await made(who, 'POST /api/exports');
    return [async () => fateIf(await isThere('exports', _id))];
  },
  async ownMails(who) {
    const mail = { to: who.email, subject: 'To you', text: 'A text' };
    const id = await inTransaction(server.db, (transaction) =>
      queueMail(transaction, mail, { userId: who.id }),
    );
    return [async () => fateIf(await isThere('mails', id))];
  },
  async drafts(who) {
    await made(who, 'PUT /api/articles/working-copy/new', { title: 'Half written' });
    return [await rowProbe('working_copies', 'user_id', who)];
  },
  async pictures(who) {
    const bytes = new Uint8Array(await plainImage().jpeg().toBuffer());
    await upload(server, who.token, bytes, { path: '/api/profile/image' });
    return [await rowProbe('images', 'owner_id', who)];
  },
  async authorship(who) {
    await made(who, 'POST /api/testimonials', { name: 'Dana', testimonial: 'Paid the next day.' });
    return [await rowProbe('testimonial_authors', 'user_id', who, 'testimonial_id')];
  },
  async profile(who) {
    await made(who, 'POST /api/profile', profileBody);
    await made(who, 'PUT /api/profile/experience', { title: 'Agent', company: 'Homequest', current: true });
    return [await rowProbe('profiles', 'user_id', who), await rowProbe('experience', 'user_id', who)];
  },
  async closings(who) {
    const { _id } = await made(who, 'POST /api/my-closings', closingBody());
    return [async () => fateIf((await made(admin, `GET /api/closings/${_id}`)).agent.name === who.name)];
  },
  async posts(who) {
    await made(who, 'POST /api/posts', { text: 'Mine' });
    const { _id } = await made(admin, 'POST /api/posts', { text: 'Yours' });
    await made(who, `PUT /api/posts/like/${_id}`);
    return [await rowProbe('posts', 'user_id', who), await rowProbe('post_likes', 'user_id', who, 'user_id')];
  },
  async choices(who) {
    await made(who, 'POST /api/leads/views', { name: 'Mine', query: 'status=new' });
    return [await rowProbe('lead_views', 'user_id', who)];
  },
  async answers(who) {
    await server.call('POST /api/posts', {
      token: who.token,
      body: { text: 'Once' },
      headers: { 'idempotency-key': newId() },
    });
    return [await rowProbe('idempotency_keys', 'user_id', who, 'key')];
  },
  async deliveries(who) {
    const { webhook } = await made(admin, 'POST /api/webhooks', { ...webhookFields, name: 'Of another' });
    const payload = JSON.stringify({ type: 'webhook.test', timestamp: now(), data: { text: who.name } });
    const id = newId();
    await server.db
      .insertInto('webhook_deliveries')
      .values({
        id,
        webhook_id: webhook._id,
        event: 'webhook.test',
        lead_id: null,
        user_id: who.id,
        payload,
        state: 'waiting',
        attempts: 0,
        first_attempt_at: null,
        next_attempt_at: fromNow(hour),
        last_status: null,
        last_error: null,
        created_at: now(),
        delivered_at: null,
      })
      .execute();
    return [async () => fateIf(await isThere('webhook_deliveries', id))];
  },
  async content(who) {
    await made(who, 'POST /api/articles', articleBody({ title: `By ${who.id}` }));
    return [await rowProbe('articles', 'author_id', who)];
  },
  async acknowledgements(who) {
    const contents = await made(admin, 'PUT /api/handbook/contents', {
      chapters: [
        ...(await made(admin, 'GET /api/handbook/all')).map((each: StaffChapter) => ({
          ...each,
          pages: each.pages.map(({ _id }) => _id),
        })),
        { title: 'Policies', pages: [] },
      ],
    });
    const page = await made(admin, 'POST /api/handbook/pages', {
      title: `For ${who.id}`,
      chapter: contents.at(-1)._id,
    });
    await made(
      admin,
      `PUT /api/handbook/pages/${page._id}`,
      pageBody({ slug: page.slug, audience: 'chosen', chosen: [who.id] }),
    );
    await made(who, `POST /api/handbook/pages/${page._id}/acknowledge`, { edition: 1 });
    const named = server.db
      .selectFrom('handbook_acknowledgements')
      .select('user_name')
      .where('page_id', '=', page._id);
    return [async () => ((await named.executeTakeFirst())?.user_name === who.name ? 'stays' : 'ends')];
  },
  async ownedLeads(who) {
    const body = contactRequest();
    await server.call('POST /api/contact', { body });
    const [lead] = await made(admin, `GET /api/leads?search=${body.email}`);
    await made(admin, `PATCH /api/leads/${lead._id}`, { owner: who.id });
    return [async () => fateIf((await made(admin, `GET /api/leads/${lead._id}`)).owner !== null)];
  },
  async approving(who) {
    await nameApprover(server, who.id);
    const named = server.db.selectFrom('closing_settings').select('approvers').where('id', '=', 1);
    return [async () => fateIf((await named.executeTakeFirstOrThrow()).approvers.includes(who.id))];
  },
  async signing(who) {
    await readyToSend(server, who.id);
    return [await rowProbe('agreement_signers', 'user_id', who, 'user_id')];
  },
  async agreements(who) {
    const signer = await broker(server);
    const { id, sha256, email } = await approvedLead(server, signer.token, { email: who.email });
    const { member } = await made(signer, `POST /api/joining/applications/${id}/countersign`, { sha256 });
    if (member._id !== who.id) throw new Error('Another account');
    const signed = server.db.selectFrom('agreements').select('name').where('email', '=', email);
    return [async () => fateIf((await signed.executeTakeFirst()) !== undefined)];
  },
  async notes(who) {
    const post = await made(admin, 'POST /api/posts', { text: 'Say something' });
    await made(who, `POST /api/posts/comment/${post._id}`, { text: 'Something' });
    const body = contactRequest();
    await server.call('POST /api/contact', { body });
    const [lead] = await made(admin, `GET /api/leads?search=${body.email}`);
    await made(who, `POST /api/leads/${lead._id}/notes`, { text: 'Called' });
    return [await rowProbe('comments', 'user_id', who), await rowProbe('lead_notes', 'author_id', who)];
  },
  async records(who) {
    const events = server.db.selectFrom('audit_log').select('actor_name').where('actor_id', '=', who.id);
    return [
      async () => {
        const names = (await events.execute()).map(({ actor_name }) => actor_name);
        if (names.length === 0) return 'ends';
        return names.includes(who.name) ? 'stays' : 'nameless';
      },
    ];
  },
};

const fateOfSession = ({ status }: { status: number }): Fate => fateIf(status === 200);

async function isThere(table: keyof Tables, id: string): Promise<boolean> {
  const { rows } = await sql`select id from ${sql.table(table)} where id = ${id}`.execute(server.db);
  return rows.length > 0;
}

const events: Record<AccountEvent, (who: Person) => Promise<unknown>> = {
  lowered: ({ id, name, email }) => made(admin, `PUT /api/users/${id}`, { name, email, admin: false }),
  suspended: ({ id }) => made(admin, `POST /api/users/${id}/suspend`),
  reset: async ({ id }) => {
    const link = await inTransaction(server.db, (transaction) =>
      offerPasswordLink(transaction, { userId: id, kind: 'reset' }, ''),
    );
    const body = { token: link.split('#')[1], password: 'walnut tea kettle' };
    return made(admin, 'POST /api/auth/set-password', body);
  },
  deleted: ({ id }) => made(admin, `DELETE /api/users/${id}`),
  erased: ({ email }) => made(admin, 'POST /api/personal-data/erasure', { email }),
};

/** As far as there is a way back. */
const returns: Partial<Record<AccountEvent, (who: Person) => Promise<unknown>>> = {
  lowered: ({ id, name, email }) => made(admin, `PUT /api/users/${id}`, { name, email, admin: true }),
  suspended: ({ id }) => made(admin, `POST /api/users/${id}/reactivate`),
};

const kinds = Object.entries(accountHoldings);

describe('What an account holds', () => {
  it('is all that the data map has of users', () => {
    const known = kinds.flatMap(([, { tables }]): string[] => [...tables]);
    const rules: [string, TableRule][] = Object.entries(dataMap);
    const ofUsers = rules
      .filter(([name, { person }]) => name !== 'users' && Object.values(person ?? {}).includes('user'))
      .map(([name]) => name);
    expect(known.toSorted()).toEqual(ofUsers.toSorted());
  });

  it('is the table of docs/security.md', () => {
    const rows = readFileSync('docs/security.md', 'utf8').matchAll(
      /^ {2}\|((?: (?:ends|stays|nameless) +\|){5})(.*)\|$/gm,
    );
    const documented = [...rows].flatMap(([, fates = '', things = '']) =>
      things.split(';').map((what) => [what.trim(), ...(fates.match(/\w+/g) ?? [])].join(' | ')),
    );
    const known = kinds.map(([, { what, ...fates }]) =>
      [what, ...accountEvents.map((event) => fates[event])].join(' | '),
    );
    expect(documented.toSorted()).toEqual(known.toSorted());
  });

  it.each(accountEvents)(
    'ends, stays or loses the name as the table says when the account is %s',
    async (event) => {
      const who = await person(server, { admin: true });
      const probes: [string, Probe][] = [];
      for (const [kind, make] of Object.entries(makers))
        for (const [at, probe] of (await make(who)).entries()) probes.push([`${kind} ${at + 1}`, probe]);
      const fates = async () => {
        const found: Record<string, Fate> = {};
        for (const [kind, probe] of probes) found[kind] = await probe();
        return found;
      };
      const expected = Object.fromEntries(
        probes.map(([kind]) => [kind, Object(accountHoldings)[kind.split(' ')[0] ?? ''][event]]),
      );
      // A control: all of it is there.
      expect(new Set(Object.values(await fates()))).toEqual(new Set(['stays']));
      await events[event](who);
      expect(await fates()).toEqual(expected);
      if (!returns[event]) return;
      await returns[event](who);
      expect(await fates()).toEqual(expected);
    },
  );
});
