import { setTimeout } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import * as accounts from '../../../../migrations/0001_accounts.ts';
import * as content from '../../../../migrations/0002_content.ts';
import * as contact from '../../../../migrations/0003_contact.ts';
import * as audit from '../../../../migrations/0004_audit.ts';
import * as users from '../../../../migrations/0005_users.ts';
import * as leads from '../../../../migrations/0006_leads.ts';
import * as posts from '../../../../migrations/0007_posts.ts';
import * as images from '../../../../migrations/0008_images.ts';
import * as outbox from '../../../../migrations/0009_outbox.ts';
import * as profiles from '../../../../migrations/0010_profiles.ts';
import * as articleStates from '../../../../migrations/0011_article_states.ts';
import * as profilePhotos from '../../../../migrations/0012_profile_photos.ts';
import * as feedEvents from '../../../../migrations/0013_feed_events.ts';
import * as notifications from '../../../../migrations/0014_notifications.ts';
import * as reports from '../../../../migrations/0015_reports.ts';
import * as postSearch from '../../../../migrations/0016_post_search.ts';
import * as articleCovers from '../../../../migrations/0017_article_covers.ts';
import * as mailOwners from '../../../../migrations/0018_mail_owners.ts';
import * as storedHtml from '../../../../migrations/0019_stored_html.ts';
import * as storage from '../../../../migrations/0020_storage.ts';
import * as knownDevices from '../../../../migrations/0021_known_devices.ts';
import * as displayNames from '../../../../migrations/0022_display_names.ts';
import * as contactOverflow from '../../../../migrations/0023_contact_overflow.ts';
import * as jobs from '../../../../migrations/0024_jobs.ts';
import * as jobSuccesses from '../../../../migrations/0025_job_successes.ts';
import * as imports from '../../../../migrations/0026_import.ts';
import * as unfinishedImages from '../../../../migrations/0027_unfinished_images.ts';
import * as sessionLastWrite from '../../../../migrations/0028_session_last_write.ts';
import * as idempotencyKeys from '../../../../migrations/0029_idempotency_keys.ts';
import * as postSearchByDate from '../../../../migrations/0030_post_search_by_date.ts';
import * as backups from '../../../../migrations/0031_backups.ts';
import { minute } from '../../../shared/time.ts';
import { isPostgres } from './json-rows.ts';

/** In order. Never change a released migration. */
const migrations: Record<string, Migration> = {
  '0001_accounts': accounts,
  '0002_content': content,
  '0003_contact': contact,
  '0004_audit': audit,
  '0005_users': users,
  '0006_leads': leads,
  '0007_posts': posts,
  '0008_images': images,
  '0009_outbox': outbox,
  '0010_profiles': profiles,
  '0011_article_states': articleStates,
  '0012_profile_photos': profilePhotos,
  '0013_feed_events': feedEvents,
  '0014_notifications': notifications,
  '0015_reports': reports,
  '0016_post_search': postSearch,
  '0017_article_covers': articleCovers,
  '0018_mail_owners': mailOwners,
  '0019_stored_html': storedHtml,
  '0020_storage': storage,
  '0021_known_devices': knownDevices,
  '0022_display_names': displayNames,
  '0023_contact_overflow': contactOverflow,
  '0024_jobs': jobs,
  '0025_job_successes': jobSuccesses,
  '0026_import': imports,
  '0027_unfinished_images': unfinishedImages,
  '0028_session_last_write': sessionLastWrite,
  '0029_idempotency_keys': idempotencyKeys,
  '0030_post_search_by_date': postSearchByDate,
  '0031_backups': backups,
};

export const migrationNames: string[] = Object.keys(migrations);

/** Total wait for locks of long readers or another process's migration. */
const patience = 10 * minute;
/** Arbitrary, but unique among advisory locks. */
const migrationLock = 7_241_963_105;

/**
 * Migrates to the latest schema, or up to the migration `to`. Several processes may start at once: one migrates under a lock. On PostgreSQL
 * everything is one transaction, so a killed migration leaves nothing. A lock that is not free soon is retried, so that
 * no query queues behind it.
 */
export async function migrate<T>(db: Kysely<T>, to = migrationNames.at(-1) ?? ''): Promise<void> {
  if (!isPostgres(db)) return migrateTo(db, to);
  const giveUp = Date.now() + patience;
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(async (transaction) => {
        await sql`set local statement_timeout = 0`.execute(transaction);
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
        // Per transaction: a pooler reassigns sessions.
        await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(transaction);
        await migrateTo(transaction, to);
      });
    } catch (error) {
      if (!isLockTimeout(error) || Date.now() > giveUp) throw error;
      await setTimeout(Math.min(100 * 2 ** attempt, 5000) * (0.5 + Math.random()));
    }
  }
}

async function migrateTo<T>(db: Kysely<T>, to: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateTo(to);
  if (error) throw error;
}

/** Names of migrations that have not run, and of those that a newer version ran. */
export async function comparedMigrations<T>(
  db: Kysely<T>,
): Promise<{ missing: string[]; unknown: string[] }> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const isEmpty = !tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE);
  const { rows } = isEmpty
    ? { rows: [] }
    : await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db);
  const done = new Set(rows.map(({ name }) => name));
  return {
    missing: Object.keys(migrations).filter((name) => !done.has(name)),
    unknown: [...done].filter((name) => !Object.hasOwn(migrations, name)),
  };
}

/** The migrations that this database has; none when it is empty. */
export async function appliedMigrations<T>(db: Kysely<T>): Promise<string[]> {
  const { rows: tables } = await (isPostgres(db)
    ? sql`select 1 from pg_class where relname = 'kysely_migration' and relnamespace = current_schema()::regnamespace`
    : sql`select 1 from sqlite_schema where name = 'kysely_migration'`
  ).execute(db);
  if (tables.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

const isLockTimeout = (error: unknown) => error instanceof Error && 'code' in error && error.code === '55P03';
