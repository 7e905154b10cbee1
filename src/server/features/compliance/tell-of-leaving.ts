import { endedStates } from '../../../shared/closings/closing-states.ts';
import { addDays, today } from '../../../shared/dates.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { may } from '../../../shared/users/rights.ts';
import { isActive } from '../../platform/db/active-users.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { inTurns, mailsInTurn } from '../../platform/in-turns.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { hasRight, heldColumns } from '../../platform/rights.ts';
import { readSettings } from '../member-files/settings.ts';
import { calledOffMail, leavingMail } from './leaving-mails.ts';

interface Leaver {
  id: string;
  name: string;
  /** YYYY-MM-DD. */
  on: string;
  /** The person who gets their leads. */
  heir: string | null;
  /** The moment when it was noted, for one that is called off: others are told by what was under way then. */
  notedAt?: string;
}

/** Counted no further. */
const maxCounted = 1000;

/** Closings of a member that are under way, or that were at a moment; counted up to 1,000. */
export async function countOpenClosings(db: Database, userId: string, at?: string): Promise<number> {
  let open = db.selectFrom('closings').select('id').where('agent_id', '=', userId).limit(maxCounted);
  open =
    at === undefined
      ? open.where('state', 'not in', endedStates)
      : open
          .where('reported_at', '<=', at)
          .where((e) =>
            e.or([
              e('state', 'not in', endedStates),
              e(e.fn.coalesce('paid_at', 'fell_at', 'since'), '>', at),
            ]),
          );
  const { count } = await db
    .selectFrom(open.as('open'))
    .select((e) => e.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Leads that a member owns; counted up to 1,000. */
export async function countLeads(db: Database, userId: string): Promise<number> {
  const owned = db
    .selectFrom('contact_requests')
    .select('id')
    .where('owner_id', '=', userId)
    .where('joined_to', 'is', null)
    .limit(maxCounted);
  const { count } = await db
    .selectFrom(owned.as('owned'))
    .select((e) => e.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Emails who has to act on a leaving, once each with all that is theirs: the notice, closings under way, leads that are
 * handed over, or will be. The same people are told when it is called off. Neither the member nor who did it is told. Call
 * it before the leads change hands, and `mails.wake()` afterwards.
 */
export async function tellOthers(
  transaction: DatabaseTransaction,
  brokerage: Brokerage,
  actor: Pick<Actor, 'id'>,
  { id, name, on, heir, notedAt }: Leaver,
  what: 'leaves' | 'called off',
): Promise<void> {
  const closings = await countOpenClosings(transaction, id, notedAt);
  const leads = heir === null ? 0 : await countLeads(transaction, id);
  const { leavingDays } = await readSettings(transaction);
  const users = await transaction
    .selectFrom('users')
    .select(['id', 'name', 'email', ...heldColumns])
    .where(isActive)
    .where('id', 'not in', [id, actor.id])
    .where((e) =>
      e.or([
        hasRight('compliance')(e),
        hasRight('closings')(e),
        ...(heir === null ? [] : [e('users.id', '=', heir)]),
      ]),
    )
    .execute();
  const isOver = on <= today();
  for await (const user of inTurns(users, mailsInTurn)) {
    const toDo = {
      notice: may(user, 'compliance') ? { user: id, until: addDays(on, leavingDays) } : undefined,
      closings: may(user, 'closings') ? closings : 0,
      // Until the day there may be some.
      leads: user.id === heir && (leads > 0 || !isOver) ? leads : undefined,
    };
    if (!toDo.notice && toDo.closings === 0 && toDo.leads === undefined) continue;
    const mail =
      what === 'leaves'
        ? leavingMail(user, { name, on, isOver }, toDo, brokerage)
        : calledOffMail(user, { name, on }, brokerage);
    const area = toDo.notice ? 'compliance' : toDo.closings > 0 ? 'closings' : 'recruiting';
    await queueMail(transaction, mail, { userId: user.id, area });
  }
}
