/** The list of all that is wrong with members' files. */

import { sql } from 'kysely';
import type { Desk, DeskMember, Finding } from '../../../shared/compliance/compliance.contract.ts';
import {
  type FindingKind,
  type FindingState,
  findingKinds,
  findingNames,
  membersOnDesk,
  stopRanks,
  weekDays,
} from '../../../shared/compliance/findings.ts';
import { addDays, today } from '../../../shared/dates.ts';
import { byName, containing } from '../../platform/db/containing.ts';
import type { Database } from '../../platform/db/database.ts';
import { licenseNumber } from '../../platform/db/license-number.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { isOfStaff } from '../../platform/rights.ts';
import { feesSigned } from '../agreements/fees-signed.ts';
import { brokerageEntries, entriesOf } from '../member-files/entries.ts';
import { datesOf, isSupervised } from '../member-files/file-state.ts';
import { insurance } from '../member-files/find.ts';
import { findingsOf, toFinding } from '../member-files/read-file.ts';
import { readSettings } from '../member-files/settings.ts';
import { ownAmong } from './own-files.ts';

export interface DeskFilter {
  search: string;
  state: FindingState | 'all';
  kind: FindingKind | 'all';
}

interface DeskPage extends DeskFilter {
  sort: 'worst' | 'due' | 'name';
  skip: number;
}

/** Ranks before findings that are due this week, and before later ones. */
const [weekRank, laterRank] = [1000, 2000];
const stopKinds = findingNames.filter((kind) => findingKinds[kind].stop);
const maxCounted = 1000;
const maxShared = 20;
const maxUnlicensed = 20;
/** Invitations that are looked at for them. */
const maxInvited = 100;

/** Members with findings, the worst first. Changes write the findings, so only they are read. */
export async function readDesk(
  db: Database,
  actor: Actor,
  { sort, skip, ...filter }: DeskPage,
): Promise<Desk> {
  const { total } = await db
    .selectFrom(filesFound(db, filter).select('finding.file_id').groupBy('finding.file_id').as('found'))
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const files = await sorted(db, filter, sort).limit(membersOnDesk).offset(skip).execute();
  return {
    members: await withFindings(db, actor, files, filter),
    total: Number(total),
    counts: await countByKind(db),
    summary: await summarize(db),
    hasMembers: await hasMembers(db),
    brokerage: await ofBrokerage(db),
    fees: await feesSigned(db),
    sharedNumbers: await sharedNumbers(db),
    unlicensed: await unlicensed(db),
  };
}

/** Findings of who is not here yet begin on their first day; the number is asked for from the invitation on. */
async function unlicensed(db: Database): Promise<Desk['unlicensed']> {
  const invited = await db
    .selectFrom('users')
    .leftJoin('member_files as file', 'file.user_id', 'users.id')
    .leftJoin('licenses', 'licenses.user_id', 'users.id')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['users.id', 'users.name', 'file.id as file'])
    .where('users.password_hash', 'is', null)
    .where('users.suspended_at', 'is', null)
    .where((e) => e.not(isOfStaff(e)))
    .where(licenseNumber, '=', '')
    .orderBy('users.created_at', 'desc')
    .orderBy('users.id', 'desc')
    .limit(maxInvited)
    .execute();
  const entries = await entriesOf(
    db,
    invited.flatMap(({ file }) => file ?? []),
  );
  const day = today();
  const isAwaited = (file: string | null): boolean => {
    const its = entries.get(file ?? '') ?? [];
    const { joined } = datesOf(its);
    return isSupervised(its) && (joined === null || joined > day);
  };
  return invited
    .filter(({ file }) => isAwaited(file))
    .slice(0, maxUnlicensed)
    .map(({ id, name }) => ({ _id: id, name }));
}

/** A number belongs to one person: one of several accounts with it has a mistake, or is a second one of the same person. */
async function sharedNumbers(db: Database): Promise<Desk['sharedNumbers']> {
  const numbers = await licensed(db)
    .select('number')
    .groupBy('number')
    .having((e) => e.fn.countAll(), '>', 1)
    .orderBy('number')
    .limit(maxShared)
    .execute();
  if (numbers.length === 0) return [];
  const rows = await licensed(db)
    .select(['id', 'name', 'number'])
    .where(
      'number',
      'in',
      numbers.map(({ number }) => number),
    )
    .orderBy(byName(db, 'name'))
    .orderBy('id')
    .execute();
  const members = Map.groupBy(rows, ({ number }) => number);
  return numbers.map(({ number }) => ({
    number,
    members: (members.get(number) ?? []).slice(0, maxShared).map(({ id, name }) => ({ _id: id, name })),
  }));
}

