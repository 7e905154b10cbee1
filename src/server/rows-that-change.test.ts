import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { approver, closingBody, made } from '../../test/closings.ts';
import { makeUser } from '../../test/factories.ts';
import { type Person, person } from '../../test/scene.ts';
import { type TestServer, testServer } from '../../test/server.ts';
import { closingFields } from '../shared/closings/closing-fields.ts';
import { addDays, today } from '../shared/dates.ts';
import { day } from '../shared/time.ts';
import { newRow } from './features/closings/closing-entry.ts';
import { insertDue } from './features/dues/due-rows.ts';
import { openFiles } from './features/member-files/entries.ts';
import { fromNow, newId, now } from './platform/db/ids.ts';
import { inTransaction } from './platform/db/transaction.ts';

/** Files are read in parts: what changes between two of them is in the file once (docs/security.md S3.17). */

let server: TestServer;
let office: Person;

beforeAll(async () => {
  server = await testServer();
  office = await approver(server);
});
afterAll(() => server.stop());
beforeEach(() => vi.restoreAllMocks());

const nameOf = (number: number) => `Row ${String(number).padStart(3, '0')}`;
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

/** The numbers of a file's rows; `change` runs before each read but the first, with 0, 1 and so on. */
async function rowsOf(path: string, change: (time: number) => Promise<unknown>): Promise<number[]> {
  const { slowReads } = server.parts;
  const { run } = slowReads;
  let reads = 0;
  vi.spyOn(slowReads, 'run').mockImplementation(async (who, db, query) => {
    const before = reads++;
    if (before > 0) await change(before - 1);
    return run.call(slowReads, who, db, query);
  });
  const file: string = await server.made(`GET /api/${path}`, { token: office.token });
  expect(reads).toBeGreaterThan(2);
  return [...file.matchAll(/Row (\d+)/g)].map(([, number]) => Number(number));
}

describe('members who get another name', () => {
  const count = 110;
  const ids: string[] = [];
  beforeAll(async () => {
    for (const number of numbers(count)) ids.push((await makeUser(server.db, { name: nameOf(number) })).id);
    const users = ids.map((id, number) => ({ id, name: nameOf(number) }));
    await inTransaction(server.db, (transaction) => openFiles(transaction, users));
    const files = await server.db
      .selectFrom('member_files')
      .select('id')
      .where('user_id', 'in', ids)
      .execute();
    const on = { shown_on: today(), due_on: today(), wrong_on: today() };
    await server.db
      .insertInto('member_file_findings')
      .values(
        files.map(({ id }) => ({
          id: newId(),
          file_id: id,
          kind: 'auto' as const,
          rank: 100,
          ...on,
          subject_id: null,
          detail: '',
        })),
      )
      .execute();
  });
  beforeEach(async () => {
    for (const [number, id] of ids.entries()) await rename(id, nameOf(number));
  });

  const rename = (id: string, name: string) =>
    server.db.updateTable('users').set({ name }).where('id', '=', id).execute();

  it.each(['handbook/acknowledgements/csv', 'compliance/csv'])('are once in %s', async (path) => {
    const found = await rowsOf(path, (time) => rename(ids[time] ?? '', `Zoe, once ${nameOf(time)}`));
    expect(found.toSorted((one, other) => one - other)).toEqual(numbers(count));
  });
});

describe('closings that go on', () => {
  const count = 520;
  const ids: string[] = [];
  const since = (number: number) => fromNow((number - 2 * count) * day);
  beforeAll(async () => {
    const agent = await person(server);
    const rows = numbers(count).map((number) => {
      const entry = closingFields.parse(closingBody({ property: nameOf(number) }));
      return newRow(agent, entry, newId(), since(number));
    });
    ids.push(...rows.map(({ id }) => id));
    for (let start = 0; start < count; start += 100)
      await server.db
        .insertInto('closings')
        .values(rows.slice(start, start + 100))
        .execute();
  });

  it.each([
    ['since', numbers(count)],
    ['-since', numbers(count).toReversed()],
  ])('are once in the export by %s', async (sort, expected) => {
    const move = (number: number, to: string) =>
      server.db
        .updateTable('closings')
        .set({ since: to })
        .where('id', '=', ids[number] ?? '')
        .execute();
    const found = await rowsOf(`closings/export?sort=${sort}`, (time) => move(time, now()));
    for (const number of [0, 1, 2]) await move(number, since(number));
    expect(found).toEqual(expected);
  });
});

it('dues that are paid on another day are once in the export of a report', async () => {
  const count = 520;
  const member = await person(server);
  const [first, then, last] = [addDays(today(), -3), addDays(today(), -2), addDays(today(), -1)];
  const dues = numbers(count).map((number) => ({ id: newId(), label: nameOf(number) }));
  for (const { id, label } of dues)
    await inTransaction(server.db, (transaction) =>
      insertDue(
        transaction,
        undefined,
        {
          id,
          label,
          user_id: member.id,
          user_name: member.name,
          reason: '',
          amount: 10_00,
          charged_on: first,
          due_on: first,
          state: 'paid',
          settled_on: then,
        },
        'added',
      ),
    );
  const payOn = async (number: number, on: string) => {
    const due = dues[number]?.id ?? '';
    await made(server, office, `POST /api/dues/${due}/take-back`, { reason: 'Another day' });
    await made(server, office, 'POST /api/dues/paid', { payments: [{ due, on, method: 'Check' }] });
  };
  const found = await rowsOf(`bookkeeping/export?report=income&from=${first}&to=${last}`, async (time) => {
    await payOn(time, last);
    await payOn(count - 1 - time, first);
  });
  expect(found).toEqual(numbers(count));
});
