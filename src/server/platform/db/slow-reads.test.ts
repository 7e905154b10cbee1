import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { engine, patientWaits, type TestDatabase, testDatabase } from '../../../../test/database.ts';
import { makeToken } from '../../../../test/factories.ts';
import { patience } from '../../../../test/patience.ts';
import { minute } from '../../../shared/time.ts';
import { type Database, openDatabase } from './database.ts';
import { openSlowReads, type SlowReads } from './slow-reads.ts';

let database: TestDatabase;
let reads: SlowReads;

beforeAll(async () => {
  database = await testDatabase();
  reads = openSlowReads(database, { timeout: minute });
});
afterAll(async () => {
  await reads.close();
  await database.drop();
});

const run = <T>(query: RawBuilder<T>, person = 'ana') =>
  reads.run(person, database.db, async (db) => (await query.execute(db)).rows);
const countTo = (number: number) =>
  sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(number)})
    select max(n) as n from numbers`;
const count = (db: Database) =>
  db.selectFrom('users').select(['email', 'admin']).where('admin', '=', true).execute();

describe('slow reads', () => {
  it('see what has just been written, in the form that it has elsewhere', async () => {
    expect(await reads.run('ana', database.db, count)).toEqual([]);
    await makeToken(database.db, { admin: true });
    expect(await reads.run('ana', database.db, count)).toEqual(await count(database.db));
    expect(await run(sql`select lower('ÄÖ') as text`)).toEqual([{ text: 'äö' }]);
  });

  it('keep the event loop free', async () => {
    const before = process.threadCpuUsage();
    // About a second of work, in any thread.
    await run(countTo(1_000_000));
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(100);
  });

  it('end what takes longer than the limit with 503, and go on', async () => {
    const impatient = openSlowReads(database, { timeout: 100 });
    onTestFinished(() => impatient.close());
    const counted = (number: number) =>
      impatient.run('ana', database.db, async (db) => (await countTo(number).execute(db)).rows);
    await expect(counted(2_000_000)).rejects.toMatchObject({ status: 503 });
    // A machine that stalls may make a short one wait, too.
    await vi.waitFor(async () => expect(await counted(10)).toEqual([{ n: 10 }]), patience);
  });

  it('report what is wrong with a query, and go on', async () => {
    await expect(run(sql`select * from nothing`)).rejects.toThrow('nothing');
    expect(await run(countTo(10))).toEqual([{ n: 10 }]);
  });

  it('reject too many reads of one user at once, and no one else', async () => {
    const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
    const asked = Array.from({ length: 8 }, () =>
      reads.run('eager', database.db, async () => {
        await held;
        return 200;
      }),
    );
    const statuses = Promise.allSettled(asked).then((all) =>
      all.map((each) => (each.status === 'rejected' ? each.reason.status : each.value)),
    );
    const other = run(countTo(10), 'other');
    goOn();
    expect(await other).toEqual([{ n: 10 }]);
    // Three of the eight wait.
    const atOnce = engine === 'postgres' ? 2 : 1;
    expect(await statuses).toEqual([...Array(atOnce + 3).fill(200), ...Array(5 - atOnce).fill(429)]);
  });

  it('go on while every write permit is taken, with the settings of any transaction', async () => {
    const waits = { patience: patientWaits.patience };
    const small = openDatabase({ ...database, databasePool: 2, databasePooler: true, waits });
    const besideWriter = openSlowReads(database);
    try {
      await small.transaction().execute(async (writer) => {
        await writer.updateTable('users').set({ admin: false }).execute();
        const settings =
          engine === 'postgres'
            ? sql`select current_setting('transaction_read_only') as value
                union all select current_setting('lock_timeout')`
            : sql`select 'on' as value union all select '2s'`;
        const { rows } = await besideWriter.run('ana', small, (db) => settings.execute(db));
        expect(rows).toEqual([{ value: 'on' }, { value: '2s' }]);
      });
    } finally {
      await besideWriter.close();
      await small.destroy();
    }
  });
});
