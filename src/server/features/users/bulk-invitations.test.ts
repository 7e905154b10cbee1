import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken, makeUser } from '../../../../test/factories.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { eraseOldData } from '../retention/erase-old-data.ts';
import { listTurn } from './bulk-invitations.service.ts';
import { inviteWaiting } from './invite-waiting.ts';

/** For requests to arrive on a busy machine. */
const patience = { timeout: 20_000 };

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await testServer({ BASE_URL: 'https://flatfee.example' });
  token = await makeToken(server.db, { admin: true, name: 'Ada Admin' });
});
afterAll(() => server.stop());

const preview = (body: object) => server.made('POST /api/users/bulk/preview', { token, body });
const commit = (body: object) => server.made('POST /api/users/bulk', { token, body });
const stateOf = async (id: string) => (await server.call(`GET /api/users/bulk/${id}`, { token })).body;
const work = () => inviteWaiting(server.parts);
const people = (rows: { name: string; email: string }[]) => rows.map(({ name, email }) => [name, email]);
const mailsTo = (email: string) =>
  server.db.selectFrom('mails').selectAll().where('recipient', '=', email).execute();

describe('a list too wide or with too many cells', () => {
  const answerTo = (csv: string) => server.call('POST /api/users/bulk/preview', { token, body: { csv } });

  it.each([
    ['one row of commas', ','.repeat(900_000)],
    ['one row of cells', 'a,'.repeat(450_000)],
    ['a wide row below others', `Name,Email\n${'Ann,ann@example.com\n'.repeat(100)}${'a,'.repeat(200)}`],
    ['a declared delimiter', `sep=x\n${'x'.repeat(900_000)}`],
    ['a declared delimiter that cannot be one', `sep="\n${`${'a'.padEnd(99, ',')}\n`.repeat(4000)}`],
    ['quotation marks that are none', `a"${','.repeat(900_000)}`],
    ['many rows as wide as may be', `${'a'.padEnd(100, ',')}\n`.repeat(4000)],
  ])('is refused before it is read on: %s', async (_what, csv) => {
    const { status, body } = await answerTo(csv);
    expect(JSON.stringify(body).length).toBeLessThan(1000);
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'csv' }] },
    });
    expect(body.msg).toMatch(/^A list can have at most (100 columns|200,000 cells)$/);
  });

  it('is taken up to that', async () => {
    const wide = await preview({ csv: `ann@example.com${',a'.repeat(99)}` });
    expect(wide.columns).toHaveLength(100);
    const many = await preview({ csv: `${'a'.padEnd(39, ',')}\n`.repeat(5000), header: false });
    expect(many.rows).toHaveLength(5000);
  });
});

it('lists are read one after another, of one person at most three at once', async () => {
  const gate = Promise.withResolvers<void>();
  const held = listTurn('someone else', () => gate.promise);
  const other = await makeToken(server.db, { admin: true });
  const body = { csv: 'Ann,ann@example.com' };
  const ask = (as: string) => server.call('POST /api/users/bulk/preview', { token: as, body });
  const asked = Array.from({ length: 4 }, () => ask(token));
  const beside = ask(other);
  expect(await Promise.race([...asked, beside])).toMatchObject({ status: 429 });
  await expect.poll(() => listTurn.state(), patience).toEqual({ running: 1, waiting: 4 });
  gate.resolve();
  await held;
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 200, 200, 429]);
  expect((await beside).status).toBe(200);
});

