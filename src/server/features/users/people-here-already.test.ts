import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken } from '../../../../test/factories.ts';
import { textsTo } from '../../../../test/mails.ts';
import { person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { addDays, today } from '../../../shared/dates.ts';
import { noRights } from '../../../shared/users/rights.ts';
import { settleDue } from '../member-files/settle.ts';
import { replaceTemplate } from '../onboarding/template.service.ts';
import { inviteWaiting } from './invite-waiting.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await testServer({ BASE_URL: 'https://flatfee.example' });
  token = await makeToken(server.db, { admin: true, name: 'Ada Admin' });
  await server.db
    .transaction()
    .execute((transaction) =>
      replaceTemplate(transaction, 'on', [
        { title: 'Transfer your license', text: '', who: 'member', page: null, dueDays: 1 },
      ]),
    );
});
afterAll(() => server.stop());

const byAdmin = (key: string, body?: object) => server.made(key, { token, body });
const preview = (csv: string) => byAdmin('POST /api/users/bulk/preview', { csv });

async function invite(csv: string): Promise<string[]> {
  const emails: string[] = (await preview(csv)).rows.map(({ email }: { email: string }) => email);
  await byAdmin('POST /api/users/bulk', { csv });
  await inviteWaiting(server.parts);
  const ids: string[] = [];
  for (const email of emails) ids.push((await byAdmin(`GET /api/users?search=${email}`))[0]._id);
  return ids;
}

const expires = addDays(today(), 400);
const future = addDays(today(), 30);

it('a list may have phone, license, expiry and first day, as spreadsheets write them', async () => {
  const csv = [
    'Agent;Email;Cell phone;DRE License #;License Expiration;With us since',
    'Ann Lee;ann@example.com;(310) 555-0101;DRE# 01234567;1/31/2028;3/1/2021',
    'Bo Diaz;bo@example.com;;;;',
    'Cy Low;cy@example.com;;123;soon;last year',
  ].join('\r\n');
  const { chosen, rows } = await preview(csv);
  expect(chosen).toEqual({
    email: 1,
    name: 0,
    firstName: null,
    lastName: null,
    phone: 2,
    license: 3,
    expires: 4,
    since: 5,
  });
  expect(rows).toEqual([
    {
      line: 2,
      name: 'Ann Lee',
      email: 'ann@example.com',
      kind: 'new',
      reason: '',
      facts: {
        phone: '(310) 555-0101',
        license: '01234567',
        expires: '2028-01-31',
        since: '2021-03-01',
      },
    },
    { line: 3, name: 'Bo Diaz', email: 'bo@example.com', kind: 'new', reason: '' },
    {
      line: 4,
      name: 'Cy Low',
      email: 'cy@example.com',
      kind: 'error',
      reason: 'License must be 8 digits. License expiry must be a date. With us since must be a date',
    },
  ]);
  const { rows: others } = await preview(csv.replace('With us since', 'Remark'));
  expect(others[0].facts.since).toBe(null);
});

it('take days of the last century as Excel writes them', async () => {
  const days = ['6/15/1998', '6/15/98', '6/15/49', '12/1/26'];
  const lines = days.map((day, at) => `Ann ${'ABCD'[at]},ann${at}@old.example,${day}`);
  const { rows } = await preview(['Name,Email,With us since', ...lines].join('\n'));
  expect(rows.map(({ facts }: { facts: { since: string } }) => facts.since)).toEqual([
    '1998-06-15',
    '1998-06-15',
    '2049-06-15',
    '2026-12-01',
  ]);
});

it('who is with us already has their license, phone and first day, and nothing of joining is left to do', async () => {
  const [id] = await invite(
    `Name,Email,Phone,License,Expires,Since\nFay Five,fay@example.com,(310) 555-0105,01555555,${expires},2021-03-01`,
  );
  const licenses: { user: { _id: string } }[] = await byAdmin('GET /api/licenses');
  expect(licenses.find(({ user }) => user._id === id)).toMatchObject({
    number: '01555555',
    expires,
    verified: null,
  });
  const profile = await server.db
    .selectFrom('profiles')
    .select('phone')
    .where('user_id', '=', id ?? '')
    .execute();
  expect(profile).toEqual([{ phone: '(310) 555-0105' }]);
  const [row] = await server.db
    .selectFrom('bulk_invitation_rows')
    .select('facts')
    .where('user_id', '=', id ?? '')
    .execute();
  expect(row?.facts).toBe(null);
  await accept('fay@example.com');
  expect(await byAdmin(`GET /api/onboarding/members/${id}`)).toEqual([]);
  await settleDue(server.db);
  const file = await byAdmin(`GET /api/compliance/members/${id}`);
  expect(file.joined).toBe('2021-03-01');
  const kinds = file.entries.map(({ details: { kind } }: { details: { kind: string } }) => kind);
  expect(kinds.toSorted()).toEqual(['joined', 'license']);
  const dues: { kind: string; due: string; detail: string }[] = file.findings;
  expect(dues.filter(({ due }) => due < today())).toEqual([]);
  expect(dues.find(({ kind }) => kind === 'agreement')?.detail).toBe('paper');
  const kept = await byAdmin(`POST /api/compliance/members/${id}/entries`, {
    kind: 'paper-agreement',
    on: '2021-02-27',
  });
  expect(kept.findings.map(({ kind }: { kind: string }) => kind)).not.toContain('agreement');
});

