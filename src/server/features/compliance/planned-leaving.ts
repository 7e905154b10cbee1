/** A leaving on a day to come, until it is carried out. */

import { formatDay } from '../../../shared/dates.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import type { OpenFile } from '../member-files/entries.ts';
import { dropPlan } from '../member-files/open-plan.ts';
import { notifyOfOwn } from '../notifications/notifications.service.ts';
import { tellOthers } from './tell-of-leaving.ts';

/** Another day would leave the planned one as it is. @throws 400 while one is planned */
export async function demandNoPlan(transaction: DatabaseTransaction, userId: string): Promise<void> {
  const planned = await transaction
    .selectFrom('leavings')
    .select('leaves_on')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (planned)
    throw invalid(
      `They leave on ${formatDay(planned.leaves_on)}, and their account is suspended then. Withdraw that day first`,
    );
}

export const isPlannedLeaving = async (db: Database, entry: string): Promise<boolean> =>
  (await db.selectFrom('leavings').select('user_id').where('entry_id', '=', entry).executeTakeFirst()) !==
  undefined;

/** Takes back the leaving that an entry has planned, with its steps, and says so; nothing for any other entry. */
export async function callOff(
  transaction: DatabaseTransaction,
  { config }: Pick<Parts, 'config'>,
  actor: Pick<Actor, 'id' | 'name'>,
  file: OpenFile,
  entry: string,
): Promise<void> {
  const planned = await transaction
    .deleteFrom('leavings')
    .where('entry_id', '=', entry)
    .returning(['user_id', 'leaves_on', 'leads_to', 'created_at'])
    .executeTakeFirst();
  if (!planned) return;
  const user = await transaction
    .selectFrom('users')
    .select('suspended_at')
    .where('id', '=', planned.user_id)
    .executeTakeFirstOrThrow();
  if (user.suspended_at === null) await dropPlan(transaction, planned.user_id, 'off');
  const on = formatDay(planned.leaves_on);
  await notifyOfOwn(transaction, planned.user_id, {
    kind: 'file',
    actorId: actor.id,
    text: `You are not noted as leaving on ${on} any more.`,
  });
  const about = {
    id: planned.user_id,
    name: file.name,
    on: planned.leaves_on,
    heir: planned.leads_to,
    notedAt: planned.created_at,
  };
  await tellOthers(transaction, config.brokerage, actor, about, 'called off');
}
