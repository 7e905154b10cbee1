import { findingLabel } from '../../../shared/compliance/finding-labels.ts';
import { stopRanks } from '../../../shared/compliance/findings.ts';
import { today } from '../../../shared/dates.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { licenseNumber } from '../../platform/db/license-number.ts';
import { entriesOf } from './entries.ts';
import { absence } from './file-state.ts';
import { type DatedFinding, stopsIn } from './find.ts';
import { toFinding } from './read-file.ts';
import { holdsFor, type StandingCheck, standingChecks, takenBack } from './standing-checks.ts';

/**
 * Why members can't work on what they reported on a day (YYYY-MM-DD): first what is wrong with the tick, then the worst; each
 * to follow their name, as 'may not work: the office has not noted it'. Those who can are left out. Computed from the facts in
 * every case (docs/product.md P24.11). To decide by it, lock the rows of the users first, as each change of a license does.
 */
export async function whyNotWork(
  db: Database | DatabaseTransaction,
  userIds: readonly string[],
  reportedOn: string,
): Promise<Map<string, string[]>> {
  const reasons = new Map<string, string[]>();
  if (userIds.length === 0) return reasons;
  const members = await licensesOf(db, userIds);
  const entries = await entriesOf(
    db,
    members.flatMap(({ file }) => file ?? []),
  );
  const checks = await standingChecks(db, userIds);
  const day = today();
  for (const { id, file, number, expires_on } of members) {
    const its = entries.get(file ?? '') ?? [];
    const tick = checks.get(id)?.['may-work'];
    // A member who leaves is still paid what they reported until then: the tick was made for that.
    const mayWork = tick && holdsFor(tick, reportedOn) ? { ...tick, openAgain: null } : tick;
    const license = { number, expires: expires_on, verified: null };
    const stops = stopsIn({ entries: its, license, mayWork }, day, { expiryDays: 0 })
      .filter(({ rank, wrong_on }) => rank < stopRanks && wrong_on <= day)
      .toSorted((a, b) => orderOf(a) - orderOf(b))
      .map((stop) => reasonOf(stop, mayWork, day));
    const away = absence(its, reportedOn, day);
    const all = [...(away === null ? [] : [`must not work: ${away}`]), ...stops];
    if (all.length > 0) reasons.set(id, all);
  }
  return reasons;
}

type PayoutStop = 'taken-back' | { was: string; is: string };

/**
 * Finds members whose payout details may not be used: the office took the tick back, or another name is paid by now than the
 * one it was made for. Details that no one has checked yet stop nothing.
 */
export async function payoutStops(
  db: Database | DatabaseTransaction,
  userIds: readonly string[],
): Promise<Map<string, PayoutStop>> {
  const checks = await standingChecks(db, userIds);
  const back = await takenBack(db, userIds, 'payout');
  return new Map(
    userIds.flatMap((id): [string, PayoutStop][] => {
      if (back.has(id)) return [[id, 'taken-back']];
      const again = checks.get(id)?.payout?.openAgain;
      // One who joined again is stopped by "may work".
      return again?.why === 'changed' ? [[id, again]] : [];
    }),
  );
}

/** Those of these members who were with us on the day of a report, and are not now: 'left on May 1, 2026', by id. */
export async function whoLeftAfter(
  db: Database | DatabaseTransaction,
  userIds: readonly string[],
  reportedOn: string,
): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const files = await db
    .selectFrom('member_files')
    .select(['id', 'user_id'])
    .where('user_id', 'in', [...userIds])
    .execute();
  const entries = await entriesOf(
    db,
    files.map(({ id }) => id),
  );
  const day = today();
  return new Map(
    files.flatMap(({ id, user_id }) => {
      const its = entries.get(id) ?? [];
      const away = absence(its, day, day);
      const isNew = away !== null && absence(its, reportedOn, day) === null;
      return isNew && user_id !== null ? [[user_id, away] as const] : [];
    }),
  );
}

/** The tick says the most: for what the office noted it, and what that is now. */
const orderOf = ({ kind, rank }: DatedFinding): number => (kind === 'may-work' ? 0 : rank);

function reasonOf(stop: DatedFinding, mayWork: StandingCheck | undefined, day: string): string {
  if (stop.kind !== 'may-work') return `must not work: ${findingLabel(toFinding(stop, day))}`;
  if (!mayWork?.openAgain) return 'may not work: the office has not noted it';
  const { why, was, is } = mayWork.openAgain;
  if (why === 'moved') return `may not work: the office noted it before they ${is}`;
  return `may not work: the office has noted it for ${was}, and that is ${is} now`;
}

const licensesOf = (db: Database | DatabaseTransaction, userIds: readonly string[]) =>
  db
    .selectFrom('users')
    .leftJoin('member_files as file', 'file.user_id', 'users.id')
    .leftJoin('licenses', 'licenses.user_id', 'users.id')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['users.id', 'file.id as file', licenseNumber.as('number'), 'licenses.expires_on'])
    .where('users.id', 'in', [...userIds])
    .execute();
