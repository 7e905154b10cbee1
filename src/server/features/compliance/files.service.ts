/** One member's file: entries that the office adds, checks and decides. */

import { confirmMessage } from '../../../shared/auth/sensitive-calls.ts';
import {
  complianceContract,
  type EntryDecision,
  type FileEntry,
  type MemberFile,
} from '../../../shared/compliance/compliance.contract.ts';
import type { Call } from '../../../shared/contract.ts';
import { formatDay, today } from '../../../shared/dates.ts';
import { documentLabels } from '../../../shared/entry-labels.ts';
import type { DetailsOf, OfficeEntry } from '../../../shared/member-files/member-file.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { requireFresh } from '../../platform/http/confirmation.ts';
import { type IdempotencyKey, onceInTransaction } from '../../platform/http/idempotency.ts';
import { HttpError, invalid, notFound } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import type { DocumentUpload } from '../documents/read-document.ts';
import { checksOf } from '../joining/member-checks.service.ts';
import { noLongerWork } from '../joining/tick-check.ts';
import { takeBackLook } from '../licenses/licenses.service.ts';
import { addFileEntry, documentOfEntry } from '../member-files/add-file.ts';
import {
  addEntry,
  addJoining,
  brokerageEntries,
  entriesOf,
  type OpenFile,
  openFile,
  openNoticesOfLeaving,
} from '../member-files/entries.ts';
import { hoursFor, live, openNotices, undecided, undecidedDocuments } from '../member-files/file-state.ts';
import { forgetNumberLinks } from '../member-files/keep-links.ts';
import { sayingWhatOpens } from '../member-files/open-again.ts';
import { tickStepsAbout } from '../member-files/open-plan.ts';
import { ownView } from '../member-files/own-view.ts';
import { readFile } from '../member-files/read-file.ts';
import { hasLicense, isSamePerson, personOf } from '../member-files/same-person.ts';
import { settleFiles } from '../member-files/settle.ts';
import { uncheckedNumbers } from '../member-files/unchecked-numbers.ts';
import { notifyOfOwn } from '../notifications/notifications.service.ts';
import { tellAdmins } from '../security-log/tell-admins.ts';
import { tellingOfOwn } from '../users/own-work.ts';
import { declineWaiting } from '../users/waiting-signatures.ts';
import { licenseWithdrawnMail } from './compliance-mails.ts';
import { isAcceptedW9, isOfW9, takeBackW9, tickW9 } from './handed-in-w9.ts';
import { accountOfFile, ownAmong } from './own-files.ts';
import { callOff, demandNoPlan, isPlannedLeaving } from './planned-leaving.ts';

/**
 * The file of a member. One's own is as its member sees it, without the office's notes, except for an admin who keeps it
 * themselves (docs/security.md S17.11).
 * @throws 404 'Member not found'
 */
export async function readAsOffice(
  db: Database | DatabaseTransaction,
  actor: Actor,
  id: string,
): Promise<MemberFile> {
  const file = await readFile(db, id);
  const user = file.user ?? (await accountOfFile(db, id));
  if (user === null || !(await ownAmong(db, actor, [user])).has(user)) return file;
  return { ...file, ...ownView(file) };
}

/** The document of an entry that the actor may read. @returns its id @throws 404 'File not found' */
export async function documentForOffice(db: Database, actor: Actor, id: string): Promise<string> {
  const document = await documentOfEntry(db, id);
  const place = await db
    .selectFrom('member_file_entries as entry')
    .innerJoin('member_files as file', 'file.id', 'entry.file_id')
    .select(['file.id', 'file.user_id'])
    .where('entry.id', '=', id)
    .executeTakeFirst();
  if (!place) return document;
  const { entries } = await readAsOffice(db, actor, place.user_id ?? place.id);
  if (!entries.some(({ _id }) => _id === id)) throw notFound('File');
  return document;
}

