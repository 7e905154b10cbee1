import { formatDay, officeDay, today } from '../../../shared/dates.ts';
import type { AnswerFields, ApplicantLicense } from '../../../shared/joining/joining-fields.ts';
import { licenseTypeLabels } from '../../../shared/licenses/license-types.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { HttpError } from '../../platform/http-error.ts';
import type { ApplicationRow } from '../../tables/joining.ts';
import type { MarkingDatabase } from '../member-files/identities.ts';
import { actOfApplicant } from './own-application.ts';

/** The license as it stands in the answers. A check holds for this license only (docs/product.md P27.7). */
const licenseIn = ({ name, license, licenseType, licenseExpires }: AnswerFields): ApplicantLicense => ({
  name: name ?? '',
  license: license ?? '',
  type: licenseType ?? null,
  expires: licenseExpires ?? null,
});

export const checkMadeFor = (answers: AnswerFields): string => JSON.stringify(licenseIn(answers));

/** Explains why a check no longer holds: the license it was made for, and the present one. */
export interface CheckAgain {
  was: string;
  is: string;
}

/** 'Ana Ortiz, 01234567, expires May 31, 2029', with the type after the number where it matters. */
const licenseText = ({ name, license, type, expires }: ApplicantLicense, withType = false): string =>
  [
    name || 'no name',
    license || 'no license number',
    ...(withType ? [type ? licenseTypeLabels[type].toLowerCase() : 'no type'] : []),
    expires === null ? 'no expiry' : `expires ${formatDay(expires)}`,
  ].join(', ');

/** Null for the same license. A type that an earlier version did not note fits any. */
function licenseChange(before: ApplicantLicense, after: ApplicantLicense): CheckAgain | null {
  const isOtherType = before.type !== undefined && after.type !== undefined && before.type !== after.type;
  const [was, is] = [licenseText(before, isOtherType), licenseText(after, isOtherType)];
  return was === is ? null : { was, is };
}

/** The change that an applicant makes to the license; null for none. */
export const answeredLicenseChange = (before: AnswerFields, after: AnswerFields): CheckAgain | null =>
  licenseChange(licenseIn(before), licenseIn(after));

export type CheckedRow = Pick<
  ApplicationRow,
  | ('license_finding' | 'license_made_for' | 'license_checked_at' | 'agreement_id')
  | ('id' | 'state' | 'lead_id' | 'email' | 'answers')
>;

/** Null for a check that holds, and where there is none. */
export async function checkAgain(
  db: Database | DatabaseTransaction,
  row: CheckedRow,
  answers: AnswerFields,
): Promise<CheckAgain | null> {
  if (row.license_finding === null || row.license_checked_at === null) return null;
  const current = licenseIn(answers);
  if (row.license_made_for === null) {
    // A check from before this was stored still holds, as answers cannot change after the signature.
    if (await isSignedBefore(db, row.agreement_id, row.license_checked_at)) return null;
    return { was: 'a license that was not stored', is: licenseText(current) };
  }
  const made: ApplicantLicense = JSON.parse(row.license_made_for);
  const change = licenseChange(made, current);
  if (change) return change;
  const { expires } = current;
  const hasExpired = expires !== null && expires < today() && expires >= officeDay(row.license_checked_at);
  return hasExpired ? { was: licenseText(made), is: 'expired' } : null;
}

async function isSignedBefore(
  db: Database | DatabaseTransaction,
  agreementId: string | null,
  moment: string,
): Promise<boolean> {
  if (agreementId === null) return false;
  const signed = await db
    .selectFrom('agreements')
    .select('id')
    .where('id', '=', agreementId)
    .where('signed_at', '<=', moment)
    .executeTakeFirst();
  return signed !== undefined;
}

/** Why the application can be neither approved nor countersigned; null if it can. */
export async function licenseObstacle(
  { db, sealing }: MarkingDatabase,
  row: CheckedRow,
  answers: AnswerFields,
): Promise<string | null> {
  if (row.license_finding === null)
    return 'Check the license in the public record first, or leave the check out with a reason';
  const again = await checkAgain(db, row, answers);
  if (again) return `The license was checked for ${again.was}. Now ${again.is}: check it again first`;
  const act = await actOfApplicant({ db, sealing }, row);
  return (
    act &&
    `${act.name} ${act.did}, and it is their own application. Someone else has to check the license, and to approve it, again`
  );
}

/** @throws 409 when the license is not the one looked up */
export function demandSame(answers: AnswerFields, seen: ApplicantLicense | undefined): void {
  const change = seen && licenseChange(seen, licenseIn(answers));
  if (change)
    throw new HttpError(409, [
      { msg: `The license has changed since you opened it. Look this one up: ${change.is}` },
    ]);
}

/** Call it with a row that is locked. @throws 409 while the license as it stands is neither checked nor left out */
export async function demandLicenseCheck(
  marking: MarkingDatabase,
  row: CheckedRow,
  answers: AnswerFields,
): Promise<void> {
  const obstacle = await licenseObstacle(marking, row, answers);
  if (obstacle !== null) throw new HttpError(409, [{ msg: obstacle }]);
}
