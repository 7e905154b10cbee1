/** Looks at the public record of licenses. */

import type {
  CheckFields,
  LicenseToCheck,
  MemberFile,
} from '../../../shared/compliance/compliance.contract.ts';
import { today } from '../../../shared/dates.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { type IdempotencyKey, onceInTransaction } from '../../platform/http/idempotency.ts';
import { HttpError, invalid, notFound } from '../../platform/http-error.ts';
import { recordCheck } from '../joining/member-checks.service.ts';
import { keepPresent, licenseChange, noteSeenLicense } from '../licenses/licenses.service.ts';
import { tellingWhatReopens } from '../member-files/approved-closings.ts';
import { addEntry, type OpenFile, openFile } from '../member-files/entries.ts';
import { live } from '../member-files/file-state.ts';
import { readFile } from '../member-files/read-file.ts';
import { factsText, standingChecks } from '../member-files/standing-checks.ts';
import { type FileParts, finish, forOthers, tell } from './files.service.ts';
import { ownAmong } from './own-files.ts';

type LookedUp = NonNullable<CheckFields['license']>;

const licenseWords = ({ number, expires, brokerage = null }: LookedUp, withBroker: boolean): string =>
  factsText('may-work', { license: number, expires, broker: brokerage, payee: '' }, withBroker);

/** @throws 409 when the license is not the one looked up */
function demandSame(license: MemberFile['license'], lookedUp: CheckFields['license']): void {
  if (!lookedUp) return;
  const withBroker = lookedUp.brokerage !== undefined;
  const is = licenseWords(license, withBroker);
  if (licenseWords(lookedUp, withBroker) === is) return;
  throw new HttpError(409, [{ msg: `The license has changed since you opened it. Look this one up: ${is}` }]);
}

/**
 * A check of the public record also updates the license.
 * @throws 404 'Member not found'; 400; 409 when the license is not the one looked up, or the look that is confirmed is
 * no longer the last
 */
export async function checkLicense(
  parts: FileParts,
  actor: Actor,
  id: string,
  fields: CheckFields,
  key: IdempotencyKey | undefined,
): Promise<MemberFile> {
  const checked = await onceInTransaction(parts.db, key, async (transaction) => {
    const file = await openFile(transaction, id);
    return forOthers(transaction, parts, actor, { file, act: 'license checked' }, () =>
      noteLook(transaction, actor, id, file, fields),
    );
  });
  parts.mails.wake();
  return checked;
}

async function noteLook(
  transaction: DatabaseTransaction,
  actor: Actor,
  id: string,
  file: OpenFile,
  fields: CheckFields,
): Promise<MemberFile> {
  if (file.userId === null) throw notFound('Member');
  const { license, entries, left } = await readFile(transaction, id);
  if (license.number === '') throw invalid('This member has no license number');
  demandSame(license, fields.license);
  const lastEntry = live(entries.toReversed(), 'check').at(-1);
  if (fields.asExpected && fields.entry !== undefined && fields.entry !== lastEntry?._id)
    throw new HttpError(409, [
      { msg: 'Another look was saved or withdrawn since you opened it. Compare with what is expected now' },
    ]);
  const last = lastEntry?.details;
  const seen = fields.asExpected ? last : fields.seen;
  if (!seen || (fields.asExpected && last?.number !== license.number))
    throw invalid('Enter what the record shows: this number was not checked before', 'asExpected');
  const { type, issued, status, affiliation, broker } = seen;
  const remark = fields.asExpected ? '' : fields.remark;
  // "As expected" means as on file, which can be newer than the last check.
  const expires = (fields.asExpected ? license.expires : seen.expires) ?? seen.expires;
  const { userId } = file;
  await tellingWhatReopens(transaction, { userId, actorId: actor.id }, async () => {
    await keepPresent(transaction, file, entries.toReversed(), license);
    const { _id } = await addEntry(transaction, actor, file, {
      kind: 'check',
      number: license.number,
      type,
      issued,
      expires,
      status,
      affiliation,
      broker,
      asExpected: fields.asExpected,
      remark,
    });
    if (expires !== null && expires !== license.expires)
      await tell(transaction, actor, file, licenseChange(license.number, expires));
    await noteSeenLicense(transaction, actor, userId, {
      number: license.number,
      expires: expires ?? license.expires,
    });
    const hasLeft = left !== null && left <= today();
    if (!hasLeft && affiliation === 'ours' && (status === 'licensed' || status === 'restricted'))
      await renewMayWork(transaction, actor, userId, {
        look: _id,
        license: { ...license, expires: expires ?? license.expires },
      });
  });
  return finish(transaction, actor, file, 'check');
}

/** A look that finds the member under our broker is what "may work" stands for: a tick for the former license holds again. */
async function renewMayWork(
  transaction: DatabaseTransaction,
  actor: Actor,
  userId: string,
  { look, license }: { look: string; license: MemberFile['license'] },
): Promise<void> {
  const tick = (await standingChecks(transaction, [userId])).get(userId)?.['may-work'];
  if (!tick?.openAgain || tick.openAgain.why === 'expired') return;
  await recordCheck(transaction, actor, {
    user: { id: userId },
    kind: 'may-work',
    ticked: true,
    day: today(),
    note: 'By the look at the public record',
    current: licenseWords(license, true),
    look,
  });
}

/** The license that was not looked at for the longest time; of one's own account without the look before. */
export async function nextCheck(db: Database, actor: Actor, skip: number): Promise<LicenseToCheck> {
  const due = db
    .selectFrom('member_file_findings as finding')
    .innerJoin('member_files as file', 'file.id', 'finding.file_id')
    .where('finding.kind', '=', 'unverified')
    .where('finding.wrong_on', '<=', today())
    .where('file.user_id', 'is not', null);
  const { remaining } = await due
    .select((e) => e.fn.countAll<number>().as('remaining'))
    .executeTakeFirstOrThrow();
  const next = await due
    .select(['file.user_id'])
    .orderBy('finding.wrong_on')
    .orderBy('finding.file_id')
    .limit(1)
    .offset(skip)
    .executeTakeFirst();
  if (!next?.user_id) return { remaining: Number(remaining), member: null };
  const { _id, name, user, license, entries } = await readFile(db, next.user_id);
  const own = await ownAmong(db, actor, [next.user_id]);
  const seen = live(entries.toReversed(), 'check').at(-1);
  return {
    remaining: Number(remaining),
    member: {
      _id,
      name,
      user,
      ...license,
      // A check of another number gives nothing to expect.
      seen: seen?.details.number === license.number && !own.has(next.user_id) ? seen : null,
    },
  };
}
