/** Accounts: lists, creating, changing. */

import type { ExpressionBuilder } from 'kysely';
import { signedStates } from '../../../shared/joining/applications.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import {
  endsSessions,
  type Held,
  isStaff,
  may,
  namesOf,
  type Right,
  rightNames,
  rightsLabel,
} from '../../../shared/users/rights.ts';
import type {
  NewUser,
  Refusal,
  User,
  UserChanges,
  UserFields,
} from '../../../shared/users/users.contract.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import { containing } from '../../platform/db/containing.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { beforeKeyset, type Keyset, type KeysetPage, toKeysetPage } from '../../platform/db/keyset.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { type IdempotencyKey, onceInTransaction } from '../../platform/http/idempotency.ts';
import { requireStillAdmin } from '../../platform/http/still-allowed.ts';
import { demandVersion } from '../../platform/http/versions.ts';
import { invalid } from '../../platform/http-error.ts';
import { mailAdmins } from '../../platform/mail/mail-admins.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { bumpContentVersion } from '../../platform/pages/content-version.ts';
import type { LetterParts, Parts } from '../../platform/parts.ts';
import type { Tables } from '../../tables/tables.ts';
import { deletePasswordLinks } from '../auth/passwords/password-links.service.ts';
import { endSessionsOf } from '../auth/sessions/sessions.service.ts';
import { joinLead } from '../leads/lead-changes.service.ts';
import { hasUnsignedTerms } from '../leads/lead-rows.ts';
import { linkToGone } from '../member-files/keep-links.ts';
import { sayingWhatOpens } from '../member-files/open-again.ts';
import { notingDropped } from './deciding.ts';
import { endDeciding, endOfficeWork, endWorkOf, tellOwnEmail } from './end-office-work.ts';
import { sendInvitation } from './invitations.service.ts';
import { isLastActiveAdmin, lastAdminMessage } from './last-admin.ts';
import { adminRightsMail, emailChangedMail, othersRightsMail, rightsMail } from './user-mails.ts';
import { getUser, lockUser, toUser, type UserWithInvitation, userRows, userVersion } from './user-rows.ts';

/** Users, newest first, a page at a time; `search` matches names and email addresses. */
export async function listUsers(
  db: Database,
  { search, limit, after }: { search: string; limit: number; after: Keyset | undefined },
): Promise<KeysetPage<User>> {
  let query = userRows(db)
    .orderBy('users.created_at', 'desc')
    .orderBy('users.id', 'desc')
    .limit(limit + 1);
  if (after) query = query.where(beforeKeyset('users.created_at', 'users.id', after));
  if (search) query = query.where(isFound(db, search));
  const rows = (await query.execute()).map(toUser);
  return toKeysetPage(rows, limit, ({ date, _id }) => ({ at: date, id: _id }));
}

/** How many users `search` matches. */
export async function countUsers(db: Database, search: string): Promise<number> {
  let query = db.selectFrom('users').select((e) => e.fn.countAll().as('count'));
  if (search) query = query.where(isFound(db, search));
  return Number((await query.executeTakeFirstOrThrow()).count);
}

const isFound = (db: Database, search: string) => (e: ExpressionBuilder<Tables, 'users'>) =>
  e.or([containing(db, 'users.name', search), containing(db, 'users.email', search)]);

/**
 * Creates a user without a password and queues the invitation; rejects an email address in use, and a lead with individual
 * terms (docs/product.md P27.3).
 * @throws 422 for a key that another request used; 404 'Lead not found'; 400 for a lead that has joined or signed
 */
export async function createUser(
  parts: LetterParts & Pick<Parts, 'db'>,
  actor: Actor,
  { lead, ...fields }: NewUser,
  key?: IdempotencyKey,
): Promise<User | Refusal> {
  return onceInTransaction<User | Refusal>(parts.db, key, async (transaction) => {
    if (lead && (await hasUnsignedTerms(transaction, lead))) return refusal(termsAgreed);
    const id = await insertUser(transaction, parts, actor, fields);
    if (id === undefined) return refusal(userExists);
    if (isStaff(fields)) await tellOthers(transaction, parts.config.brokerage, actor, { ...fields, id });
    if (lead) {
      await demandUnsigned(transaction, lead);
      await joinLead(transaction, actor, lead, { id, name: fields.name });
    }
    await sendInvitation(transaction, parts, { id, ...fields });
    return getUser(transaction, id);
  });
}