const licensed = (db: Database) =>
  db
    .selectFrom(
      db
        .selectFrom('users')
        .leftJoin('licenses', 'licenses.user_id', 'users.id')
        .leftJoin('profiles', 'profiles.user_id', 'users.id')
        .select(['users.id', 'users.name', licenseNumber.as('number')])
        .where('users.suspended_at', 'is', null)
        .as('member'),
    )
    .where('number', '!=', '');

function filesFound(db: Database, { search, state, kind }: DeskFilter) {
  const day = today();
  const week = addDays(day, weekDays);
  let found = db.selectFrom('member_file_findings as finding').where('finding.shown_on', '<=', day);
  if (kind !== 'all') found = found.where('finding.kind', '=', kind);
  if (state === 'stop' || state === 'wrong') found = found.where('finding.wrong_on', '<=', day);
  if (state === 'stop') found = found.where('finding.rank', '<', stopRanks);
  if (state === 'wrong') found = found.where('finding.rank', '>=', stopRanks);
  if (state === 'due' || state === 'coming') found = found.where('finding.wrong_on', '>', day);
  if (state === 'due') found = found.where('finding.due_on', '<=', week);
  if (state === 'coming') found = found.where('finding.due_on', '>', week);
  if (search === '') return found;
  return found.where(
    'finding.file_id',
    'in',
    db
      .selectFrom('member_files as named')
      .leftJoin('users', 'users.id', 'named.user_id')
      .select('named.id')
      .where((e) => e.or([containing(db, 'users.name', search), containing(db, 'named.name', search)])),
  );
}

function sorted(db: Database, filter: DeskFilter, sort: DeskPage['sort']) {
  const day = today();
  const week = addDays(day, weekDays);
  const grouped = filesFound(db, filter)
    .select((e) => [
      'finding.file_id',
      sql<number>`min(case when ${sql.ref('finding.wrong_on')} <= ${day} then ${sql.ref('finding.rank')}
        when ${sql.ref('finding.due_on')} <= ${week} then ${sql.lit(weekRank)} else ${sql.lit(laterRank)} end)`.as(
        'worst',
      ),
      e.fn.min('finding.due_on').as('due'),
    ])
    .groupBy('finding.file_id')
    .as('found');
  const files = db
    .selectFrom(grouped)
    .innerJoin('member_files as file', 'file.id', 'found.file_id')
    .leftJoin('users', 'users.id', 'file.user_id')
    .select((e) => [...fileColumns, e.fn.coalesce('users.name', 'file.name').as('name')]);
  if (sort === 'name')
    return files.orderBy(byName(db, sql`coalesce(users.name, file.name)`)).orderBy('file.id');
  if (sort === 'due') return files.orderBy('found.due').orderBy('found.worst').orderBy('file.id');
  return files.orderBy('found.worst').orderBy('found.due').orderBy('file.id');
}

const fileColumns = ['file.id', 'file.user_id', 'file.user_was'] as const;

/** With the findings that the filter finds; a search finds members, so all of theirs. */
async function withFindings(
  db: Database,
  actor: Actor,
  files: { id: string; user_id: string | null; user_was: string | null; name: string }[],
  { state, kind }: DeskFilter,
): Promise<DeskMember[]> {
  const findings = await findingsOf(
    db,
    files.map(({ id }) => id),
  );
  const own = await ownAmong(
    db,
    actor,
    files.flatMap(({ user_id, user_was }) => user_id ?? user_was ?? []),
  );
  const isWanted = (finding: Finding) =>
    (state === 'all' || finding.state === state) && (kind === 'all' || finding.kind === kind);
  const mayRead = (user: string | null, finding: Finding) =>
    user === null || !own.has(user) || findingKinds[finding.kind].own;
  return files
    .map(({ id, user_id, user_was, name }) => ({
      _id: user_id ?? id,
      name,
      user: user_id,
      findings: (findings.get(id) ?? []).filter(
        (finding) => isWanted(finding) && mayRead(user_id ?? user_was, finding),
      ),
    }))
    .filter((member) => member.findings.length > 0);
}

async function countByKind(db: Database): Promise<Desk['counts']> {
  const day = today();
  const week = addDays(day, weekDays);
  const rows = await db
    .selectFrom('member_file_findings')
    .select((e) => [
      'kind',
      e.fn.sum<number>(e.case().when('wrong_on', '<=', day).then(1).else(0).end()).as('wrong'),
      sql<number>`sum(case when wrong_on > ${day} and due_on <= ${week} then 1 else 0 end)`.as('due'),
    ])
    .where('shown_on', '<=', day)
    .groupBy('kind')
    .execute();
  return rows.map(({ kind, wrong, due }) => ({ kind, wrong: Number(wrong), due: Number(due) }));
}

/**
 * Certificates and documents that members with an account handed in and the office has not decided on, newest first; nothing of the
 * actor, as someone else has to check it off. `late` is the day from which it is overdue, or null.
 */
