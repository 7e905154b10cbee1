import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { hour, minute } from '../../shared/time.ts';
import type { Config } from '../platform/config.ts';
import { isActive } from '../platform/db/active-users.ts';
import {
  isSealed,
  isSealingKeyRight,
  lostKeyMessage,
  otherKeyMessage,
} from '../platform/db/check-sealing-key.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { lostFileWords } from '../platform/db/database-fault.ts';
import { lostDatabase } from '../platform/db/former-database.ts';
import { fromNow, newId } from '../platform/db/ids.ts';
import { missingMigrations } from '../platform/db/migrate.ts';
import { databaseFile } from '../platform/db/sqlite.ts';
import { tryWrite } from '../platform/db/try-write.ts';
import { readErased, TornListError } from '../platform/erasures/erased-files.ts';
import { erasedFiles } from '../platform/erasures/list-settings.ts';
import { sentenceOf, storeFault } from '../platform/fault-sentence.ts';
import { isPrivate } from '../platform/http/network-of.ts';
import { openImageStore } from '../platform/images/open-image-store.ts';
import { StoreError } from '../platform/images/store-error.ts';
import { clockFault, clockWords } from '../platform/jobs/clock.ts';
import { jobRows } from '../platform/jobs/job-rows.ts';
import { mailFaultOf } from '../platform/mail/mail.worker.ts';
import { sendTestMail, verifyMailServer } from '../platform/mail/test-mail.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { freeLabel, placesOf, tryPlace } from '../platform/places/places.ts';
import { keyFile, openSealing } from '../platform/sealing.ts';
import { backupCheck, withoutBackups } from './doctor-backup.ts';
import type { Check } from './doctor-check.ts';
import { addressCheck, holdsLostFile, metricsCheck, plainCheck, serverCheck } from './doctor-server.ts';

/** Every check in turn, without the settings themselves. Writes nothing but a test image and test files, which it removes. */
export async function* checksOf(config: Config, mailTo: string | undefined): AsyncGenerator<Check> {
  const server = await serverCheck(config);
  yield server;
  const plain = plainCheck(config);
  if (plain) yield plain;
  if (server.state === 'ok') yield await addressCheck(config);
  const metrics = await metricsCheck(config, server.state === 'ok');
  if (metrics) yield metrics;
  yield* placeChecks(config);
  yield await imagesCheck(config);
  yield await mailCheck(config, mailTo);
  if (!config.databaseUrl && (await holdsLostFile(config))) {
    yield { state: 'fault', what: 'database', says: lostFileWords(config.dataDir) };
    return;
  }
  const lost = lostDatabase(config);
  if (lost !== undefined)
    yield { state: 'fault', what: 'database', says: lost, todo: 'The server does not start.' };
  if (!config.databaseUrl && !existsSync(databaseFile(config.dataDir))) {
    if (lost === undefined)
      yield {
        state: 'note',
        what: 'database',
        says: `there is none in ${config.dataDir} yet`,
        todo: 'The first start of the server makes it. If there should be one, correct DATA_DIR or restore a backup.',
      };
    if (!config.backupDir) yield withoutBackups(config, 'none has been made');
    return;
  }
  yield* databaseChecks(config);
}

async function* databaseChecks(config: Config): AsyncGenerator<Check> {
  let db: Database | undefined;
  try {
    db = openDatabase({ ...config, databasePool: 2 });
    yield await engineCheck(db, config);
    const migrations = await migrationsCheck(db);
    yield migrations;
    if (migrations.state !== 'ok') return;
    yield await keyCheck(db, config);
    yield await clockCheck(db, config);
    yield await proxyCheck(db, config);
    yield await adminCheck(db);
    yield await outboxCheck(db, config);
    yield await jobsCheck(db);
    yield await backupCheck(db, config);
  } catch (error) {
    yield { state: 'fault', what: 'database', says: sentenceOf(error, config) ?? String(error) };
  } finally {
    await db?.destroy();
  }
}

