import type { PersonalData } from '../../../shared/personal-data.contract.ts';
import type { Database } from '../../platform/db/database.ts';
import { isHeld } from '../privacy/legal-holds.service.ts';
import { findPerson } from './find-person.ts';
import { countRowsOf, waysTo } from './rows-about.ts';

/** What is held about an email address, and what an erasure would do to it, from the data map. */
export async function previewPersonalData(db: Database, email: string): Promise<PersonalData> {
  const person = await findPerson(db, email);
  const held: PersonalData['held'] = [];
  for (const way of waysTo(person)) {
    const rows = await countRowsOf(db, way);
    if (rows === 0) continue;
    const { table, column, rule } = way;
    const goes = rule.columns[column]?.erased === 'deleted';
    const line = held.find((each) => each.table === table && each.goes === goes);
    if (line) line.rows += rows;
    else held.push({ table, holds: rule.holds, rows, goes, why: goes ? null : (rule.stays ?? null) });
  }
  return { email, user: person.userId ?? null, legalHold: await isHeld(db, email), held };
}