/** Applicants who have signed join by the broker's signature, and by no account that is made apart from it. @throws 400 */
async function demandUnsigned(transaction: DatabaseTransaction, lead: string): Promise<void> {
  const signed = await transaction
    .selectFrom('applications')
    .select('state')
    .where('lead_id', '=', lead)
    .where('state', 'in', [...signedStates, 'joined'])
    .executeTakeFirst();
  if (signed?.state === 'joined') throw invalid('This person has already joined', 'lead');
  if (signed) throw invalid('This person has signed the agreement. Decide on it first', 'lead');
}

export const userExists = 'User already exists';

const termsAgreed =
  'Individual terms are agreed with this lead, and an account made here would lose them. Send the agreement instead, or take the terms away first';

/** For the audit event of a new user. */
export const detailsOfRights = (held: Held): string =>
  namesOf(held)
    .map((name) => `${name}: yes`)
    .join('; ');

/** Inserts a user without a password; returns the id, or undefined for an email address in use. */
export async function insertUser(
  transaction: DatabaseTransaction,
  { sealing }: Pick<Parts, 'sealing'>,
  actor: Actor,
  fields: UserFields,
): Promise<string | undefined> {
  // Changes of an email address hold it, too: a free address stays free.
  await acquireLock(transaction, 'users');
  if (await ownerOf(transaction, fields.email)) return undefined;
  const id = newId();
  await transaction
    .insertInto('users')
    .values({ ...fields, id, created_at: now() })
    .execute();
  await linkToGone(transaction, sealing, [{ id, email: fields.email }]);
  await recordAuditEvent(transaction, actor, {
    action: 'user.created',
    object: { id, name: fields.name },
    details: detailsOfRights(fields),
  });
  return id;
}

/**
 * Changes a user. Given rights, and the loss of an admin's, end their sessions; lost ones end what they led to; a new
 * email address deletes mailed links, and changed by another person ends approving and signing; mails notify of all.
 * Rejects an address in use and demoting the last active admin.
 * @throws 404 'User not found'; 412 on a conflict
 */
export async function updateUser(
  parts: LetterParts & Pick<Parts, 'db'>,
  actor: Actor,
  id: string,
  changes: UserChanges,
  expected?: number[],
): Promise<User | Refusal> {
  return inTransaction(parts.db, async (transaction) => {
    const before = await lockUser(transaction, id);
    // They may have been lowered while the call waited. Of others the audit event asks.
    if (id === actor.id) await requireStillAdmin(transaction, actor);
    demandVersion('User', userVersion(before), expected);
    const after: Changeable = {
      name: changes.name,
      email: changes.email,
      admin: changes.admin ?? before.admin,
      recruiting: changes.recruiting ?? before.recruiting,
      coordinator: changes.coordinator ?? before.coordinator,
      compliance: changes.compliance ?? before.compliance,
      content: changes.content ?? before.content,
    };
    const details = whatChanges(before, after);
    if (details === '') return toUser(before);
    const owner = await ownerOf(transaction, after.email);
    if (owner && owner.id !== id) return refusal(userExists);
    if (!after.admin && (await isLastActiveAdmin(transaction, before)))
      return refusal(lastAdminMessage('demoted'));
    const unproven = after.email === before.email ? {} : { email_proven_at: null };
    await notingDropped(transaction, parts, actor, { userId: id, how: 'other rights' }, async () => {
      await sayingWhatOpens(transaction, id, () =>
        transaction
          .updateTable('users')
          .set({ ...after, ...unproven })
          .where('id', '=', id)
          .execute(),
      );
      await recordAuditEvent(transaction, actor, {
        action: 'user.updated',
        object: { id, name: after.name },
        details,
      });
      if (after.email !== before.email) await onOtherEmail(transaction, parts, before, after);
      await onOtherRights(transaction, parts.config.brokerage, actor, before, after);
    });
    // Articles may name their author.
    if (after.name !== before.name) await bumpContentVersion(transaction);
    if (after.email !== before.email) {
      await linkToGone(transaction, parts.sealing, [{ id, email: after.email }]);
      if (id === actor.id)
        await tellOwnEmail(transaction, parts, actor, { before: before.email, after: after.email });
      else await endDeciding(transaction, parts, actor, { id, name: after.name }, 'email');
    }
    return getUser(transaction, id);
  });
}