/** Makes no key: the first start of the server does. */
async function keyCheck(db: Database, config: Config): Promise<Check> {
  const what = 'secrets';
  if (!config.secretsKey && !existsSync(keyFile(config.dataDir)) && (await isSealed(db)))
    return { state: 'fault', what, says: lostKeyMessage(config.dataDir), todo: 'The server does not start.' };
  if (!config.secretsKey && !existsSync(keyFile(config.dataDir)))
    return { state: 'note', what, says: 'there is no SECRETS_KEY yet; the first start makes secrets.key' };
  if (await isSealingKeyRight(db, openSealing(config)))
    return { state: 'ok', what, says: 'sealed by this SECRETS_KEY' };
  return { state: 'fault', what, says: otherKeyMessage };
}

const minPostgres = 150_000;

async function engineCheck(db: Database, config: Config): Promise<Check> {
  if (!config.databaseUrl) {
    const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db);
    const [{ quick_check: result } = { quick_check: '' }] = rows;
    if (result === 'ok')
      return { state: 'ok', what: 'database', says: `embedded, in ${config.dataDir}, intact` };
    return {
      state: 'fault',
      what: 'database',
      says: `the file is damaged: ${result}`,
      todo: 'Stop the server, keep a copy of the data folder, and restore a backup.',
    };
  }
  const { rows } = await sql<{ version: string; number: string; most: string; used: string }>`
    select current_setting('server_version') as version, current_setting('server_version_num') as number,
      current_setting('max_connections') as most, (select count(*) from pg_stat_activity) as used`.execute(
    db,
  );
  const [found] = rows;
  const says = `PostgreSQL ${found?.version} at ${new URL(config.databaseUrl).host}, ${found?.used} of ${found?.most} connections used`;
  if (Number(found?.number) < minPostgres)
    return { state: 'fault', what: 'database', says, todo: 'Upgrade PostgreSQL to 15 or later.' };
  // Throws when it fails; sentenceOf words the fault.
  await tryWrite(db);
  if (config.databasePool > Number(found?.most))
    return { state: 'fault', what: 'database', says, todo: 'Lower DATABASE_POOL below max_connections.' };
  return { state: 'ok', what: 'database', says };
}

async function migrationsCheck(db: Database): Promise<Check> {
  let missing: string[];
  try {
    missing = await missingMigrations(db);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return {
      state: 'fault',
      what: 'migrations',
      says: error.message,
      todo: 'Start that version, or restore a backup from before it.',
    };
  }
  if (missing.length > 0)
    return {
      state: 'note',
      what: 'migrations',
      says: `${missing.length} have not run yet: ${missing[0]} and later`,
      todo: 'Back up, then start this version of the server, which runs them.',
    };
  return { state: 'ok', what: 'migrations', says: 'all have run' };
}

/** As the server uses them at its start and each minute; the lists of erasures to their end. */
async function* placeChecks(config: Config): AsyncGenerator<Check> {
  const failed = new Set<string>();
  for (const place of placesOf(config)) {
    const { setting, folder, need, cost } = place;
    const { fault, missing, low, free } = await tryPlace(place);
    const what = 'folder';
    if (missing)
      yield { state: 'note', what, says: `${setting}: ${folder} is not there yet; the server makes it` };
    else if (fault === undefined)
      yield {
        state: 'ok',
        what,
        says: `${setting}: ${free === undefined ? '' : `${freeLabel(free)} for `}${folder}`,
      };
    else {
      if (!low) failed.add(folder);
      const end = need === 'needed' ? 'The server does not start.' : `The server starts without it. ${cost}`;
      yield { state: 'fault', what, says: `${setting}: ${fault}`, ...(!low && { todo: end }) };
    }
  }
  for (const file of erasedFiles(config)) {
    // Already reported.
    if (failed.has(dirname(file))) continue;
    try {
      for await (const _ of readErased(file));
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      // A start repairs it, or says that it cannot.
      const state = error instanceof TornListError ? 'note' : 'fault';
      yield { state, what: 'erasures', says: error.message };
    }
  }
}