/** @throws 404 'Member not found'; 403 for one's own; 400 for a day of joining or leaving while a leaving is planned */
export async function addToFile(
  parts: FileParts,
  actor: Actor,
  id: string,
  entry: OfficeEntry,
  key: IdempotencyKey | undefined,
): Promise<MemberFile> {
  const changed = await onceInTransaction(parts.db, key, async (transaction) => {
    const file = await openFile(transaction, id);
    return forOthers(transaction, parts, actor, { file, act: `added: ${entry.kind}` }, async () => {
      const moves = entry.kind === 'joined' || entry.kind === 'left';
      if (moves && file.userId) await demandNoPlan(transaction, file.userId);
      const add = async () => {
        if (entry.kind === 'joined') return addJoining(transaction, actor, file, entry);
        const { _id } = await addEntry(transaction, actor, file, entry);
        if (entry.kind === 'left') await openNoticesOfLeaving(transaction, actor, file, _id, entry);
      };
      await (file.userId ? sayingWhatOpens(transaction, file.userId, add) : add());
      if (entry.kind === 'paper-agreement' && file.userId !== null)
        await tickStepsAbout(transaction, actor, [file.userId], 'agreement');
      if (entry.kind === 'left') {
        await tell(transaction, actor, file, `You are noted as leaving on ${formatDay(entry.on)}.`);
        if (file.userId !== null && entry.on <= today())
          await declineWaiting(transaction, file.userId, { reason: 'The member has left', askAgain: false });
      }
      return finish(transaction, actor, file, entry.kind);
    });
  });
  parts.mails.wake();
  return changed;
}

export const tell = (
  transaction: DatabaseTransaction,
  { id }: Pick<Actor, 'id'>,
  { userId }: OpenFile,
  text: string,
  reason?: string,
) => notifyOfOwn(transaction, userId, { kind: 'file', actorId: id, text, ...(reason && { reason }) });

export type FileParts = Pick<Parts, 'db' | 'config' | 'sealing' | 'mails'>;

/** No admin keeps their own file for the office, as tellingOfOwn; `mails.wake()` afterwards. @throws 403 */
export const forOthers = async <T>(
  transaction: DatabaseTransaction,
  parts: FileParts,
  actor: Actor,
  { file, act }: { file: OpenFile | null; act: string },
  change: () => Promise<T>,
): Promise<T> => {
  const isOwn = file !== null && (await isOwnFile(transaction, actor, file));
  return tellingOfOwn(transaction, parts, actor, { isOwn, act, what: 'file', id: actor.id }, change);
};

const isOwnFile = async (transaction: DatabaseTransaction, actor: Actor, file: OpenFile): Promise<boolean> =>
  isSamePerson(transaction, actor.id, await accountOfFile(transaction, file.id));

/** A notice that was given, or a membership that has ended. @throws 404 'Entry not found'; 400 */
export async function settleEntry(
  parts: FileParts,
  actor: Actor,
  id: string,
  { on, confirmation }: { on: string; confirmation: string },
): Promise<MemberFile> {
  const settled = await inTransaction(parts.db, async (transaction) => {
    const { file, entry, entries } = await lockEntry(transaction, id);
    if (on > today()) throw invalid('Date must not be in the future', 'on');
    return forOthers(transaction, parts, actor, { file, act: `settled: ${entry.details.kind}` }, async () => {
      if (entry.details.kind === 'association') {
        if (live(entries, 'association-ended').some(({ about }) => about === id))
          throw invalid('This membership has already ended');
        await addEntry(transaction, actor, file, { kind: 'association-ended', on }, { about: id });
        return finish(transaction, actor, file, 'association-ended');
      }
      if (!openNotices(entries).some(({ _id }) => _id === id))
        throw invalid('This entry is not an open notice');
      await addEntry(transaction, actor, file, { kind: 'notice-done', on, confirmation }, { about: id });
      return finish(transaction, actor, file, 'notice-done');
    });
  });
  parts.mails.wake();
  return settled;
}

