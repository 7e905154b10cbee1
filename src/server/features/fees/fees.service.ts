/** Versions of the fees: published, scheduled, withdrawn, started, previewed. */

import { counted } from '../../../shared/counted.ts';
import { laterDay, startOfOfficeDay, today } from '../../../shared/dates.ts';
import { changeInWords, figureChanges } from '../../../shared/fees/fee-figures.ts';
import type {
  FeeFields,
  FeeVersion,
  FeeVersions,
  PublishedFees,
} from '../../../shared/fees/fees.contract.ts';
import type { FeeFigures } from '../../../shared/fees/fees.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import { activeUsers } from '../../platform/db/active-users.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { databaseClock } from '../../platform/db/database-time.ts';
import { now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { feesInForce, toSchedule } from '../../platform/fee-schedules.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { demandVersion } from '../../platform/http/versions.ts';
import { HttpError, invalid, notFound } from '../../platform/http-error.ts';
import { mailAdmins } from '../../platform/mail/mail-admins.ts';
import { bumpContentVersion } from '../../platform/pages/content-version.ts';
import type { Parts } from '../../platform/parts.ts';
import type { FeeVersionRow } from '../../tables/fees.ts';
import { askMembers, countAskedForFees, replaceFeeAsks } from '../agreements/asks.service.ts';
import { feesPdf } from '../agreements/preview-pdf.ts';
import { lockSettings, presentVersion } from '../agreements/versions.service.ts';
import { refreshSamples } from '../sample/refresh-samples.ts';
import { loadLanding } from '../site/site.pages.ts';
import { feesMail, withdrawnFeesMail } from './fees-mails.ts';

export interface Revised {
  /** Rises with every version, withdrawal and start. */
  revision: number;
  fees: FeeVersions;
}

/** Longest that fees can be scheduled ahead. */
const mostDaysAhead = 731;
const maxListed = 500;

/** The fees in force, and those to come. */
export async function readPublished(db: Database): Promise<PublishedFees> {
  const scheduled = await scheduledRow(db);
  return {
    current: await feesInForce(db),
    scheduled: scheduled?.starts_on ? { schedule: toSchedule(scheduled), starts: scheduled.starts_on } : null,
  };
}

/** Every version, newest first. */
export async function listVersions(db: Database): Promise<Revised> {
  const rows = await versionRows(db).orderBy('number', 'desc').limit(maxListed).execute();
  const current = await feesInForce(db);
  const { unsigned } = await activeUsers(db)
    .select((e) => e.fn.countAll<number>().as('unsigned'))
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('agreements')
            .select('agreements.id')
            .whereRef('agreements.user_id', '=', 'users.id')
            .where('agreements.state', '=', 'in-force'),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  const fees = {
    current: current.version,
    versions: rows.map((row, index) =>
      toVersion(row, rows.slice(index + 1).find(wasNotWithdrawn), current.version),
    ),
    unsigned: Number(unsigned),
    asked: await countAskedForFees(db),
  };
  return { revision: await revisionOf(db), fees };
}

/**
 * Publishes fees, from today on at once, else scheduled, and tells the other admins. Call `content.changed` after it.
 * @throws 412 when a version was added, withdrawn or has started since; 400 for a day that has passed, figures that are in force, a
 * second schedule, or members who cannot be asked
 */
export async function publish(
  { db, config, mails }: Pick<Parts, 'db' | 'config' | 'mails'>,
  actor: Actor,
  { figures, starts, note, ask, openAsks }: FeeFields,
  expectedVersions?: number[],
): Promise<Revised> {
  const published = await inTransaction(db, async (transaction) => {
    // First: its row makes those who publish take turns.
    await bumpContentVersion(transaction);
    demandVersion('Fees', await revisionOf(transaction), expectedVersions);
    const day = today();
    requireDays({ starts, due: ask?.due ?? null }, day);
    const waiting = await scheduledRow(transaction);
    if (waiting) throw invalid(`Version ${waiting.number} is scheduled: withdraw it first`);
    const current = await feesInForce(transaction);
    const changes = figureChanges(current, figures).map(changeInWords);
    if (changes.length === 0) throw invalid(`These are the figures of version ${current.version}`);
    if (ask && !(await presentVersion(transaction)))
      throw invalid('Publish the text of the agreement first', 'ask');
    if (ask && note === '') throw invalid('Tell members in a sentence what changes', 'note');
    const open = ask ? 0 : await countAskedForFees(transaction);
    if (open > 0 && openAsks === null)
      throw invalid(
        `${counted(open, 'member')} ${open === 1 ? 'has' : 'have'} yet to sign the fees they were asked to sign. Choose which fees they sign`,
        'openAsks',
      );
    const isNow = starts === day;
    const row: FeeVersionRow = {
      number: (await lastNumber(transaction)) + 1,
      figures: JSON.stringify(figures),
      note,
      starts_on: starts,
      starts_at: isNow ? null : startOfOfficeDay(starts),
      due_on: ask?.due ?? null,
      replaces_asks: open > 0 && openAsks === 'replace',
      published_by: actor.id,
      published_by_name: actor.name,
      published_at: now(),
      withdrawn_at: null,
    };
    await transaction.insertInto('fee_versions').values(row).execute();
    await recordAuditEvent(transaction, actor, {
      action: 'fees.published',
      object: theFees,
      details: `version ${row.number} from ${starts}: ${changes.join('; ')}; ${ask ? `members sign by ${ask.due}` : 'new agents only'}`,
    });
    if (isNow) await afterStart(transaction, actor, row);
    const told = { actor: actor.name, starts, changes };
    await mailAdmins(transaction, (admin) => feesMail(admin, told, config.brokerage), [actor.id]);
    return listVersions(transaction);
  });
  mails.wake();
  return published;
}

/**
 * Tells the other admins. Call `content.changed` after it. @throws 412 as `publish`; 404; 409 for one that is in force already
 */
export async function withdraw(
  { db, config, mails }: Pick<Parts, 'db' | 'config' | 'mails'>,
  actor: Actor,
  number: number,
  expectedVersions?: number[],
): Promise<Revised> {
  const left = await inTransaction(db, async (transaction) => {
    await bumpContentVersion(transaction);
    demandVersion('Fees', await revisionOf(transaction), expectedVersions);
    const row = await versionRows(transaction).where('number', '=', number).executeTakeFirst();
    if (!row) throw notFound('Version');
    const { numUpdatedRows } = await transaction
      .updateTable('fee_versions')
      .set({ withdrawn_at: now(), starts_at: null })
      .where('number', '=', number)
      .where('withdrawn_at', 'is', null)
      .where('starts_at', '>', databaseClock(transaction))
      .executeTakeFirst();
    if (numUpdatedRows === 0n)
      throw new HttpError(409, [{ msg: 'Only fees that are scheduled can be withdrawn, before their day' }]);
    await recordAuditEvent(transaction, actor, {
      action: 'fees.withdrawn',
      object: theFees,
      details: `version ${number}`,
    });
    const told = { actor: actor.name, version: number, starts: row.starts_on ?? today() };
    await mailAdmins(transaction, (admin) => withdrawnFeesMail(admin, told, config.brokerage), [actor.id]);
    return listVersions(transaction);
  });
  mails.wake();
  return left;
}

/**
 * Puts scheduled fees in force once their day has begun by the database's clock, everywhere at once; a job looks each second.
 */
export async function startScheduled({ db, content }: Pick<Parts, 'db' | 'content'>): Promise<void> {
  const due = await versionRows(db)
    .where('starts_at', '<=', databaseClock(db))
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  if (!due) return;
  await inTransaction(db, async (transaction) => {
    await bumpContentVersion(transaction);
    const { numUpdatedRows } = await transaction
      .updateTable('fee_versions')
      .set({ starts_at: null })
      .where('number', '=', due.number)
      .where('starts_at', '<=', databaseClock(transaction))
      .where('withdrawn_at', 'is', null)
      .executeTakeFirst();
    // Another process was quicker.
    if (numUpdatedRows > 0n) await afterStart(transaction, undefined, due);
  });
  await content.refresh();
}

/** The landing page as it would be with these figures, as HTML without scripts; what changes is marked. */
export async function previewFees(
  parts: Pick<Parts, 'db' | 'renderer' | 'siteSettings'>,
  figures: FeeFigures,
): Promise<{ html: string }> {
  const { current } = parts.siteSettings;
  const fees = { version: current.fees.version + 1, ...figures };
  const content = { ...current, fees, feesBefore: current.fees };
  const { html } = parts.renderer.preview(await loadLanding(parts.db), '/', content);
  return { html };
}

/** The schedule as a PDF with these figures, under the number that it would get. */
export async function previewFeesPdf(
  parts: Pick<Parts, 'db' | 'config' | 'makePdf'>,
  figures: FeeFigures,
): Promise<Uint8Array> {
  return feesPdf(parts, { version: (await lastNumber(parts.db)) + 1, ...figures });
}

/** Follows new figures in the transaction that puts them in force: sample texts, and members who are asked to sign. */
async function afterStart(
  transaction: DatabaseTransaction,
  by: Actor | undefined,
  row: FeeVersionRow,
): Promise<void> {
  await refreshSamples(transaction, toSchedule(row));
  // A text that is published at the same time goes first or waits.
  await lockSettings(transaction);
  if (row.replaces_asks) await replaceFeeAsks(transaction, row.number, row.note);
  const version = await presentVersion(transaction);
  if (row.due_on === null || !version) return;
  const day = today();
  await askMembers(
    transaction,
    by,
    { number: version.number, note: row.note, fees: row.number },
    // A server that was off on the day starts them later.
    { who: 'all', chosen: [], due: laterDay(row.due_on, day) },
  );
}

function requireDays({ starts, due }: { starts: string; due: string | null }, day: string): void {
  if (starts < day) throw invalid('The day must be today or later', 'starts');
  if (Date.parse(starts) - Date.parse(day) > mostDaysAhead * 86_400_000)
    throw invalid('The day must be within two years', 'starts');
  if (due !== null && due < starts)
    throw invalid('Members sign by a day on or after the one from which the fees hold', 'ask.due');
}

const theFees = { id: 'fees', name: 'Fees' };

const columns = [
  'number',
  'figures',
  'note',
  'starts_on',
  'starts_at',
  'due_on',
  'replaces_asks',
  'published_by',
  'published_by_name',
  'published_at',
  'withdrawn_at',
] as const satisfies (keyof FeeVersionRow)[];

const versionRows = (db: Database) =>
  db
    .selectFrom('fee_versions')
    .select(columns)
    .select((e) =>
      e
        .selectFrom('agreements')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('agreements.fees', '=', 'fee_versions.number')
        .where('agreements.state', '=', 'in-force')
        .as('in_force'),
    );

const scheduledRow = (db: Database): Promise<FeeVersionRow | undefined> =>
  db.selectFrom('fee_versions').select(columns).where('starts_at', 'is not', null).executeTakeFirst();

async function lastNumber(db: Database): Promise<number> {
  const { last } = await db
    .selectFrom('fee_versions')
    .select((e) => e.fn.max<number>('number').as('last'))
    .executeTakeFirstOrThrow();
  return last;
}

async function revisionOf(db: Database): Promise<number> {
  const { all, withdrawn, waiting } = await db
    .selectFrom('fee_versions')
    .select((e) => [
      e.fn.countAll<number>().as('all'),
      e.fn.count<number>('withdrawn_at').as('withdrawn'),
      e.fn.count<number>('starts_at').as('waiting'),
    ])
    .executeTakeFirstOrThrow();
  // A scheduled one counts once, and again when it starts; one that is withdrawn once more.
  return 2 * Number(all) - Number(waiting) + Number(withdrawn);
}

const wasNotWithdrawn = ({ withdrawn_at }: FeeVersionRow): boolean => withdrawn_at === null;

type ListedRow = FeeVersionRow & { in_force: number | null };

function toVersion(row: ListedRow, before: FeeVersionRow | undefined, current: number): FeeVersion {
  const schedule = toSchedule(row);
  return {
    schedule,
    state: stateOf(row, current),
    starts: row.starts_on,
    note: row.note,
    due: row.due_on,
    published: row.published_at === null ? null : { date: row.published_at, by: row.published_by_name },
    changes: before ? figureChanges(toSchedule(before), schedule).map(changeInWords) : [],
    inForce: Number(row.in_force ?? 0),
  };
}

function stateOf({ number, starts_at, withdrawn_at }: FeeVersionRow, current: number): FeeVersion['state'] {
  if (withdrawn_at !== null) return 'withdrawn';
  if (starts_at !== null) return 'scheduled';
  return number === current ? 'in-force' : 'former';
}