/** Stores, reads and removes a file. */
async function imagesCheck(config: Config): Promise<Check> {
  const place = config.s3
    ? `bucket ${config.s3.bucket} at ${config.s3.endpoint}`
    : `folder ${config.dataDir}/images`;
  if (!config.s3 && !existsSync(config.dataDir))
    return { state: 'note', what: 'images', says: `${place}, not there yet` };
  const store = openImageStore(config);
  const id = newId();
  const name = '96.jpg';
  let right = 's3:PutObject';
  try {
    await store.put(id, [{ name, bytes: Buffer.from('test of the doctor') }]);
    right = 's3:GetObject';
    const file = await store.get(id, name);
    const read = file && (await text(file.stream));
    right = 's3:DeleteObject';
    await store.remove(id, [name]);
    right = 's3:ListBucket';
    // Without it a bucket answers 403 for a missing object.
    await store.get(id, name);
    if (read === 'test of the doctor') return { state: 'ok', what: 'images', says: place };
    return {
      state: 'fault',
      what: 'images',
      says: `${place}: a file that was stored is not there`,
      todo: 'Check the store.',
    };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const todo =
      config.s3 &&
      (error.isDenied
        ? `Give the key of the bucket the right ${right}.`
        : 'Check also the rights of the key (read, write, delete) and the clock of this machine.');
    return {
      state: 'fault',
      what: 'images',
      says: `${place}: ${storeFault(error, config)}`,
      ...(todo && { todo }),
    };
  }
}

async function mailCheck(config: Config, mailTo: string | undefined): Promise<Check> {
  const what = 'mail';
  if (config.smtpUrl === undefined)
    return {
      state: config.production ? 'fault' : 'note',
      what,
      says: 'SMTP_URL is not set: emails wait, and admins hand over invitation links',
      todo: 'Set SMTP_URL and MAIL_FROM.',
    };
  const { host } = new URL(config.smtpUrl);
  try {
    if (mailTo === undefined) await verifyMailServer(config, config.smtpUrl);
    else await sendTestMail(config, config.smtpUrl, mailTo);
    const says =
      mailTo === undefined
        ? 'accepts this server; --mail-to EMAIL sends a message'
        : `took a message to ${mailTo}`;
    return { state: 'ok', what, says: `${host} ${says}` };
  } catch (error) {
    const reason = error instanceof Error ? mailFaultOf(error) : String(error);
    return {
      state: 'fault',
      what,
      says: `${host}: ${reason}`,
      todo: 'Check SMTP_URL (host, port, smtps:// for port 465, user, password), SMTP_TLS and that MAIL_FROM may send there.',
    };
  }
}

const maxSkew = 5_000;

/** Against PostgreSQL's clock; without one, against the newest sign-in. */
async function clockCheck(db: Database, config: Config): Promise<Check> {
  const todo = 'Let this machine set its clock by the network (timedatectl set-ntp true).';
  const leap = await clockFault(db);
  if (leap) return { state: 'fault', what: 'clock', says: clockWords(leap) };
  if (config.databaseUrl) {
    const before = Date.now();
    const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(db);
    const skew = Math.abs(new Date(rows[0]?.now ?? '').getTime() - (before + Date.now()) / 2);
    const says = `${(skew / 1000).toFixed(1)} s from the clock of PostgreSQL`;
    return skew <= maxSkew
      ? { state: 'ok', what: 'clock', says }
      : { state: 'fault', what: 'clock', says, todo };
  }
  const newest = await db
    .selectFrom('sessions')
    .select((row) => row.fn.max('last_used_at').as('at'))
    .executeTakeFirst();
  const at = newest?.at ?? null;
  if (at !== null && at > fromNow(minute))
    return { state: 'fault', what: 'clock', says: `is before the last use of the server, ${at}`, todo };
  return { state: 'ok', what: 'clock', says: new Date().toISOString() };
}

