/** Licenses by expiry, for the office. */

import type { FileEntry } from '../../../shared/compliance/compliance.contract.ts';
import { formatDay, today } from '../../../shared/dates.ts';
import type {
  CheckedLicenseFields,
  License,
  LicenseFields,
} from '../../../shared/licenses/licenses.contract.ts';
import { day } from '../../../shared/time.ts';
import { formerMember } from '../../../shared/users/former-member.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import { byName } from '../../platform/db/containing.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import { licenseNumber } from '../../platform/db/license-number.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { HttpError, notFound } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import { addEntry, type OpenFile, openFile, toEntries } from '../member-files/entries.ts';
import { enteredNumbers } from '../member-files/license-numbers.ts';
import { type Linked, linkedBySaving, tellOfLinked } from '../member-files/linked-staff.ts';
import { sayingWhatOpens } from '../member-files/open-again.ts';
import { hasLicense, personOf } from '../member-files/same-person.ts';
import { notifyOfOwn } from '../notifications/notifications.service.ts';
import { tellingOfOwn } from '../users/own-work.ts';

const maxListed = 5000;

/** Licenses of members who are not suspended, the next to expire first. */
export async function listLicenses(db: Database): Promise<License[]> {
  const rows = await licenseRows(db)
    .where('users.suspended_at', 'is', null)
    .orderBy((e) => e('licenses.expires_on', 'is', null))
    .orderBy('licenses.expires_on')
    .orderBy(byName(db, 'users.name'))
    .limit(maxListed)
    .execute();
  return rows.map(toLicense);
}

/** Without a number for a member who has given none. @throws 404 'User not found' */
export async function getLicense(db: Database, userId: string): Promise<License> {
  const row = await licenseRows(db).where('users.id', '=', userId).executeTakeFirst();
  if (!row) throw notFound('User');
  return toLicense(row);
}

/** Saves a member's own change: changed values are no longer verified. */
export async function saveOwnLicense(
  parts: Pick<Parts, 'db' | 'config' | 'sealing' | 'mails'>,
  actor: Actor,
  fields: LicenseFields,
): Promise<License> {
  const saved = await inTransaction(parts.db, async (transaction) => {
    await lockOwner(transaction, actor.id);
    const before = await getLicense(transaction, actor.id);
    if (!isOther(before, fields)) return before;
    const linked = await linkedBySaving(transaction, actor.id, fields.number, () =>
      store(transaction, actor.id, { ...fields, verified: null }, actor),
    );
    await tellOfLinked(transaction, parts, actor, linked);
    return getLicense(transaction, actor.id);
  });
  parts.mails.wake();
  return saved;
}

/**
 * By an admin, who is noted with the date when it becomes verified.
 * @throws 403 for verifying one's own, as tellingOfOwn; 404 'User not found'; 409 when it is no longer as seen
 */
export async function saveLicense(
  parts: Pick<Parts, 'db' | 'config' | 'sealing' | 'mails'>,
  actor: Actor,
  userId: string,
  fields: CheckedLicenseFields,
): Promise<License> {
  const saved = await inTransaction(parts.db, async (transaction) => {
    const isOwn = fields.verified && (await isOwnLicense(transaction, actor, userId, fields.number));
    const own = { isOwn, act: 'license verified', what: 'file', id: userId } as const;
    return tellingOfOwn(transaction, parts, actor, own, async () => {
      const before = await getLicense(transaction, userId);
      const { license: after, linked } = await saveLicenseIn(transaction, actor, userId, fields);
      if (isOther(before, after))
        await notifyOfOwn(transaction, userId, {
          kind: 'file',
          actorId: actor.id,
          text: licenseChange(after.number, after.expires),
        });
      await tellOfLinked(transaction, parts, actor, linked, { id: userId, name: after.user.name });
      return after;
    });
  });
  parts.mails.wake();
  return saved;
}

/** To the member, whose license the office has changed. */
export const licenseChange = (number: string, expires: string | null): string =>
  `Your license is now ${number || 'without a number'}, ${expires ? `expires ${formatDay(expires)}` : 'without a date'}.`;

/** Also one that makes the account the actor's own. */
async function isOwnLicense(
  transaction: DatabaseTransaction,
  { id }: Pick<Actor, 'id'>,
  userId: string,
  number: string,
): Promise<boolean> {
  const person = await personOf(transaction, id, [userId]);
  return hasLicense(person, number) || person.accounts.has(userId);
}

/** A look at the public record that was made before. */
export interface Look {
  at: string;
  /** Null once the account has gone. */
  by: Pick<Actor, 'id' | 'name'> | null;
}

/**
 * Saves a license in the transaction of its cause; it is verified by the look, or else by the actor now.
 * @returns it with whom it links, for tellOfLinked
 * @throws 403 for a token that would verify: a person looks at the public record; 409 when it is no longer as seen
 */
