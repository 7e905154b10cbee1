import type { Finding, MemberFile } from '../../../shared/compliance/compliance.contract.ts';
import { type FindingState, stopRanks, weekDays } from '../../../shared/compliance/findings.ts';
import { addDays, today } from '../../../shared/dates.ts';
import type { Database } from '../../platform/db/database.ts';
import { licenseNumber } from '../../platform/db/license-number.ts';
import { notFound } from '../../platform/http-error.ts';
import { brokerLicense } from './broker-license.ts';
import { entriesOf } from './entries.ts';
import { datesOf, educationOf } from './file-state.ts';
import type { DatedFinding } from './find.ts';
import { readSettings } from './settings.ts';

const findingColumns = [
  'file_id',
  'kind',
  'rank',
  'shown_on',
  'due_on',
  'wrong_on',
  'subject_id',
  'detail',
] as const;

export function toFinding(
  { kind, due_on, subject_id, detail, ...found }: DatedFinding,
  day: string,
): Finding {
  return { kind, state: stateOf({ due_on, ...found }, day), due: due_on, detail, entry: subject_id };
}

function stateOf(
  { wrong_on, due_on, rank }: Omit<DatedFinding, 'kind' | 'subject_id' | 'detail'>,
  day: string,
): FindingState {
  if (wrong_on <= day) return rank < stopRanks ? 'stop' : 'wrong';
  return due_on <= addDays(day, weekDays) ? 'due' : 'coming';
}

/** Findings of several files, the worst first, without those that are not shown yet. */
export async function findingsOf(db: Database, files: string[]): Promise<Map<string, Finding[]>> {
  if (files.length === 0) return new Map();
  const day = today();
  const rows = await db
    .selectFrom('member_file_findings')
    .select(findingColumns)
    .where('file_id', 'in', files)
    .where('shown_on', '<=', day)
    .orderBy('rank')
    .orderBy('due_on')
    .orderBy('id')
    .execute();
  const order: FindingState[] = ['stop', 'wrong', 'due', 'coming'];
  return new Map(
    [...Map.groupBy(rows, ({ file_id }) => file_id)].map(([file, its]) => [
      file,
      its
        .map((row) => toFinding(row, day))
        .toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state)),
    ]),
  );
}

/** By the id of the account, or by its own once the account has gone. @throws 404 'Member not found' */
export async function readFile(db: Database, id: string): Promise<MemberFile> {
  const file = await fileRow(db, id);
  const entries = file.file === null ? [] : ((await entriesOf(db, [file.file])).get(file.file) ?? []);
  const findings = file.file === null ? [] : ((await findingsOf(db, [file.file])).get(file.file) ?? []);
  const { joined, left } = datesOf(entries);
  return {
    _id: file.user ?? file.file ?? id,
    name: file.name,
    user: file.user,
    joined,
    left: left?.on ?? null,
    license: {
      number: file.number,
      expires: file.expires_on,
      brokerage: (await brokerLicense(db)).number,
    },
    findings,
    education: educationOf(entries, file.expires_on, await readSettings(db)),
    entries: entries.toReversed(),
  };
}

/** A member without an entry may have no file yet. */
async function fileRow(db: Database, id: string) {
  const user = await db
    .selectFrom('users')
    .leftJoin('member_files as file', 'file.user_id', 'users.id')
    .leftJoin('licenses', 'licenses.user_id', 'users.id')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select([
      'users.id as user',
      'file.id as file',
      'users.name',
      licenseNumber.as('number'),
      'licenses.expires_on',
    ])
    .where('users.id', '=', id)
    .executeTakeFirst();
  if (user) return user;
  const former = await db
    .selectFrom('member_files')
    .select(['id as file', 'name'])
    .where('id', '=', id)
    .where('user_id', 'is', null)
    .executeTakeFirst();
  if (!former) throw notFound('Member');
  return { user: null, ...former, number: '', expires_on: null };
}