/** Enough sign-ins not to be one person at the office. */
const enough = 5;

async function proxyCheck(db: Database, config: Config): Promise<Check> {
  const isHttps = config.brokerage.baseUrl.startsWith('https:');
  const trusted = config.trustedProxies.join(', ');
  const rows = await db
    .selectFrom('sessions')
    .select(['address', 'user_id'])
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute();
  const addresses = new Set(rows.map(({ address }) => address));
  const [only = ''] = addresses;
  const people = new Set(rows.map(({ user_id }) => user_id)).size;
  const todo =
    'Set TRUST_PROXY to the address of the proxy, and let it send X-Forwarded-For (docs/operations.md).';
  if (addresses.size === 1 && people >= enough && isPrivate(only))
    return {
      state: 'fault',
      what: 'proxy',
      says: `all sign-ins come from ${only}: when one visitor reaches a limit, everyone does`,
      todo,
    };
  // In production an empty TRUST_PROXY is "none": others do not start.
  if (isHttps && trusted === '' && !config.production)
    return {
      state: 'fault',
      what: 'proxy',
      says: 'BASE_URL is https, which needs a proxy, but TRUST_PROXY is not set',
      todo,
    };
  return { state: 'ok', what: 'proxy', says: trusted ? `believed: ${trusted}` : 'none' };
}

async function adminCheck(db: Database): Promise<Check> {
  const { total } = await db
    .selectFrom('users')
    .select((row) => row.fn.countAll<number>().as('total'))
    .where('admin', '=', true)
    .where(isActive)
    .executeTakeFirstOrThrow();
  const admins = Number(total);
  if (admins > 0) return { state: 'ok', what: 'admins', says: `${admins} can sign in` };
  return {
    state: 'fault',
    what: 'admins',
    says: 'no admin can sign in',
    todo: 'npm run user -- add EMAIL NAME --admin, or npm run user -- admin EMAIL on',
  };
}

const maxWait = 15 * minute;

async function outboxCheck(db: Database, config: Config): Promise<Check> {
  const oldest = await db
    .selectFrom('mails')
    .select(['created_at', 'last_error'])
    .where('state', '=', 'waiting')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  if (!oldest || (oldest.created_at > fromNow(-maxWait) && !oldest.last_error))
    return { state: 'ok', what: 'outbox', says: oldest ? 'emails are being sent' : 'no email is waiting' };
  if (oldest.created_at > fromNow(-maxWait))
    return {
      state: 'note',
      what: 'outbox',
      says: `an email was not taken: ${oldest.last_error}`,
      todo: 'The server tries again. See the page Outbox.',
    };
  return {
    state: config.smtpUrl === undefined ? 'note' : 'fault',
    what: 'outbox',
    says: `an email has waited since ${oldest.created_at}${oldest.last_error ? `: ${oldest.last_error}` : ''}`,
    todo: 'See "mail" above and the page Outbox; the server retries for 3 days.',
  };
}

async function jobsCheck(db: Database): Promise<Check> {
  const newest = await jobRows(db)
    .select((row) => row.fn.max('started_at').as('at'))
    .executeTakeFirst();
  const at = newest?.at ?? null;
  if (at !== null && at > fromNow(hour))
    return {
      state: 'fault',
      what: 'jobs',
      says: `the last ran at ${at}, which is in the future: the clock was ahead, or is behind`,
      todo: 'Set the clock right, and restart the server: its jobs go on then.',
    };
  if (at !== null && at > fromNow(-2 * hour)) return { state: 'ok', what: 'jobs', says: `last ran at ${at}` };
  return {
    state: 'note',
    what: 'jobs',
    says: at === null ? 'none has run yet' : `none has run since ${at}`,
    todo: 'They run hourly in the server. If it is running, look into its log.',
  };
}
