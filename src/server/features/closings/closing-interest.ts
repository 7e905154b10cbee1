import { plainForm } from '../../../shared/search-form.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import type { ClosingRow } from '../../tables/closings.ts';
import { corporationsOf } from '../member-files/corporations.ts';
import { entryOf } from './closing-rows.ts';
import { mayActOnOwn } from './closing-settings.service.ts';

type Db = Database | DatabaseTransaction;

/**
 * How a user is paid by the deal of a closing, as a sentence that says why they can't act on it; null if they are not.
 * Counted are all sides of the deal: its agents, co-agents, and referrals to the user's license or corporation
 * (docs/security.md S18.1).
 */
export async function interestIn(
  db: Db,
  userId: string,
  { id, deal_id }: Pick<ClosingRow, 'id' | 'deal_id'>,
): Promise<string | null> {
  const sides = await db
    .selectFrom('closings')
    .select(['id', 'agent_id', 'entry'])
    .where('deal_id', '=', deal_id)
    .execute();
  const goOn = 'Someone else in the office has to work on it.';
  const own = sides.filter((side) => side.id === id);
  const others = sides.filter((side) => side.id !== id);
  for (const side of [...own, ...others]) {
    const which = side.id === id ? 'this closing' : 'another side of this deal';
    const { coAgents, referral } = entryOf(side);
    if (side.agent_id === userId) return `You're the agent of ${which}. ${goOn}`;
    if (coAgents.some(({ user }) => user === userId)) return `You have a share of ${which}. ${goOn}`;
    if (referral && (await isPaid(db, userId, referral)))
      return `You're paid the referral of ${which}. ${goOn}`;
  }
  return null;
}

/** The name of the last decider, if the deal now pays them and they may not act on their own deals; null otherwise. */
export async function paidDecider(db: Db, row: Pick<ClosingRow, 'id' | 'deal_id'>): Promise<string | null> {
  const last = await db
    .selectFrom('closing_events')
    .select(['actor_id', 'actor_name'])
    .where('closing_id', '=', row.id)
    .where('kind', '=', 'decided')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last?.actor_id || (await interestIn(db, last.actor_id, row)) === null) return null;
  return (await mayActOnOwn(db, { id: last.actor_id })) ? null : last.actor_name;
}

/** Whether a referral "to another broker" goes to the user under their license or corporation. */
async function isPaid(
  db: Db,
  userId: string,
  { license, broker }: { license: string; broker: string },
): Promise<boolean> {
  const own = await db
    .selectFrom('licenses')
    .select('number')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const profile = await db
    .selectFrom('profiles')
    .select('license')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const paid = digitsOf(license);
  if (paid !== '' && [own?.number, profile?.license].some((number) => digitsOf(number ?? '') === paid))
    return true;
  const corporation = (await corporationsOf(db, [userId])).get(userId);
  return corporation !== undefined && plain(corporation) === plain(broker);
}

const digitsOf = (license: string) => license.replaceAll(/\D/g, '').replace(/^0+/, '');
const plain = (name: string) => plainForm(name).replaceAll(/[^\p{L}\p{N}]/gu, '');