/**
 * An accepted W-9 ticks its check (P27.9), for the payee that it was handed in for.
 * @throws 404 'Entry not found'; 400 with the ways to confirm for a W-9, and for an entry that waits for no decision; 403 for a
 * token that would accept a W-9; 409 for a W-9 once another one is paid, and when the file has another newest entry than the
 * one that was seen
 */
export async function decide(
  parts: FileParts & Pick<Parts, 'proofMethods'>,
  actor: Actor,
  id: string,
  { accepted, reason, newest }: EntryDecision,
): Promise<MemberFile> {
  // As ticking it by hand.
  if (accepted && (await isOfW9(parts.db, id)))
    await requireFresh(
      parts,
      actor,
      confirmMessage,
      complianceContract['POST /api/compliance/entries/:id/decide'],
    );
  const decided = await inTransaction(parts.db, async (transaction) => {
    const { file, entry, entries } = await lockEntry(transaction, id);
    if (newest !== undefined && newest !== entries.at(-1)?._id)
      throw new HttpError(409, [{ msg: 'This file has changed since you opened it. Look at it again' }]);
    if (![...undecided(entries), ...undecidedDocuments(entries)].some(({ _id }) => _id === id))
      throw invalid('This entry is not waiting for a decision');
    const isW9 = entry.details.kind === 'document' && entry.details.what === 'w9';
    // Accepting it ticks the check, which no token does (docs/security.md S14.6).
    if (accepted && isW9 && actor.scopes)
      throw new HttpError(403, [{ msg: 'A person accepts a W-9, no API token' }]);
    const act = accepted ? 'accepted' : 'refused';
    return forOthers(transaction, parts, actor, { file, act }, async () => {
      const { details } = entry;
      const hours = details.kind === 'renewal' ? hoursFor(entries, details.expires) : undefined;
      const decision = { kind: 'decision', accepted, reason, hours } as const;
      await addEntry(transaction, actor, file, decision, { about: id });
      if (!accepted) await tell(transaction, actor, file, refusal(details), reason);
      if (accepted && isW9 && file.userId !== null)
        await tickW9(transaction, actor, file.userId, { entries, id });
      return finish(transaction, actor, file, 'decision');
    });
  });
  parts.mails.wake();
  return decided;
}

function refusal(details: FileEntry['details']): string {
  if (details.kind === 'document')
    return `A document of yours was not accepted: ${documentLabels[details.what]}.`;
  return details.kind === 'renewal'
    ? 'Your renewal was not confirmed.'
    : 'A certificate of yours was refused.';
}

/** Tells a member of the withdrawal of what they handed in. */
function withdrawal(details: FileEntry['details']): string | undefined {
  if (details.kind === 'document')
    return `A document of yours was withdrawn: ${documentLabels[details.what]}.`;
  if (details.kind === 'renewal') return 'Your renewal was withdrawn.';
  return details.kind === 'certificate' ? 'A certificate of yours was withdrawn.' : undefined;
}

/**
 * @throws 403 for a token that would withdraw a look at the public record, a license, a W-9, or a day of joining or leaving,
 * for one's own file, and for all but admins of a planned leaving; 404 'Entry not found'; 400 with the ways to confirm for a
 * license, a W-9 or a planned leaving, and when it is withdrawn already, or is a withdrawal
 */
