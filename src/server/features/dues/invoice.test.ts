import { afterAll, beforeAll, expect, it } from 'vitest';
import { made } from '../../../../test/closings.ts';
import { type ReadPdf, readPdf } from '../../../../test/pdf.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { formatDay, today } from '../../../shared/dates.ts';

/** docs/product.md P30.7: the invoice of a due, as its reader sees it. */

let server: TestServer;
let office: Person;
let member: Person;

beforeAll(async () => {
  server = await testServer({}, { drawn: true });
  office = await person(server, { admin: true });
  member = await person(server);
  const settings = { rule: 'anniversary', days: 14, howToPay: 'A check to 1 Office Way, by mail.' };
  await made(server, office, 'PUT /api/dues/settings', settings);
});
afterAll(() => server.stop());

const due = { label: 'Lost sign', amount: 1_060_50, reason: 'It was left at the house', due: '2031-03-04' };
const add = (given: object = {}): Promise<{ _id: string }> =>
  made(server, office, 'POST /api/dues', { member: member.id, ...due, ...given });

async function setHowToPay(howToPay: string): Promise<void> {
  const settings = await made(server, office, 'GET /api/dues/settings');
  await made(server, office, 'PUT /api/dues/settings', { ...settings, howToPay });
}

async function invoiceOf(id: string, who = member, path = 'me/'): Promise<ReadPdf> {
  const answer = await fetch(`${server.url}/api/dues/${path}${id}/invoice`, {
    headers: { 'x-auth-token': who.token },
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  return readPdf(new Uint8Array(await answer.arrayBuffer()));
}

it('says who asks whom for what, by when and how to pay', async () => {
  const { _id } = await add();
  const { brokerage } = server.parts.config;
  const { title, text, tables, headings } = await invoiceOf(_id);
  expect(title).toMatch(/^Invoice \d+$/);
  expect(headings).toEqual([{ level: 1, text: title }]);
  for (const words of [brokerage.legalName, brokerage.license, brokerage.address, brokerage.phone])
    expect(text).toContain(words);
  expect(text).toContain(`Date ${formatDay(today())}`);
  expect(text).toContain(`To ${member.name}`);
  expect(text).toContain('Due by Mar 4, 2031');
  expect(tables.at(-1)).toEqual([
    ['Line', 'Reason', 'Amount'],
    ['Lost sign', 'It was left at the house', '$1,060.50'],
  ]);
  expect(text).toContain(
    `Please pay $1,060.50 to ${brokerage.legalName} by Mar 4, 2031, and name “${title}”. What is still open is kept from your next closing.`,
  );
  expect(text).toContain('A check to 1 Office Way, by mail.');
});

it('has the next number of letters and invoices, and stays as it was made', async () => {
  const [first, second] = [await add(), await add()];
  const made1 = await invoiceOf(first._id);
  const made2 = await invoiceOf(second._id, office, '');
  const numbers = [made1, made2].map(({ title }) => Number(title.replace('Invoice ', '')));
  expect((numbers[1] ?? 0) - (numbers[0] ?? 0)).toBe(1);
  expect((await invoiceOf(first._id)).text).toBe(made1.text);
  await made(server, office, 'POST /api/dues/paid', {
    payments: [{ due: first._id, on: today(), method: 'Check 1' }],
  });
  await setHowToPay('Otherwise');
  expect((await invoiceOf(first._id)).text).toBe(made1.text);
});

it('is replaced by one of the next number while the due is open and it says how to pay as it was', async () => {
  await setHowToPay('To the old account');
  const { _id } = await add();
  const old = await invoiceOf(_id);
  await setHowToPay('To the new account');
  const next = await invoiceOf(_id);
  expect(next.title).not.toBe(old.title);
  expect(next.text).toContain(`Replaces ${old.title}`);
  expect(next.text).toContain('To the new account');
  expect(next.text).not.toContain('To the old account');
  expect((await invoiceOf(_id, office, '')).text).toBe(next.text);
  const stored = await server.db
    .selectFrom('dues')
    .select(['invoice', 'invoice_content'])
    .where('id', '=', _id)
    .executeTakeFirstOrThrow();
  expect(`Invoice ${stored.invoice}`).toBe(next.title);
  expect(JSON.parse(stored.invoice_content ?? '').former).toMatchObject({ title: old.title });
  await setHowToPay('');
  const last = await invoiceOf(_id);
  expect(last.text).toContain(`Replaces ${next.title}`);
  expect((await invoiceOf(_id)).title).toBe(last.title);
});

it('is replaced, too, once the brokerage or the member has another name', async () => {
  const { _id } = await add();
  const old = await invoiceOf(_id);
  const { settings } = await made(server, office, 'GET /api/site/settings');
  const brokerage = { ...settings.brokerage, legalName: 'Newname Realty, Inc.' };
  await made(server, office, 'PUT /api/site/settings', { ...settings, brokerage });
  const next = await invoiceOf(_id);
  expect(next.text).toContain(`Replaces ${old.title}`);
  expect(next.text).toContain('to Newname Realty, Inc. by');
  expect((await invoiceOf(_id)).title).toBe(next.title);
  const rename = (name: string) =>
    made(server, office, `PUT /api/users/${member.id}`, { name, email: member.email });
  await rename('Ana Newname');
  expect((await invoiceOf(_id)).text).toContain('To Ana Newname');
  await rename('Ана Newname');
  expect(await server.call(`GET /api/dues/me/${_id}/invoice`, { token: member.token })).toMatchObject({
    status: 400,
    body: { msg: 'The invoice cannot show “А” (U+0410): use Latin letters' },
  });
  await rename(member.name);
});

it('is made by who reads it, not by HEAD or an API token', async () => {
  const { _id } = await add();
  const { token } = await made(server, office, 'POST /api/api-tokens', {
    name: 'Reads closings',
    scopes: ['closings:read'],
    days: 90,
  });
  for (const [path, who] of [
    [_id, office],
    [`me/${_id}`, member],
  ] as const)
    expect((await server.call(`HEAD /api/dues/${path}/invoice`, { token: who.token })).status).toBe(404);
  const read = (path: string) => server.call(`GET /api/dues${path}`, { token });
  expect([(await read('')).status, (await read(`/${_id}/invoice`)).status]).toEqual([200, 403]);
  expect((await made(server, office, `GET /api/dues?member=${member.id}`)).at(-1).invoice).toBeNull();
});

it('is made of nothing that is settled, and for no one else', async () => {
  const { _id } = await add();
  const other = await person(server);
  const get = async (path: string, token?: string) => {
    const { status, body } = await server.call(`GET /api/dues/${path}/invoice`, { token });
    return [status, body.msg];
  };
  expect(await get(`me/${_id}`, other.token)).toEqual([404, 'Due not found']);
  expect((await get(_id, other.token))[0]).toBe(403);
  expect((await get(`me/${_id}`))[0]).toBe(401);
  await made(server, office, `POST /api/dues/${_id}/waive`, { reason: 'As agreed' });
  expect(await get(_id, office.token)).toEqual([404, 'Invoice not found']);
});