export async function handedIn(
  db: Database,
  { id }: Pick<Actor, 'id'>,
  limit: number,
): Promise<{
  documents: { user: string; name: string; what: string; since: string | null; late: string | null }[];
  more: number;
}> {
  const waiting = db
    .selectFrom('member_file_findings as finding')
    .innerJoin('member_files as file', 'file.id', 'finding.file_id')
    .innerJoin('users', 'users.id', 'file.user_id')
    .where('finding.kind', 'in', ['decision', 'document'])
    .where('users.id', '!=', id);
  const rows = await waiting
    .leftJoin('member_file_entries as entry', 'entry.id', 'finding.subject_id')
    .select(['users.id as user', 'users.name', 'finding.kind', 'finding.detail', 'finding.wrong_on'])
    .select('entry.created_at as since')
    .orderBy('finding.due_on', 'desc')
    .orderBy('finding.id')
    .limit(limit)
    .execute();
  const { count } = await waiting.select((e) => e.fn.countAll().as('count')).executeTakeFirstOrThrow();
  const day = today();
  const documents = rows.map(({ user, name, kind, detail, since, wrong_on }) => ({
    user,
    name,
    what: kind === 'document' ? detail : certificates(Number(detail)),
    since,
    late: wrong_on <= day ? wrong_on : null,
  }));
  return { documents, more: Number(count) - documents.length };
}

const certificates = (count: number) => (count === 1 ? 'Certificate' : `${count} certificates`);

/** Admins without a license are no members of the desk (docs/product.md P24.6). */
async function hasMembers(db: Database): Promise<boolean> {
  const member = await db
    .selectFrom('users')
    .leftJoin('licenses', 'licenses.user_id', 'users.id')
    .select('users.id')
    .where('users.suspended_at', 'is', null)
    .where((e) => e.or([e('users.admin', '=', false), e('licenses.user_id', 'is not', null)]))
    .limit(1)
    .executeTakeFirst();
  return member !== undefined;
}

async function summarize(db: Database): Promise<Desk['summary']> {
  const day = today();
  const week = addDays(day, weekDays);
  const perFile = db
    .selectFrom('member_file_findings')
    .select([
      sql<number>`max(case when wrong_on <= ${day} and rank < ${sql.lit(stopRanks)} then 1 else 0 end)`.as(
        'stop',
      ),
      sql<number>`max(case when wrong_on <= ${day} and rank >= ${sql.lit(stopRanks)} then 1 else 0 end)`.as(
        'wrong',
      ),
      sql<number>`max(case when wrong_on > ${day} and due_on <= ${week} then 1 else 0 end)`.as('due'),
    ])
    .where('shown_on', '<=', day)
    .groupBy('file_id')
    .as('files');
  const { stop, wrong, due } = await db
    .selectFrom(perFile)
    .select((e) => [
      e.fn.sum<number | null>('stop').as('stop'),
      e.fn.sum<number | null>('wrong').as('wrong'),
      e.fn.sum<number | null>('due').as('due'),
    ])
    .executeTakeFirstOrThrow();
  return { stop: Number(stop ?? 0), wrong: Number(wrong ?? 0), due: Number(due ?? 0) };
}

/** Members who must not work today; counted up to a limit. */
export async function countStopped(db: Database): Promise<number> {
  const stopped = db
    .selectFrom('member_file_findings')
    .select('file_id')
    .distinct()
    .where('kind', 'in', stopKinds)
    .where('wrong_on', '<=', today())
    .where('shown_on', '<=', today())
    .limit(maxCounted);
  const { members } = await db
    .selectFrom(stopped.as('stopped'))
    .select((e) => e.fn.countAll<number>().as('members'))
    .executeTakeFirstOrThrow();
  return Number(members);
}

async function ofBrokerage(db: Database): Promise<Finding[]> {
  const settings = await readSettings(db);
  if (settings.eo !== 'brokerage') return [];
  const day = today();
  const found = insurance(await brokerageEntries(db), 'eo', settings, day);
  return found.shown_on <= day ? [toFinding(found, day)] : [];
}

/** The ids of all files that the filter finds, by name. */
export async function deskFiles(db: Database, filter: DeskFilter): Promise<string[]> {
  const files = await sorted(db, filter, 'name').clearSelect().select('file.id').execute();
  return files.map(({ id }) => id);
}

/** The members of these files that are still there, in this order. */
export async function deskPart(
  db: Database,
  actor: Actor,
  filter: DeskFilter,
  ids: string[],
): Promise<DeskMember[]> {
  const rows = await db
    .selectFrom('member_files as file')
    .leftJoin('users', 'users.id', 'file.user_id')
    .select((e) => [...fileColumns, e.fn.coalesce('users.name', 'file.name').as('name')])
    .where('file.id', 'in', ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return withFindings(
    db,
    actor,
    ids.flatMap((id) => byId.get(id) ?? []),
    filter,
  );
}
