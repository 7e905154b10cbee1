import type { OwnWork } from '../../../shared/own-work.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { HttpError } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import { tellAdmins } from '../security-log/tell-admins.ts';
import { droppedBy } from './deciding.ts';
import { isLastActiveAdmin } from './last-admin.ts';
import { ownWorkMail } from './user-mails.ts';
import { findUser, lockUser, type UserWithInvitation } from './user-rows.ts';

/** Names an admin's own agreement, application, compliance file and due, and the event of working on it. */
const kinds = {
  agreement: { noun: 'agreement', event: 'agreement.own' },
  application: { noun: 'agreement', event: 'agreement.own' },
  file: { noun: 'compliance file', event: 'file.own' },
  due: { noun: 'due', event: 'closing.own' },
} as const;

interface Act {
  isOwn: boolean;
  /** In fixed words, such as 'approved'. */
  act: string;
  what: keyof typeof kinds;
  id: string;
}

const refusal = (what: Act['what']): string =>
  `This ${kinds[what].noun} is your own. Another admin has to work on it.`;

const pathOf = ({ what, id }: Pick<Act, 'what' | 'id'>): string => {
  if (what === 'agreement') return 'admin/agreement/signed';
  if (what === 'due') return 'admin/dues';
  return what === 'application' ? `applications/${id}` : `admin/compliance/members/${id}`;
};

/** Whether no one else is an active admin, and the user has not kept another from it lately. */
const isOnlyAdmin = async (db: Database | DatabaseTransaction, user: UserWithInvitation): Promise<boolean> =>
  (await isLastActiveAdmin(db, user)) && (await droppedBy(db, user.id, 'admin')).length === 0;

/**
 * Makes a change by an admin. If it is their own that changes, all admins and the security log learn of it;
 * `mails.wake()` afterwards.
 * @throws 403 for one's own, unless no one else could decide (docs/security.md S17.10)
 */
export async function tellingOfOwn<T>(
  transaction: DatabaseTransaction,
  { config, sealing }: Pick<Parts, 'config' | 'sealing'>,
  actor: Actor,
  act: Act,
  change: () => Promise<T>,
): Promise<T> {
  if (!act.isOwn) return change();
  if (!(await isOnlyAdmin(transaction, await lockUser(transaction, actor.id))))
    throw new HttpError(403, [{ msg: refusal(act.what) }]);
  const changed = await change();
  await tellOfOwn(transaction, { config, sealing }, actor, act);
  return changed;
}

/**
 * Tells all admins, those whom the actor kept from it, and the security log what someone did on their own, and why they
 * could; `mails.wake()` afterwards.
 */
export async function tellOfOwn(
  transaction: DatabaseTransaction,
  { config, sealing }: Pick<Parts, 'config' | 'sealing'>,
  actor: Pick<Actor, 'id' | 'name'>,
  act: Omit<Act, 'isOwn'>,
  why?: string,
): Promise<void> {
  const { noun, event } = kinds[act.what];
  const words = { actor: actor.name, noun, act: act.act, path: pathOf(act), why };
  await tellAdmins(transaction, { sealing }, actor, {
    event,
    detail: `${act.what} ${act.id}: ${act.act}`,
    also: await droppedBy(transaction, actor.id, 'admin'),
    mail: (admin) => ownWorkMail(admin, words, config.brokerage),
  });
}

/** For the screen of the actor's own. */
export async function ownWorkOf(
  db: Database | DatabaseTransaction,
  { id }: Pick<Actor, 'id'>,
  what: Act['what'],
): Promise<OwnWork> {
  return { text: refusal(what), mayAct: await isOnlyAdmin(db, await findUser(db, id)) };
}