export async function saveLicenseIn(
  transaction: DatabaseTransaction,
  actor: Actor,
  userId: string,
  { verified, seen, look, ...fields }: CheckedLicenseFields & { look?: Look | undefined },
): Promise<{ license: License; linked: Linked }> {
  await lockOwner(transaction, userId);
  const before = await getLicense(transaction, userId);
  demandSeen(before, seen);
  const isNew = isOther(before, fields);
  if (!isNew && verified === (before.verified !== null))
    return { license: before, linked: { number: before.number, staff: [] } };
  if (verified) demandPerson(actor);
  const linked = await linkedBySaving(transaction, userId, fields.number, () =>
    verified && look
      ? store(
          transaction,
          userId,
          { ...fields, verified: look.by?.id ?? null, verifiedAt: look.at },
          look.by ?? actor,
        )
      : store(transaction, userId, { ...fields, verified: verified ? actor.id : null }, actor),
  );
  const after = await getLicense(transaction, userId);
  await recordAuditEvent(transaction, actor, {
    action: 'license.updated',
    object: { id: userId, name: after.user.name },
    details: `${licenseText(before)} → ${licenseText(after)}`,
  });
  return { license: after, linked };
}

/**
 * Saves the number from the form of the profile; call it in its transaction. Another number must be verified again.
 * @returns for tellOfLinked
 */
export async function saveLicenseNumber(
  transaction: DatabaseTransaction,
  userId: string,
  number: string,
): Promise<Linked> {
  const before = await getLicense(transaction, userId);
  if (before.number === number) return { number, staff: [] };
  const license = { number, expires: before.expires, verified: null };
  return linkedBySaving(transaction, userId, number, () =>
    store(transaction, userId, license, { id: userId, name: before.user.name }),
  );
}

/**
 * Saves the license as the public record shows it, verified by the actor. Call it in the transaction that notes the
 * look.
 * @throws 403 for a token
 */
export async function noteSeenLicense(
  transaction: DatabaseTransaction,
  actor: Actor,
  userId: string,
  seen: LicenseFields,
): Promise<void> {
  demandPerson(actor);
  await sayingWhatOpens(transaction, userId, () =>
    write(transaction, userId, { ...seen, verified: actor.id }),
  );
}

/**
 * Takes back what the last look at the public record said of a license: its expiry and verification are again as the
 * entries before it say. Call it in the transaction that withdraws the look, before that.
 */
export async function takeBackLook(
  transaction: DatabaseTransaction,
  userId: string,
  look: string,
): Promise<void> {
  await lockOwner(transaction, userId);
  const rows = await transaction
    .selectFrom('member_file_entries')
    .select(['id', 'file_id', 'kind', 'details', 'refers_to', 'created_at', 'created_by', 'author'])
    .where('user_id', '=', userId)
    .where('kind', 'in', ['license', 'check', 'withdrawal'])
    .orderBy('id')
    .execute();
  const writers = new Map(rows.map(({ id, created_by }) => [id, created_by]));
  const said = toEntries(rows).flatMap(({ _id, date, details, withdrawn }) =>
    !withdrawn && (details.kind === 'license' || details.kind === 'check') ? [{ _id, date, ...details }] : [],
  );
  // Another entry since stands.
  if (said.at(-1)?._id !== look) return;
  const { number } = await getLicense(transaction, userId);
  const before = said.slice(0, -1).filter((entry) => entry.number === number);
  const last = before.at(-1);
  // A look that saw no expiry left the one on file.
  const expires =
    before.findLast((entry) => entry.kind === 'license' || entry.expires !== null)?.expires ?? null;
  const writer = last ? (writers.get(last._id) ?? null) : null;
  const isVerified = last !== undefined && (last.kind === 'check' || (last.verified && writer !== null));
  await write(transaction, userId, {
    number,
    expires,
    verified: isVerified ? writer : null,
    verifiedAt: isVerified ? (last.kind === 'license' && last.verifiedAt) || last.date : null,
  });
}

/** A license whose entries do not say what stands there, as of an import, gets one before a look changes it. */
export async function keepPresent(
  transaction: DatabaseTransaction,
  file: Pick<OpenFile, 'id' | 'userId'>,
  entries: FileEntry[],
  license: LicenseFields,
): Promise<void> {
  const { number, expires } = license;
  const said = entries.flatMap(({ details, withdrawn }) =>
    !withdrawn && (details.kind === 'license' || details.kind === 'check') && details.number === number
      ? [details]
      : [],
  );
  const stands = said.findLast((entry) => entry.kind === 'license' || entry.expires !== null);
  if (stands?.expires !== undefined && stands.expires === expires) return;
  await addEntry(transaction, undefined, file, { kind: 'license', number, expires, verified: false });
}

