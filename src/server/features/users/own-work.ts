import type { OwnWork } from '../../../shared/waiting/own-work.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { HttpError } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import { tellAdmins } from '../security-log/tell-admins.ts';
import { droppedBy, whyNotAlone } from './deciding.ts';
import { isLastActiveAdmin } from './last-admin.ts';
import { ownWorkMail } from './user-mails.ts';
import { findUser, lockUser } from './user-rows.ts';

/** Names an admin's own agreement, application, compliance file, due and legal hold, and the event of working on it. */
const kinds = {
  agreement: { noun: 'agreement', event: 'agreement.own' },
  application: { noun: 'agreement', event: 'agreement.own' },
  file: { noun: 'compliance file', event: 'file.own' },
  due: { noun: 'due', event: 'closing.own' },
  hold: { noun: 'legal hold', event: 'legal-hold.own' },
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
  if (what === 'hold') return 'admin/privacy';
  if (what === 'due') return 'admin/dues';
  return what === 'application' ? `applications/${id}` : `admin/compliance/members/${id}`;
};

/** Says that it is an admin's own, and whether they may act: as the only active admin who kept no other from it. */
export const ownWorkOf = (
  db: Database | DatabaseTransaction,
  actor: Pick<Actor, 'id'>,
  what: Act['what'],
): Promise<OwnWork> => ownWork(db, actor, refusal(what));

async function ownWork(
  db: Database | DatabaseTransaction,
  { id }: Pick<Actor, 'id'>,
  text: string,
): Promise<OwnWork> {
  const isOnly = await isLastActiveAdmin(db, await findUser(db, id));
  const why = isOnly ? await whyNotAlone(db, id, 'admin') : null;
  return { text: [text, why ?? []].flat().join(' '), mayAct: isOnly && why === null };
}

/** @throws 403 with the text, unless no one else could decide; holds until the transaction ends */
export async function demandAlone(
  transaction: DatabaseTransaction,
  actor: Pick<Actor, 'id'>,
  text: string,
): Promise<void> {
  await lockUser(transaction, actor.id);
  const own = await ownWork(transaction, actor, text);
  if (!own.mayAct) throw new HttpError(403, [{ msg: own.text }]);
}

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
  await demandAlone(transaction, actor, refusal(act.what));
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
