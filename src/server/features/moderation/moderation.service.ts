/** The queue of reports, for admins. */

import { sql } from 'kysely';
import type { Report, ReportedThing } from '../../../shared/moderation/moderation.contract.ts';
import type { ReportReason } from '../../../shared/moderation/report-reasons.ts';
import { formerMember } from '../../../shared/users/former-member.ts';
import type { Database } from '../../platform/db/database.ts';
import { type JsonRows, jsonRows, parseJsonRows } from '../../platform/db/json-rows.ts';
import { beforeKeyset, type Keyset, type KeysetPage, toKeysetPage } from '../../platform/db/keyset.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { usersBehind } from '../member-files/same-person.ts';
import { parseMentions } from '../mentions/mentions.service.ts';
import { versionOf } from './version.ts';

const maxReports = 5;

/** The reported comment or else the post. Must match the expression of the indexes. */
const target = (table: string) =>
  sql<string>`coalesce(${sql.ref(`${table}.comment_id`)}, ${sql.ref(`${table}.post_id`)})`;

/** The number of posts and comments with open reports. */
export async function countReported(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('reports')
    .select(sql<number>`count(distinct ${target('reports')})`.as('count'))
    .where('resolved_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Reported texts, newest first, a page at a time; by first report, so that others do not move them between pages. Who reported
 * one's own, and in which words, stays with the other admins (docs/product.md P14.2).
 */
export async function listReported(
  db: Database,
  actor: Pick<Actor, 'id'>,
  { limit, after }: { limit: number; after?: Keyset | undefined },
): Promise<KeysetPage<ReportedThing>> {
  const rows = await reported(db, limit + 1, after).execute();
  const page = toKeysetPage(rows, limit, ({ first_at, first_id }) => ({ at: first_at, id: first_id }));
  const authors = page.rows.flatMap(({ author_id }) => author_id ?? []);
  const own = await usersBehind(db, authors, [actor.id]);
  return { ...page, rows: page.rows.map((row) => toReportedThing(row, own)) };
}

const reported = (db: Database, max: number, after: Keyset | undefined) =>
  db
    .selectFrom(firstReports(db, max, after).as('first'))
    .innerJoin('posts', 'posts.id', 'first.post_id')
    .leftJoin('comments', 'comments.id', 'first.comment_id')
    .leftJoin('users as author', (join) =>
      join.on(
        'author.id',
        '=',
        sql`case when first.comment_id is null then posts.user_id else comments.user_id end`,
      ),
    )
    .select([
      'first.id as first_id',
      'first.created_at as first_at',
      'first.post_id',
      'first.comment_id',
      'posts.text as post_text',
      'posts.mentions as post_mentions',
      'posts.created_at as post_date',
      'comments.text as comment_text',
      'comments.mentions as comment_mentions',
      'comments.created_at as comment_date',
      'author.id as author_id',
      'author.name as author_name',
      'author.avatar_url',
    ])
    .select([jsonRows(db, reasonsOf(db)).as('reasons'), jsonRows(db, newestReports(db)).as('reports')])
    .orderBy('first.created_at', 'desc')
    .orderBy('first.id', 'desc');

function firstReports(db: Database, max: number, after: Keyset | undefined) {
  const page = db
    .selectFrom('reports')
    .select(['reports.id', 'reports.created_at', 'reports.post_id', 'reports.comment_id'])
    .where('reports.resolved_at', 'is', null)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('reports as earlier')
            .select('earlier.id')
            .where('earlier.resolved_at', 'is', null)
            .where(sql<boolean>`${target('earlier')} = ${target('reports')}`)
            .where(sql<boolean>`(earlier.created_at, earlier.id) < (reports.created_at, reports.id)`),
        ),
      ),
    )
    .orderBy('reports.created_at', 'desc')
    .orderBy('reports.id', 'desc')
    .limit(max);
  return after ? page.where(beforeKeyset('reports.created_at', 'reports.id', after)) : page;
}

const openReports = (db: Database) =>
  db
    .selectFrom('reports as open')
    .where('open.resolved_at', 'is', null)
    .where(sql<boolean>`${target('open')} = ${target('first')}`);

const reasonsOf = (db: Database) =>
  openReports(db)
    .select((e) => ['open.reason', e.fn.countAll<number>().as('count')])
    .groupBy('open.reason')
    .orderBy('count', 'desc')
    .orderBy('open.reason');

const newestReports = (db: Database) =>
  openReports(db)
    .leftJoin('users as reporter', 'reporter.id', 'open.reporter_id')
    .select([
      'open.id',
      'open.reason',
      'open.details',
      'open.text',
      'open.created_at',
      'open.reporter_id',
      'reporter.name',
    ])
    .orderBy('open.created_at', 'desc')
    .orderBy('open.id', 'desc')
    .limit(maxReports);

interface ReportedRow {
  first_at: string;
  post_id: string;
  comment_id: string | null;
  post_text: string;
  post_mentions: string | null;
  post_date: string;
  comment_text: string | null;
  comment_mentions: string | null;
  comment_date: string | null;
  author_id: string | null;
  author_name: string | null;
  avatar_url: string | null;
  reasons: JsonRows<{ reason: ReportReason; count: number }>;
  reports: JsonRows<ReportWithReporter>;
}

function toReportedThing(row: ReportedRow, own: ReadonlySet<string>): ReportedThing {
  const isOwn = row.author_id !== null && own.has(row.author_id);
  const reasons = parseJsonRows(row.reasons);
  const reports = parseJsonRows(row.reports);
  const text = row.comment_text ?? row.post_text;
  const [newest] = reports;
  if (!newest) throw new Error('What is reported has a report');
  return {
    _id: row.comment_id ?? row.post_id,
    what: row.comment_id === null ? 'post' : 'comment',
    postId: row.post_id,
    text,
    version: versionOf(text, newest.id),
    mentions: parseMentions(row.comment_id === null ? row.post_mentions : row.comment_mentions),
    name: row.author_name ?? formerMember,
    avatar: row.avatar_url,
    user: row.author_id,
    date: row.comment_date ?? row.post_date,
    reported: row.first_at,
    reportCount: reasons.reduce((sum, { count }) => sum + count, 0),
    reasons,
    reports: reports.map((report) => ({
      ...toReport(report, text),
      ...(isOwn && { reporter: null, details: '', unnamed: report.reporter_id !== null }),
    })),
  };
}

interface ReportWithReporter {
  id: string;
  reason: ReportReason;
  details: string | null;
  text: string | null;
  created_at: string;
  reporter_id: string | null;
  name: string | null;
}

function toReport(row: ReportWithReporter, present: string): Report {
  return {
    _id: row.id,
    reason: row.reason,
    details: row.details ?? '',
    text: row.text === present ? null : row.text,
    reporter: row.reporter_id === null || row.name === null ? null : { _id: row.reporter_id, name: row.name },
    // Inside JSON, PostgreSQL formats timestamps differently.
    date: new Date(row.created_at).toISOString(),
  };
}
