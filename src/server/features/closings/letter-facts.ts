import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { licenseNumber } from '../../platform/db/license-number.ts';
import type { Parts } from '../../platform/parts.ts';
import type { ClosingRow } from '../../tables/closings.ts';
import { duesSettings } from '../dues/dues-settings.service.ts';
import { corporationsOf } from '../member-files/corporations.ts';
import { entryOf, namesOf, type Settled } from './closing-rows.ts';
import { settingsOf } from './closing-settings.service.ts';
import type { Said } from './letter-content.ts';

/** Knows the brokerage that signs letters. */
export interface Signatory {
  siteSettings: Pick<Parts['siteSettings'], 'brokerageIn'>;
}

/** All that a letter says, as it is now. */
export async function saidOf(
  db: Database | DatabaseTransaction,
  { siteSettings }: Signatory,
  row: ClosingRow,
  statement: Settled['statement'],
): Promise<Said> {
  const entry = entryOf(row);
  const ids = [row.agent_id, ...entry.coAgents.map(({ user }) => user)].flatMap((id) => id ?? []);
  const { broker } = await settingsOf(db);
  const dues = await duesSettings(db);
  return {
    row,
    entry,
    statement,
    brokerage: await siteSettings.brokerageIn(db),
    broker,
    dueDays: dues.days,
    howToPay: dues.howToPay,
    names: await namesOf(db, ids),
    licenses: await licensesOf(db, ids),
    corporations: await corporationsOf(db, ids),
  };
}

/** License numbers of members by their ids, as the desk reads them. */
export async function licensesOf(
  db: Database | DatabaseTransaction,
  ids: string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .leftJoin('licenses', 'licenses.user_id', 'users.id')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['users.id', licenseNumber.as('number')])
    .where('users.id', 'in', ids)
    .execute();
  return new Map(rows.flatMap(({ id, number }) => (number === '' ? [] : [[id, number]])));
}
