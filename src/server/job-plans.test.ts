import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { engine } from '../../test/database.ts';
import { makeUser } from '../../test/factories.ts';
import { queriesOf } from '../../test/plans.ts';
import { type TestServer, testServer } from '../../test/server.ts';
import { remindToSign } from './features/agreements/remind-to-sign.ts';
import { publishDueArticles } from './features/articles/publish-due-articles.ts';
import { deleteExpiredSignIns } from './features/auth/delete-expired.ts';
import { warnOfOldBackup } from './features/backup/nightly-backup.ts';
import { eraseOldClosings } from './features/closings/erase-old-closings.ts';
import { remindOfPromises } from './features/closings/remind-of-promises.ts';
import { carryOutLeavings } from './features/compliance/leaving.service.ts';
import { chargeAndTell } from './features/dues/tell-of-dues.ts';
import { remindOfMissing } from './features/education/remind-of-missing.ts';
import { startScheduled } from './features/fees/fees.service.ts';
import { remindOfPages } from './features/handbook/remind-of-pages.ts';
import { purgeImages } from './features/images/images.service.ts';
import { deleteOldVisitSums } from './features/insights/visit-sums.service.ts';
import { remindApplicants } from './features/joining/remind-applicants.ts';
import { alertOfWaitingLeads, sendLeadDigests } from './features/leads/lead-reminders.ts';
import { linkMerged } from './features/leads/link-merged.ts';
import { remindOfLicenses } from './features/licenses/remind-of-licenses.ts';
import { askMissing } from './features/member-files/page-asks.ts';
import { settleDue } from './features/member-files/settle.ts';
import { deleteExpiredNotifications } from './features/notifications/notifications.service.ts';
import { mailOfWork } from './features/notifications/work-emails.service.ts';
import { finishErasures } from './features/personal-data/erase-person.ts';
import { deleteExpiredExports, makeExports } from './features/personal-data/exports.service.ts';
import { deleteExpiredFeedEvents } from './features/posts/feed-events.service.ts';
import { indexMissingPosts } from './features/posts/post-search.ts';
import { remindOfReviews } from './features/privacy/legal-holds.service.ts';
import { warnOfOverdueRequests } from './features/privacy/warn-of-overdue-requests.ts';
import { eraseOldData, eraseOldSecurityEvents } from './features/retention/erase-old-data.ts';
import { anchorSecurityLog } from './features/security-log/anchor-security-log.ts';
import { endAnnouncement } from './features/site/site-settings.service.ts';
import { inviteWaiting } from './features/users/invite-waiting.ts';
import { deliverWebhooks } from './features/webhooks/deliver-webhooks.ts';
import type { Database } from './platform/db/database.ts';
import { deleteExpiredIdempotencyKeys } from './platform/http/idempotency.ts';
import type { Parts } from './platform/parts.ts';
import { refillAll } from './refill-all.ts';

let server: TestServer;
const never = new AbortController().signal;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

/** Old rows, so that each job has something to do. */
beforeAll(async () => {
  const { db } = server;
  const old = '2020-01-01T00:00:00.000Z';
  await makeUser(db, { created_at: old });
  const person = { firstName: 'Lee', lastName: 'Dunn', phone: '555-0100', email: 'lee@example.com' };
  await server.call('POST /api/contact', { body: person });
  await db.updateTable('contact_requests').set({ created_at: old }).execute();
  await db.updateTable('notifications').set({ mail_due_at: old }).execute();
});

/** By the names that start.ts gives them. */
const jobs: [string, (parts: Parts) => Promise<unknown>][] = [
  ['delete expired sign-ins', ({ db }) => deleteExpiredSignIns(db)],
  ['delete expired feed events', ({ db }) => deleteExpiredFeedEvents(db)],
  ['email what waits for someone', (parts) => mailOfWork(parts)],
  ['delete expired notifications', ({ db }) => deleteExpiredNotifications(db)],
  ['delete expired idempotency keys', ({ db }) => deleteExpiredIdempotencyKeys(db)],
  ['index posts for the search', ({ db }) => indexMissingPosts(db)],
  ['delete old visit sums', ({ db }) => deleteOldVisitSums(db)],
  ['delete expired exports', ({ db }) => deleteExpiredExports(db)],
  ['finish erasures', (parts) => finishErasures(parts.db, parts)],
  ['erase old personal data', eraseOldData],
  ['erase old security events', (parts) => eraseOldSecurityEvents(parts)],
  ['anchor the security log', (parts) => anchorSecurityLog(parts, { info() {} })],
  ['purge images', (parts) => purgeImages(parts)],
  ['tell of payments that are due', (parts) => remindOfPromises(parts)],
  ['erase old closings', (parts) => eraseOldClosings(parts)],
  ['carry out leavings', (parts) => carryOutLeavings(parts)],
  ['charge and tell of dues', (parts) => chargeAndTell(parts)],
  ['ask for pages of the handbook', ({ db }) => askMissing(db)],
  ['remind of pages of the handbook', (parts) => remindOfPages(parts)],
  ['remind of licenses', (parts) => remindOfLicenses(parts)],
  ['remind of what is missing', (parts) => remindOfMissing(parts)],
  ['settle member files', ({ db }) => settleDue(db)],
  ['warn of overdue privacy requests', (parts) => warnOfOverdueRequests(parts)],
  ['remind of reviews of legal holds', (parts) => remindOfReviews(parts)],
  ['publish scheduled articles', (parts) => publishDueArticles(parts)],
  ['start scheduled fees', (parts) => startScheduled(parts)],
  ['end the announcement', (parts) => endAnnouncement(parts)],
  ['invite from lists', (parts) => inviteWaiting(parts, never)],
  ['deliver webhooks', (parts) => deliverWebhooks(parts, never)],
  ['remind to sign', (parts) => remindToSign(parts)],
  ['remind applicants', (parts) => remindApplicants(parts)],
  ['make exports', (parts) => makeExports(parts, never)],
  ['alert of waiting leads', (parts) => alertOfWaitingLeads(parts)],
  ['send digests of leads', (parts) => sendLeadDigests(parts, Date.parse('2026-01-15T20:00:00Z'))],
  ['link merged leads', ({ db }) => linkMerged(db)],
  ['refill what earlier versions wrote', ({ db }) => refillAll(db)],
  ['warn of an old backup', (parts) => warnOfOldBackup(parts)],
  ['refresh content version', ({ content }) => content.refresh()],
];