type Changeable = Required<UserChanges>;

const refusal = (message: string): Refusal => ({ status: 'error', message });

const ownerOf = (transaction: DatabaseTransaction, email: string) =>
  transaction.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();

/** For the audit event: 'name: Ann Lee → Ann Wu; admin: no → yes'. Empty when nothing changes. */
function whatChanges(before: Changeable, after: Changeable): string {
  // Exhaustive by type: a field that is not compared is not saved.
  const auditedFields = ({
    name,
    email,
    admin,
    recruiting,
    coordinator,
    compliance,
    content,
  }: Changeable): Record<keyof Changeable, string> => ({
    name,
    email,
    admin: yesOrNo(admin),
    recruiting: yesOrNo(recruiting),
    coordinator: yesOrNo(coordinator),
    compliance: yesOrNo(compliance),
    content: yesOrNo(content),
  });
  const old = Object.entries(auditedFields(before));
  const values = Object.values(auditedFields(after));
  return old
    .flatMap(([field, value], at) => (value === values[at] ? [] : [`${field}: ${value} → ${values[at]}`]))
    .join('; ');
}

async function onOtherEmail(
  transaction: DatabaseTransaction,
  parts: LetterParts,
  before: UserWithInvitation,
  after: Changeable,
): Promise<void> {
  await deletePasswordLinks(transaction, before.id);
  if (before.invited_until !== null) await sendInvitation(transaction, parts, { id: before.id, ...after });
  if (before.password_hash === null) return;
  const notice = emailChangedMail(before, parts.config.brokerage);
  await queueMail(transaction, notice, { userId: before.id });
}

async function onOtherRights(
  transaction: DatabaseTransaction,
  brokerage: Brokerage,
  actor: Pick<Actor, 'id' | 'name'>,
  before: UserWithInvitation,
  after: Changeable,
): Promise<void> {
  const [had, has] = [namesOf(before), namesOf(after)];
  if (had.join() === has.join()) return;
  const signedOut = endsSessions(before, after);
  if (signedOut) await endSessionsOf(transaction, before.id);
  if (before.admin && !after.admin) await endOfficeWork(transaction, brokerage, actor, before.id, after);
  else await endWorkOf(transaction, actor, before.id, lostRights(before, after));
  await tellOthers(transaction, brokerage, actor, { ...after, id: before.id });
  if (before.password_hash === null) return;
  const mail =
    after.admin === before.admin
      ? rightsMail(after, { signedOut }, brokerage)
      : adminRightsMail(after, brokerage);
  await queueMail(transaction, mail, { userId: before.id });
}

const lostRights = (before: Held, after: Held): Right[] =>
  rightNames.filter((right) => may(before, right) && !may(after, right));

/** The other admins learn which rights a user has now. */
export const tellOthers = (
  transaction: DatabaseTransaction,
  brokerage: Brokerage,
  actor: Pick<Actor, 'id' | 'name'>,
  { id, name, ...held }: Held & { id: string; name: string },
): Promise<void> => {
  const change = { actor: actor.name, user: name, rights: rightsLabel(held) };
  return mailAdmins(transaction, (admin) => othersRightsMail(admin, change, brokerage), [actor.id, id]);
};

const yesOrNo = (has: boolean): string => (has ? 'yes' : 'no');