export async function withdraw(
  parts: FileParts & Pick<Parts, 'proofMethods'>,
  actor: Actor,
  id: string,
  reason: string,
): Promise<void> {
  const isPlan = await isPlannedLeaving(parts.db, id);
  // As planning it (P24.16).
  if (isPlan && !actor.admin)
    throw new HttpError(403, [{ msg: 'An admin calls off a planned leaving. Ask one to withdraw this day' }]);
  const call: Call = isPlan
    ? complianceContract['POST /api/compliance/members/:id/leaving']
    : complianceContract['POST /api/compliance/entries/:id/withdraw'];
  const ofW9 = await isOfW9(parts.db, id);
  if (isPlan || ofW9 || (await isLicense(parts.db, id)))
    await requireFresh(parts, actor, confirmMessage, call);
  await inTransaction(parts.db, async (transaction) => {
    const { file, entry, entries } = await lockEntry(transaction, id, { ofBrokerage: true });
    const { kind } = entry.details;
    if (entry.withdrawn || kind === 'withdrawal') throw invalid('This entry is already withdrawn');
    // A person looks, so a person takes it back (docs/security.md S14.6).
    if (kind === 'check' && actor.scopes)
      throw new HttpError(403, [{ msg: 'A person withdraws a look at the public record, no API token' }]);
    if (kind === 'license' && actor.scopes)
      throw new HttpError(403, [{ msg: 'A person withdraws a license, no API token' }]);
    // It may take back the tick of the check.
    if (ofW9 && actor.scopes) throw new HttpError(403, [{ msg: 'A person withdraws a W-9, no API token' }]);
    // The tick "may work" holds again by it.
    if ((kind === 'joined' || kind === 'left') && actor.scopes)
      throw new HttpError(403, [{ msg: 'A person withdraws a day of joining or leaving, no API token' }]);
    const isOwn =
      file !== null &&
      (await isOwnFile(transaction, actor, file)) &&
      !(await isLinkedByUncheckedOnly(transaction, actor, file, entry));
    const own = { isOwn, act: `withdrawn: ${kind}`, what: 'file', id: actor.id } as const;
    await tellingOfOwn(transaction, parts, actor, own, async () => {
      const takeBack = async () => {
        if (file?.userId && kind === 'check') await takeBackLook(transaction, file.userId, id);
        return addEntry(transaction, actor, file, { kind: 'withdrawal', reason }, { about: id });
      };
      const couldWork = await mayWork(transaction, file);
      await (file?.userId ? sayingWhatOpens(transaction, file.userId, takeBack) : takeBack());
      if (file?.userId && isAcceptedW9(entry, entries)) await takeBackW9(transaction, actor, file.userId);
      if (file && kind === 'left') await callOff(transaction, parts, actor, file, id);
      const gone = file && withdrawal(entry.details);
      if (gone) await tell(transaction, actor, file, gone, reason);
      if (file && couldWork && !(await mayWork(transaction, file)))
        await tell(transaction, actor, file, noLongerWork);
      if (file) await settleFiles(transaction, [file.id]);
      await record(transaction, actor, file, `withdrawn: ${kind}`);
      if (file && entry.details.kind === 'license') {
        const { number } = entry.details;
        const owner = await accountOfFile(transaction, file.id);
        if (owner !== null) await forgetNumberLinks(transaction, owner);
        const told = { actor: actor.name, member: file.name, number, reason };
        await tellAdmins(transaction, parts, actor, {
          event: 'license.withdrawn',
          detail: `license ${number} from the file of user ${file.userId}`,
          mail: (admin) => licenseWithdrawnMail(admin, told, parts.config.brokerage),
        });
      }
    });
  });
  parts.mails.wake();
}

/**
 * Whether an admin is one person with the member by nothing but other numbers that no one looked at: otherwise a member or
 * clerk who types those of all admins would keep each of them from taking any back (docs/security.md S17.12).
 */
async function isLinkedByUncheckedOnly(
  transaction: DatabaseTransaction,
  actor: Actor,
  { userId }: OpenFile,
  { _id, details }: FileEntry,
): Promise<boolean> {
  if (!actor.admin || userId === null || details.kind !== 'license') return false;
  const unchecked = await uncheckedNumbers(transaction, userId);
  if (!unchecked.entries.has(_id)) return false;
  const person = await personOf(transaction, actor.id);
  return (
    !hasLicense(person, details.number) &&
    !(await personOf(transaction, userId, [], unchecked.numbers)).accounts.has(actor.id)
  );
}