/** They read files, memory or the clock, or the whole database by design. */
const withoutPlans = ['sample this process', 'try folders', 'list erasures', 'keep assets', 'back up'];

it('are all jobs of the server', () => {
  const source = readFileSync(join(import.meta.dirname, 'start.ts'), 'utf8');
  const started = [...source.matchAll(/jobs\.every\(\s*[^,]+,\s*'([^']+)'/g)].map(([, name]) => name);
  expect(started.length).toBe(source.split('jobs.every(').length - 1);
  expect([...jobs.map(([name]) => name), ...withoutPlans].toSorted()).toEqual(started.toSorted());
});

/** At most some dozens of rows, or those of some minutes, for any number of members. */
const small = [
  'api_tokens',
  'backups',
  'bulk_invitations',
  'fee_versions',
  'feed_position',
  'handbook_pages',
  'lead_digests',
  'lead_settings',
  'legal_holds',
  'locks',
  'onboarding_template',
  'refills',
  'sealing_key',
  'setup_links',
  'site_settings',
  'webhooks',
  'passkey_challenges',
  'sign_in_tickets',
];
/** SQLite reads their first rows by number, which it calls a scan. */
const numbered = ['security_log'];
/** Indexes of few rows: of linked leads, and of mails with a link that wait. */
const smallIndexes = ['lead_events_of_links', 'mails_with_open_links'];

/** No index has the few who may recruit: the digest looks through the users four times an hour. */
const ofAdmins = /^select [^(]* from "users" where (\("users"\.)?"admin" = /;
/** No index has the mentioned members: erasing a member looks through all posts and comments, once. */
const ofMentions = /^select "id", "mentions" from "(?:posts|comments)"/;

interface Plan {
  query: string;
  plan: string;
}

async function plansOf(job: (parts: Parts) => Promise<unknown>): Promise<Plan[]> {
  const plans: Plan[] = [];
  for (const compiled of await queriesOf(server.db, (db) => job({ ...server.parts, db }))) {
    if (!/^\s*(select|update|delete|insert|with)/i.test(compiled.sql)) continue;
    plans.push({ query: compiled.sql, plan: await planOf(server.db, compiled) });
  }
  return plans;
}

/** As of large tables: an empty one is read whole, so PostgreSQL may do so only where there is no other way. */
function planOf(
  db: Database,
  query: ReturnType<ReturnType<Database['getExecutor']>['compileQuery']>,
): Promise<string> {
  return db.connection().execute(async (connection) => {
    if (engine === 'postgres') await sql`set enable_seqscan = off`.execute(connection);
    const explain = engine === 'postgres' ? 'explain' : 'explain query plan';
    // A prepared query has places for values here, which no driver can bind.
    const parameters = query.parameters.map((value) => (isPlace(value) ? null : value));
    const { rows } = await connection.executeQuery({ ...query, parameters, sql: `${explain} ${query.sql}` });
    if (engine === 'postgres') await sql`reset enable_seqscan`.execute(connection);
    return rows.map((row) => JSON.stringify(row)).join('\n');
  });
}

const isPlace = (value: unknown) => typeof value === 'object' && value !== null && 'name' in value;

/** The tables that a query reads whole. A scan of an index is one of the table, unless it ends with its first rows. */
function scannedIn({ plan, query }: Plan): string[] {
  const scans = [
    ...plan.matchAll(/Seq Scan on (\w+)|SCAN (?!CONSTANT ROW)(\w+)(?: USING (?:COVERING )?INDEX (\w+))?/g),
  ];
  const isBounded = / limit /i.test(query);
  const allowed = [...small, ...(isBounded ? numbered : []), ...(ofAdmins.test(query) ? ['users'] : [])];
  if (ofMentions.test(query)) return [];
  return scans
    .filter(([, , , index]) => index === undefined || !(isBounded || smallIndexes.includes(index)))
    .map(([, onPostgres, onSqlite]) => onPostgres ?? onSqlite ?? '')
    .filter((table) => !allowed.includes(table));
}

it.each(jobs)('%s reads no table whole', async (_, job) => {
  const found = await plansOf(job);
  const scans = found.filter((plan) => scannedIn(plan).length > 0);
  expect(scans).toEqual([]);
});