describe('a list', () => {
  it.each([
    ['commas', 'Name,Email\nAnn Lee,ann@example.com'],
    ['semicolons and a byte order mark', '\uFEFFName;Email\r\nAnn Lee;ann@example.com\r\n'],
    ['tabs, as cells are pasted', 'Email\tName\nANN@example.com \t Ann Lee'],
    ['what Excel declares', 'sep=;\r\nName;Email\r\nAnn Lee;ann@example.com'],
    ['what Excel keeps as text', 'Name,Email\n"=""Ann Lee""","=""ann@example.com"""'],
    ['two columns for the name', 'Last Name,First name,E-Mail address\nLee,Ann,ann@example.com'],
    ['no titles', 'Ann Lee,ann@example.com'],
    ['no titles, and the address first', 'ann@example.com,Ann Lee'],
    [
      'other columns, blank lines and cells',
      'Id,Phone,Email,Full name\n\n,,,\n7,555,ann@example.com,Ann Lee,\n',
    ],
    ['commas beside semicolons', 'Name;Note;Email\nAnn Lee;a, b, c;ann@example.com'],
    [
      'Google’s titles',
      'First Name,Middle Name,Last Name,E-mail 1 - Label,E-mail 1 - Value\nAnn,,Lee,* Work,ann@example.com',
    ],
    [
      'Google’s former titles',
      'Name,Given Name,Family Name,E-mail 1 - Type,E-mail 1 - Value\nAnn Lee,Ann,Lee,* Work,ann@example.com ::: a@example.org',
    ],
    [
      'Outlook’s titles',
      'Title,First Name,Last Name,E-mail Address,E-mail Type,E-mail Display Name\n,Ann,Lee,ann@example.com,SMTP,Ann Lee (ann@example.com)',
    ],
    [
      'Salesforce’s titles',
      'Lead ID,First Name,Last Name,Email Opt Out,Email\n00Q5,Ann,Lee,0,ann@example.com',
    ],
    [
      'Zoho’s titles',
      'Record Id,Lead Owner,Lead Name,Email,Secondary Email\nzcrm_1,Kim,Ann Lee,ann@example.com,',
    ],
    ['a day it was mailed on', 'Mailed on,Contact,Address\n1/5/2026,Ann Lee,ann@example.com'],
    ['an owner’s address', 'Owner,Agent,Email\nboss@example.com,Ann Lee,ann@example.com'],
    ['titles of another keyboard', 'ｎａｍｅ,E‑mail\nAnn Lee,ann@example.com'],
    [
      'titles with what shows nothing',
      'Note,First\u00a0Name,LAST NAME,E\u00admail\n,Ann,Lee,ann@example.com',
    ],
    ['the last name first', 'Name,Email\n"Lee, Ann",ann@example.com'],
    ['old line breaks', 'Name,Email\rAnn Lee,ann@example.com\r'],
  ])('is read with %s', async (_what, csv) => {
    const { rows, counts } = await preview({ csv });
    expect(people(rows)).toEqual([['Ann Lee', 'ann@example.com']]);
    expect(counts).toEqual({ new: 1, member: 0, invited: 0, twice: 0, error: 0 });
  });

  it('is sorted into new, member, invited, twice and error, with line and reason', async () => {
    const member = await makeUser(server.db);
    const gone = await makeUser(server.db, { suspended_at: now() });
    const invited = await makeUser(server.db, { password_hash: null });
    const csv = [
      'Name,Email',
      'Bea,bea@example.com',
      `"Two\nlines",${member.email.toUpperCase()}`,
      `Ina,${invited.email}`,
      '',
      'Bea B., BEA@example.com ',
      ',nobody',
      `Gus,${gone.email}`,
      'Cy,cy@example.com',
    ].join('\n');
    const { rows, counts, header } = await preview({ csv });
    expect(header).toBe(true);
    expect(rows).toEqual([
      { line: 2, name: 'Bea', email: 'bea@example.com', kind: 'new', reason: '' },
      { line: 3, name: 'Two lines', email: member.email, kind: 'member', reason: 'Has an account' },
      { line: 5, name: 'Ina', email: invited.email, kind: 'invited', reason: 'Has been invited' },
      { line: 7, name: 'Bea B.', email: 'bea@example.com', kind: 'twice', reason: 'As in line 2' },
      {
        line: 8,
        name: '',
        email: 'nobody',
        kind: 'error',
        reason: 'Name is required. Please include a valid email',
      },
      { line: 9, name: 'Gus', email: gone.email, kind: 'member', reason: 'Is suspended' },
      { line: 10, name: 'Cy', email: 'cy@example.com', kind: 'new', reason: '' },
    ]);
    expect(counts).toEqual({ new: 2, member: 2, invited: 1, twice: 1, error: 1 });
    expect(await mailsTo('bea@example.com')).toEqual([]);
  });

  it('shows its columns with samples, and takes other ones', async () => {
    const csv = 'Nick,Real,Mail\nA,Ann Lee,ann@example.com\nB,Bo Diaz,bo@example.com';
    const guessed = await preview({ csv });
    expect(guessed.columns).toEqual([
      { header: 'Nick', samples: ['A', 'B'] },
      { header: 'Real', samples: ['Ann Lee', 'Bo Diaz'] },
      { header: 'Mail', samples: ['ann@example.com', 'bo@example.com'] },
    ]);
    expect(guessed.chosen).toEqual({ email: 2, name: 0, firstName: null, lastName: null });
    const { rows } = await preview({ csv, columns: { name: 1 } });
    expect(people(rows)).toEqual([
      ['Ann Lee', 'ann@example.com'],
      ['Bo Diaz', 'bo@example.com'],
    ]);
    expect((await preview({ csv, header: false })).rows[0]).toMatchObject({ line: 1, kind: 'error' });
  });

  it('with a quotation mark that does not end has an error in that row', async () => {
    const { rows } = await preview({ csv: 'Ann,ann@example.com\nBo,"bo@example.com\nCy,cy@example.com' });
    expect(rows.map(({ kind, reason }: { kind: string; reason: string }) => [kind, reason])).toEqual([
      ['new', ''],
      ['error', 'The quotation marks do not match'],
    ]);
  });

  it.each([
    ['that is missing', {}, 'A list is required'],
    ['with nothing in it', { csv: ' \n ' }, 'A list is required'],
    ['of another type', { csv: 7 }, 'The list must be text'],
    [
      'without the column',
      { csv: 'Ann,ann@example.com', columns: { email: 2 } },
      'This column is not in the list',
    ],
    ['that is too long', { csv: 'a'.repeat(1_000_001) }, 'The list must be at most 1,000,000 characters'],
    ['of too many rows', { csv: 'x,a@b.co\n'.repeat(5001) }, 'A list can have at most 5,000 rows'],
  ])('%s is rejected', async (_what, body, msg) => {
    for (const call of ['POST /api/users/bulk/preview', 'POST /api/users/bulk']) {
      expect(await server.call(call, { token, body })).toMatchObject({ status: 400, body: { msg } });
    }
  });

  it('holds what no database stores, and harms nothing', async () => {
    const csv = 'Name,Email\nA\0nn \ud800,nul@example.com\n\ud800,\0@\ud800';
    expect((await commit({ csv })).accounts.failed).toBe(1);
  });
});