it('whose first day is to come joins as others do', async () => {
  const [id] = await invite(`Name,Email,Since\nGus Next,gus@example.com,${future}`);
  await accept('gus@example.com');
  const steps = await byAdmin(`GET /api/onboarding/members/${id}`);
  expect(steps.map(({ title }: { title: string }) => title)).toEqual(['Transfer your license']);
  const file = await byAdmin(`GET /api/compliance/members/${id}`);
  const kinds = file.entries.map(({ details: { kind } }: { details: { kind: string } }) => kind);
  expect(kinds.toSorted()).toEqual(['joined', 'notice', 'notice']);
});

async function accept(email: string): Promise<void> {
  const [text = ''] = await textsTo(server, email);
  const secret = new URL(/https:\S+#\S+/.exec(text)?.[0] ?? '').hash.slice(1);
  const body = { token: secret, password: 'walnut tea kettle wind', adult: true };
  expect((await server.call('POST /api/auth/set-password', { body })).status).toBe(200);
}

it('a list that links a new member with someone of the office by a license number tells all admins', async () => {
  const other = await person(server, { admin: true, name: 'Olga Other' });
  const body = { number: '01600001', expires: '2099-01-31' };
  await server.made('PUT /api/licenses/me', { token: other.token, body });
  const [id] = await invite(
    'Name,Email,License\nNell Agent,nell.agent@example.com,01600001\nOdd Agent,odd@example.com,01600002',
  );
  const log = server.db.selectFrom('security_log').select('detail').where('event', '=', 'license.linked');
  expect(await log.execute()).toEqual([
    { detail: `license 01600001: user ${id} is one person with user ${other.id}` },
  ]);
  const texts = (await textsTo(server, other.email)).filter((text) => text.includes('01600001'));
  expect(texts).toEqual([expect.stringContaining('Ada Admin')]);
  expect(texts[0]).toContain('Nell Agent');
});

describe('a role', () => {
  const roles = (list: string[]) =>
    ['Name,Email,Role', ...list.map((role, at) => `Ann Role,ann-role${at}@example.com,"${role}"`)].join('\n');
  const rightsIn = async (csv: string) =>
    (await preview(csv)).rows.map(({ reason, facts }: { reason: string; facts?: { rights: string[] } }) =>
      reason === '' ? (facts?.rights ?? []) : reason,
    );

  it('is a word of the form that invites one person, or several', async () => {
    const unknown = 'Role must be Agent, Admin or some of Recruiting, Closings, Compliance, Content';
    const words = [
      '',
      'agent',
      'Broker Associate',
      'ADMIN',
      'Transaction coordinator',
      'Closings; content',
      'Office',
    ];
    expect(await rightsIn(roles(words))).toEqual([
      [],
      [],
      [],
      ['admin'],
      ['closings'],
      ['closings', 'content'],
      `${unknown}, not “Office”`,
    ]);
    expect(await rightsIn(roles(['Agent, Boss', 'toString']))).toEqual([
      `${unknown}, not “Boss”`,
      `${unknown}, not “toString”`,
    ]);
    expect(await rightsIn(roles(['Boss']).replace('Role', 'Title'))).toEqual([[]]);
  });

  it('gives rights to at most 50 people of one list', async () => {
    const found = await rightsIn(roles([...Array(51).fill('Content'), 'Agent']));
    expect(found.slice(49)).toEqual([['content'], 'One list gives rights to at most 50 people', []]);
  });

  it('is had from the invitation on; the audit log names it, and the other admins learn of it', async () => {
    const other = await person(server, { admin: true, name: 'Otto Other' });
    const [admin, clerk, agent] = await invite(
      'Name,Email,Role\nAl Boss,al@example.com,Admin\nCy Clerk,cy.clerk@example.com,Closings\nBo Agent,bo.agent@example.com,Agent',
    );
    const rights = async (id = '') => {
      const {
        admin: isAdmin,
        recruiting,
        coordinator,
        compliance,
        content,
      } = await byAdmin(`GET /api/users/${id}`);
      return { admin: isAdmin, recruiting, coordinator, compliance, content };
    };
    expect(await rights(admin)).toEqual({ ...noRights, admin: true });
    expect(await rights(clerk)).toEqual({ ...noRights, coordinator: true });
    expect(await rights(agent)).toEqual(noRights);
    const events = await server.db
      .selectFrom('audit_log')
      .select(['actor_name', 'object_name', 'details'])
      .where('action', '=', 'user.created')
      .where('object_id', 'in', [admin ?? '', clerk ?? '', agent ?? ''])
      .orderBy('object_name')
      .execute();
    expect(events).toEqual([
      { actor_name: 'Ada Admin', object_name: 'Al Boss', details: 'admin: yes' },
      { actor_name: 'Ada Admin', object_name: 'Cy Clerk', details: 'closings: yes' },
    ]);
    const texts = (await textsTo(server, other.email)).filter((text) =>
      text.includes('changed the rights of'),
    );
    expect(texts.some((text) => text.includes('Al Boss') && text.includes('They are now: Admin.'))).toBe(
      true,
    );
    expect(texts.some((text) => text.includes('Cy Clerk') && text.includes('They are now: Closings.'))).toBe(
      true,
    );
    expect(texts).toHaveLength(2);
  });

  it('is given by no one who has lost their own rights since', async () => {
    const giver = await person(server, { admin: true });
    const csv = 'Name,Email,Role\nLate Boss,late.boss@example.com,Admin';
    await server.made('POST /api/users/bulk', { token: giver.token, body: { csv } });
    await server.db.updateTable('users').set({ admin: false }).where('id', '=', giver.id).execute();
    await inviteWaiting(server.parts);
    expect(await byAdmin('GET /api/users?search=late.boss')).toEqual([]);
  });
});