/** A person looks at the public record (docs/security.md S14.6). */
function demandPerson({ scopes }: Pick<Actor, 'scopes'>): void {
  if (scopes)
    throw new HttpError(403, [{ msg: 'A person verifies a license, no API token', field: 'verified' }]);
}

/** @throws 409 */
function demandSeen(license: License, seen: CheckedLicenseFields['seen']): void {
  if (!seen) return;
  const isVerified = license.verified !== null;
  if (!isOther(license, seen) && (seen.verified ?? isVerified) === isVerified) return;
  throw new HttpError(409, [
    { msg: `The license has changed since you opened it. It is now ${licenseText(license)}` },
  ]);
}

/** A no-op update locks the row on every engine. */
const lockOwner = (transaction: DatabaseTransaction, userId: string) =>
  transaction.updateTable('users').set({ id: userId }).where('id', '=', userId).execute();

const isOther = (before: License, { number, expires }: LicenseFields) =>
  before.number !== number || before.expires !== expires;

interface Stored extends LicenseFields {
  /** The admin who has verified it. */
  verified: string | null;
  /** If not now. */
  verifiedAt?: string | null;
}

/** With an entry in the member's file: what stood there before is never lost. */
async function store(
  transaction: DatabaseTransaction,
  userId: string,
  license: Stored,
  writer: Pick<Actor, 'id' | 'name'>,
): Promise<void> {
  const file = await openFile(transaction, userId);
  const { number, expires, verified, verifiedAt } = license;
  await keepFormer(transaction, file, userId, number);
  await sayingWhatOpens(transaction, userId, async () => {
    await write(transaction, userId, license);
    await addEntry(transaction, writer, file, {
      kind: 'license',
      number,
      expires,
      verified: verified !== null || typeof verifiedAt === 'string',
      ...(verifiedAt && { verifiedAt }),
    });
  });
}

/** A number that was stored without an entry, as by an earlier version or an import, gets one before it goes. */
async function keepFormer(
  transaction: DatabaseTransaction,
  file: OpenFile,
  userId: string,
  next: string,
): Promise<void> {
  const { number, expires, verified } = await getLicense(transaction, userId);
  if (number === '' || number === next) return;
  const known = await enteredNumbers(transaction, [userId]);
  if (known.get(userId)?.includes(number)) return;
  await addEntry(transaction, undefined, file, {
    kind: 'license',
    number,
    expires,
    verified: verified !== null,
  });
}

async function write(
  transaction: DatabaseTransaction,
  userId: string,
  { number, expires, verified, verifiedAt = verified === null ? null : now() }: Stored,
): Promise<void> {
  const before = await transaction
    .selectFrom('licenses')
    .select(['expires_on', 'reminded'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const values = {
    number,
    expires_on: expires,
    verified_at: verifiedAt,
    verified_by: verified,
    // Another date has reminders of its own.
    reminded: before?.expires_on === expires ? (before?.reminded ?? null) : null,
    updated_at: now(),
  };
  await transaction
    .insertInto('licenses')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
  // Versions before this one read it there; a profile's editor learns by the version that it is another one.
  await transaction
    .updateTable('profiles')
    .set((row) => ({ license: number, version: row('version', '+', 1), updated_at: now() }))
    .where('user_id', '=', userId)
    .where('license', '!=', number)
    .execute();
}

const licenseRows = (db: Database) =>
  db
    .selectFrom('users')
    .leftJoin('licenses', 'licenses.user_id', 'users.id')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .leftJoin('users as verifier', 'verifier.id', 'licenses.verified_by')
    .select([
      'users.id',
      'users.name',
      licenseNumber.as('number'),
      'licenses.expires_on',
      'licenses.verified_at',
      'verifier.name as verified_by',
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof licenseRows>['executeTakeFirstOrThrow']>>;

const toLicense = ({ id, name, number, expires_on, verified_at, verified_by }: Row): License => ({
  user: { _id: id, name },
  number,
  expires: expires_on,
  daysLeft: expires_on === null ? null : daysUntil(expires_on),
  verified: toVerification(verified_at, verified_by),
});

export const toVerification = (verified_at: string | null, by: string | null): License['verified'] =>
  verified_at === null ? null : { date: verified_at, by: by ?? formerMember };

/** Whole days from today in Los Angeles to a day (YYYY-MM-DD); negative when it is over. */
export const daysUntil = (expires: string): number =>
  Math.round((Date.parse(expires) - Date.parse(today())) / day);

const licenseText = ({ number, expires, verified }: License) =>
  `${number || 'no number'}, ${expires ?? 'no date'}, ${verified ? 'verified' : 'not verified'}`;
