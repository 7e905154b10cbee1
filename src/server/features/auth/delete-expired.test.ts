import { expect, it } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { databaseAway } from '../../../../test/database-away.ts';
import { makeToken, makeUser } from '../../../../test/factories.ts';
import { day, hour } from '../../../shared/time.ts';
import { fromNow } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { addHits } from '../../platform/http/rate-limits.ts';
import { deleteExpiredSignIns } from './delete-expired.ts';
import { offerPasswordLink } from './passwords/password-links.service.ts';
import { actorByToken } from './sessions/sessions.service.ts';
import { offerSetupLink } from './setup/setup.service.ts';

it('deletes what is over and nothing else', async () => {
  const database = await testDatabase();
  const { db } = database;
  try {
    const [idle, aged, alive] = [await makeToken(db), await makeToken(db), await makeToken(db)];
    const over = (token: string, times: object) =>
      actorByToken(db, token).then((actor) =>
        db
          .updateTable('sessions')
          .set(times)
          .where('id', '=', actor?.session.id ?? '')
          .execute(),
      );
    await over(idle, { last_used_at: fromNow(-25 * hour) });
    await over(aged, { created_at: fromNow(-8 * day) });

    const user = await makeUser(db);
    const offer = () =>
      inTransaction(db, (transaction) =>
        offerPasswordLink(transaction, { userId: user.id, kind: 'reset' }, 'http://x'),
      );
    await offerSetupLink(db, 'http://x');
    await addHits(db, 'over', 1, fromNow(1000));
    await offer();
    for (const table of ['setup_links', 'password_links'] as const) {
      await db
        .updateTable(table)
        .set({ expires_at: fromNow(-1) })
        .execute();
    }
    await db
      .updateTable('rate_limits')
      .set({ resets_at: fromNow(-1) })
      .execute();
    await offerSetupLink(db, 'http://x');
    await addHits(db, 'alive', 1, fromNow(60_000));
    await offer();

    await deleteExpiredSignIns(db);

    expect(await actorByToken(db, alive)).toBeDefined();
    for (const table of ['sessions', 'setup_links', 'password_links', 'rate_limits'] as const) {
      expect({ table, rows: (await db.selectFrom(table).selectAll().execute()).length }).toEqual({
        table,
        rows: 1,
      });
    }
  } finally {
    await database.drop();
  }
});

it('does nothing while the database is away, and its work the next time', async () => {
  const database = await testDatabase();
  await offerSetupLink(database.db, 'http://x');
  await database.db
    .updateTable('setup_links')
    .set({ expires_at: fromNow(-1) })
    .execute();
  const links = () => database.db.selectFrom('setup_links').selectAll().execute();
  const away = await databaseAway(database);
  try {
    await expect(deleteExpiredSignIns(away.db)).rejects.toThrow();
    expect(await links()).toHaveLength(1);
    await away.comeBack();
    await deleteExpiredSignIns(away.db);
    expect(await links()).toEqual([]);
  } finally {
    await away.close();
    await database.drop();
  }
});