const isLicense = async (db: Database, id: string): Promise<boolean> =>
  (await db
    .selectFrom('member_file_entries')
    .select('id')
    .where('id', '=', id)
    .where('kind', '=', 'license')
    .executeTakeFirst()) !== undefined;

async function mayWork(transaction: DatabaseTransaction, file: OpenFile | null): Promise<boolean> {
  const user = file?.userId;
  return user ? (await checksOf(transaction, user))['may-work'] !== null : false;
}

/** @throws 403 for one's own file; 404 'Entry not found'; as storeUpload */
export async function attachFile(
  parts: FileParts & Pick<Parts, 'images' | 'processImage'>,
  actor: Actor,
  id: string,
  upload: DocumentUpload,
): Promise<FileEntry> {
  const attached = await addFileEntry(parts, actor, upload, async (transaction) => {
    const { file } = await lockEntry(transaction, id, { ofBrokerage: true });
    return forOthers(transaction, parts, actor, { file, act: 'added: file' }, async () => {
      await record(transaction, actor, file, 'file');
      return { file, about: id };
    });
  });
  parts.mails.wake();
  return attached;
}

export async function addOfBrokerage(
  db: Database,
  actor: Actor,
  entry: DetailsOf<'insurance'>,
  key: IdempotencyKey | undefined,
): Promise<FileEntry[]> {
  return onceInTransaction(db, key, async (transaction) => {
    await addEntry(transaction, actor, null, entry);
    await record(transaction, actor, null, 'insurance');
    return (await brokerageEntries(transaction)).toReversed();
  });
}

export const listOfBrokerage = async (db: Database): Promise<FileEntry[]> =>
  (await brokerageEntries(db)).toReversed();

interface Locked {
  file: OpenFile;
  entry: FileEntry;
  entries: FileEntry[];
}

function lockEntry(transaction: DatabaseTransaction, id: string): Promise<Locked>;
function lockEntry(
  transaction: DatabaseTransaction,
  id: string,
  options: { ofBrokerage: true },
): Promise<Omit<Locked, 'file'> & { file: OpenFile | null }>;
/** An entry with the others of its file, which is locked. @throws 404 'Entry not found' */
async function lockEntry(
  transaction: DatabaseTransaction,
  id: string,
  { ofBrokerage = false } = {},
): Promise<Omit<Locked, 'file'> & { file: OpenFile | null }> {
  const row = await transaction
    .selectFrom('member_file_entries as entry')
    .leftJoin('member_files as file', 'file.id', 'entry.file_id')
    .select(['entry.id', 'file.id as file', 'file.user_id'])
    .where('entry.id', '=', id)
    .executeTakeFirst();
  if (!row || (row.file === null && !ofBrokerage)) throw notFound('Entry');
  const file = row.file === null ? null : await openFile(transaction, row.user_id ?? row.file);
  const entries = file
    ? ((await entriesOf(transaction, [file.id])).get(file.id) ?? [])
    : await brokerageEntries(transaction);
  const entry = entries.find(({ _id }) => _id === id);
  if (!entry) throw notFound('Entry');
  return { file, entry, entries };
}

/** Settles, records and answers; call it last. */
export async function finish(
  transaction: DatabaseTransaction,
  actor: Actor,
  file: OpenFile,
  what: string,
): Promise<MemberFile> {
  await settleFiles(transaction, [file.id]);
  await record(transaction, actor, file, what);
  return readFile(transaction, file.userId ?? file.id);
}

const record = (transaction: DatabaseTransaction, actor: Actor, file: OpenFile | null, details: string) =>
  recordAuditEvent(transaction, actor, {
    action: 'compliance.recorded',
    object: file
      ? { id: file.userId ?? file.id, name: file.name }
      : { id: 'brokerage', name: 'The brokerage' },
    details,
  });
