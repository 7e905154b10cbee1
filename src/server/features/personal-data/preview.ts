import { formatDay } from '../../../shared/dates.ts';
import type { PersonalData } from '../../../shared/personal-data/personal-data.contract.ts';
import { agreementsKeptUntil } from '../agreements/kept-until.ts';
import { readHeld } from '../member-files/held.ts';
import type { MarkingDatabase } from '../member-files/identities.ts';
import { findPerson } from './find-person.ts';
import { countRowsOf, waysTo } from './rows-about.ts';

/** The notice in an erasure about agreements. A later end and a legal hold move the day. */
export const agreementsStay = (until: string): string =>
  `Signed agreements stay with their files until ${formatDay(until)} at least: a broker must be able to show them`;

/** Lists the data stored about an email address, and how an erasure would treat it, from the data map. */
export async function previewPersonalData(
  { db, sealing }: MarkingDatabase,
  email: string,
): Promise<PersonalData> {
  const person = await findPerson(db, email);
  const held: PersonalData['held'] = [];
  for (const way of waysTo(person)) {
    const { table, column, rule } = way;
    const rows = await countRowsOf(db, way);
    if (rows === 0) continue;
    const goes = rule.columns[column]?.erased === 'deleted';
    const line = held.find((each) => each.table === table && each.goes === goes);
    if (line) line.rows += rows;
    else held.push({ table, holds: rule.holds, rows, goes, why: goes ? null : (rule.stays ?? null) });
  }
  const until = await agreementsKeptUntil(db, email);
  const kept = held.find(({ table, goes }) => table === 'agreements' && !goes);
  if (kept && until) kept.why = `${kept.why}. ${agreementsStay(until)}`;
  return {
    email,
    user: person.userId ?? null,
    legalHold: (await readHeld({ db, sealing }, [email])).emails.has(email),
    held,
  };
}