describe('a committed list', () => {
  it('makes accounts in the background, mails each once, and is one audit event', async () => {
    const csv = 'Name,Email\nDee Dee,dee@example.com\nEli,ELI@example.com\nEli,eli@example.com\n,broken';
    const list = await commit({ csv, file: 'agents.csv' });
    expect(list).toMatchObject({
      file: 'agents.csv',
      by: 'Ada Admin',
      finished: null,
      rows: 4,
      accounts: { waiting: 2, created: 0, skipped: 1, failed: 1 },
    });
    await work();
    expect(await stateOf(list._id)).toMatchObject({
      finished: expect.any(String),
      accounts: { waiting: 0, created: 2, skipped: 1, failed: 1 },
      mails: { waiting: 2, sent: 0, failed: 0 },
    });
    const [user] = (await server.call('GET /api/users?search=dee@example.com', { token })).body;
    expect(user).toMatchObject({ name: 'Dee Dee', state: 'invited', admin: false });
    const events = server.db.selectFrom('audit_log').selectAll().where('object_id', '=', list._id);
    expect(await events.execute()).toMatchObject([
      {
        action: 'users.invited',
        object_name: '2 users',
        details: 'agents.csv; 2 skipped',
        actor_name: 'Ada Admin',
      },
    ]);

    const again = await commit({ csv, file: 'agents.csv' });
    await work();
    expect(await stateOf(again._id)).toMatchObject({
      finished: expect.any(String),
      accounts: { waiting: 0, created: 0, skipped: 3, failed: 1 },
    });
    for (const email of ['dee@example.com', 'eli@example.com']) {
      expect(await mailsTo(email)).toMatchObject([{ subject: 'Your invitation to Homequest' }]);
    }
    expect((await server.call('GET /api/users/bulk', { token })).body.slice(0, 2)).toMatchObject([
      { _id: again._id },
      { _id: list._id },
    ]);
  });

  it('invites nobody twice, although the same list runs twice at once', async () => {
    const csv = Array.from({ length: 50 }, (_, at) => `Twin ${at},twin${at}@example.com`).join('\n');
    const lists = await Promise.all([commit({ csv }), commit({ csv })]);
    await Promise.all([work(), work(), work()]);
    const states = await Promise.all(lists.map(({ _id }) => stateOf(_id)));
    expect(states.map(({ accounts }) => accounts.created + accounts.skipped)).toEqual([50, 50]);
    expect(states.reduce((sum, { accounts }) => sum + accounts.created, 0)).toBe(50);
    const mails = server.db.selectFrom('mails').select('id').where('recipient', 'like', 'twin%');
    expect(await mails.execute()).toHaveLength(50);
  });

  it('counts its mails apart, and gives the rows without an invitation as a file', async () => {
    const csv = 'Name,Email\nFay,fay@example.com\n=cmd(),broken\nGil,gil@example.com';
    const { _id } = await commit({ csv });
    await work();
    const fail = { state: 'failed', last_error: 'No such mailbox' } as const;
    await server.db.updateTable('mails').set(fail).where('recipient', '=', 'fay@example.com').execute();
    const sent = { state: 'sent', text: '' } as const;
    await server.db.updateTable('mails').set(sent).where('recipient', '=', 'gil@example.com').execute();
    expect(await stateOf(_id)).toMatchObject({
      accounts: { created: 2, failed: 1 },
      mails: { waiting: 0, sent: 1, failed: 1 },
    });
    const { headers, body } = await server.call(`GET /api/users/bulk/${_id}/failed`, { token });
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(body.trimEnd().split('\r\n').slice(1)).toEqual([
      '"2","Fay","fay@example.com","Invited, email not sent","No such mailbox"',
      `"3","'=cmd()","broken","Not invited","Please include a valid email"`,
    ]);
  });

  it('of 5,000 rows is checked and done without holding up anybody; its mails go behind others', async () => {
    const csv = Array.from({ length: 5000 }, (_, at) => `Agent ${at},agent${at}@bulk.example`).join('\n');
    expect((await preview({ csv })).counts.new).toBe(5000);
    const { _id } = await commit({ csv });
    // The first rows show the cost of all: the event-loop watch is on.
    await server.db
      .updateTable('bulk_invitation_rows')
      .set({ result: 'error' })
      .where('list_id', '=', _id)
      .where('line', '>', 400)
      .where('line', '<', 5000)
      .execute();
    await work();
    expect((await stateOf(_id)).accounts).toMatchObject({ waiting: 0, created: 401 });
    const [last] = await mailsTo('agent4999@bulk.example');
    expect(Date.parse(last?.next_attempt_at ?? '') - Date.parse(last?.created_at ?? '')).toBeGreaterThan(
      400_000,
    );
  });

  it('is deleted after 30 days; its accounts stay, and take their rows along when they go', async () => {
    const { _id } = await commit({ csv: 'Hal,hal@example.com\nIvy,ivy@example.com' });
    await work();
    const [user] = (await server.call('GET /api/users?search=hal@example.com', { token })).body;
    await server.call(`DELETE /api/users/${user._id}`, { token });
    expect((await stateOf(_id)).rows).toBe(1);
    const then = new Date(Date.now() - 31 * 86_400_000).toISOString();
    await server.db.updateTable('bulk_invitations').set({ created_at: then }).where('id', '=', _id).execute();
    await eraseOldData(server);
    expect((await server.call(`GET /api/users/bulk/${_id}`, { token })).status).toBe(404);
    expect((await server.call('GET /api/users?search=ivy@example.com', { token })).body).toHaveLength(1);
  });
});

