/** For how many years closings and agreements stay after another number was saved (docs/security.md S18.7). */

import { counted } from '../../../shared/counted.ts';
import { day } from '../../../shared/time.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow, now } from '../../platform/db/ids.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Parts } from '../../platform/parts.ts';
import { yearsMail } from './security-log-mails.ts';
import { tellAdmins } from './tell-admins.ts';

type Records = 'closings' | 'agreements';

interface FormerYears {
  of: Records;
  years: number;
  /** ISO time until which they count. */
  until: string;
}

/** For admins to read of it, and to change it back. */
const delay = 7 * day;

/** Those that were shortened and still count. */
async function formerYears(db: Database | DatabaseTransaction): Promise<FormerYears[]> {
  const { former_years } = await db
    .selectFrom('closing_settings')
    .select('former_years')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  const all: FormerYears[] = JSON.parse(former_years ?? '[]');
  return all.filter(({ until }) => until > now());
}

/**
 * The years by which records are erased: the most that the setting had in the last 7 days.
 * @param saved the years of the setting, read before
 */
export async function yearsKept(
  db: Database | DatabaseTransaction,
  of: Records,
  saved: number,
): Promise<number> {
  const former = await formerYears(db);
  return Math.max(saved, ...former.filter((each) => each.of === of).map(({ years }) => years));
}

/**
 * All admins and the security log learn of another number of years, and a smaller one counts in 7 days. Call it under the
 * lock 'users', late in the transaction, as tellAdmins.
 */
export async function changeYears(
  transaction: DatabaseTransaction,
  parts: Pick<Parts, 'config' | 'sealing'>,
  actor: Pick<Actor, 'id' | 'name'>,
  { of, before, after }: { of: Records; before: number; after: number },
): Promise<void> {
  if (before === after) return;
  const until = after < before ? fromNow(delay) : null;
  if (until !== null) {
    const all = [...(await formerYears(transaction)), { of, years: before, until }];
    await transaction
      .updateTable('closing_settings')
      .set({ former_years: JSON.stringify(all) })
      .where('id', '=', 1)
      .execute();
  }
  await tellAdmins(transaction, parts, actor, {
    event: 'keeping.changed',
    detail: `${of}: ${counted(before, 'year')} → ${counted(after, 'year')}`,
    mail: (admin) =>
      yearsMail(admin, { actor: actor.name, of, before, after, until }, parts.config.brokerage),
  });
}