describe('the calls on lists', () => {
  it('are for admins, and know which list is missing', async () => {
    const member = await makeToken(server.db);
    const body = { csv: 'Ann,ann@example.com' };
    for (const key of ['POST /api/users/bulk', 'POST /api/users/bulk/preview']) {
      expect((await server.call(key, { body })).status).toBe(401);
      expect((await server.call(key, { body, token: member })).status).toBe(403);
    }
    for (const path of ['', `/${newId()}`, `/${newId()}/failed`]) {
      expect((await server.call(`GET /api/users/bulk${path}`)).status).toBe(401);
      expect((await server.call(`GET /api/users/bulk${path}`, { token: member })).status).toBe(403);
      if (path)
        expect(await server.call(`GET /api/users/bulk${path}`, { token })).toMatchObject({
          status: 404,
          body: { msg: 'List not found' },
        });
    }
  });
});

describe('the export of users', () => {
  it('has every user that a search finds, without formulas, and leaves a record', async () => {
    await makeUser(server.db, { name: '=Export Me', email: 'export@example.com' });
    const { status, headers, body } = await server.call('GET /api/users/export?search=export', { token });
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="users-\d{4}-\d\d-\d\d\.csv"$/);
    const [header, ...lines] = body.trimEnd().split('\r\n');
    expect(header).toContain('"Date","Name","Email","Admin","State"');
    expect(lines).toEqual([expect.stringContaining(`"'=Export Me","export@example.com","no","active"`)]);
    const events = server.db
      .selectFrom('audit_log')
      .select('object_name')
      .where('action', '=', 'users.exported');
    expect(await events.execute()).toEqual([{ object_name: '1 users' }]);
    const all = (await server.call('GET /api/users/export', { token })).body.trimEnd().split('\r\n');
    const users = await server.db.selectFrom('users').select('id').execute();
    expect(all).toHaveLength(users.length + 1);
  });

  it('is for admins', async () => {
    expect((await server.call('GET /api/users/export')).status).toBe(401);
    const member = await makeToken(server.db);
    expect((await server.call('GET /api/users/export', { token: member })).status).toBe(403);
  });
});
