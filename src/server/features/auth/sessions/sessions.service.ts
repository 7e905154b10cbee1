/**
 * Opens, finds and ends sessions. Each poll of an office tab in sight counts as use and keeps its session
 * alive.
 */

import { type Expression, sql } from 'kysely';
import type { Brokerage } from '../../../../shared/site/brokerage.ts';
import { day, minute } from '../../../../shared/time.ts';
import { heldBy } from '../../../../shared/users/rights.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/database.ts';
import { isDatabaseAway } from '../../../platform/db/database-away.ts';
import { fromNow, newId, now } from '../../../platform/db/ids.ts';
import { deleteInBatches } from '../../../platform/db/in-batches.ts';
import { preparedQuery } from '../../../platform/db/prepared-query.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { deviceName } from '../../../platform/http/device-name.ts';
import { unauthenticated } from '../../../platform/http-error.ts';
import { queueMail } from '../../../platform/mail/queue-mail.ts';
import { heldColumns } from '../../../platform/rights.ts';
import { hashToken, newToken } from '../../../platform/tokens.ts';
import { newDeviceMail } from '../account-mails.ts';
import {
  type Device,
  deleteKnownDevices,
  isKnownDevice,
  maxUserAgent,
  rememberDevice,
} from './known-devices.service.ts';
import { deleteTickets } from './tickets.ts';

const idleLimit = day;
const absoluteLimit = 7 * day;
/** Minimum age of `last_used_at` before it is updated, to avoid a write for each read. */
const touchAfter = 5 * minute;

export interface SignedIn {
  token: string;
  /** The device token for the browser to store; only if it requested one. */
  device?: string;
}

/** The oldest end beyond it (docs/security.md S2.3). */
const maxSessions = 20;

interface Opening {
  /** '' requests one, undefined none. */
  deviceToken: string | undefined;
  /** The proof behind the session: see docs/security.md S1.8. */
  proof: 'password' | 'factor';
  /** Notifies the user by mail when the device is new; a first sign-in leaves it out. */
  noticeFrom?: Brokerage | undefined;
}

/** Opens a session, on a known device if its token is sent. Call it after locking the user's row. */
export async function openSessionOnDevice(
  transaction: DatabaseTransaction,
  userId: string,
  device: Device,
  { deviceToken, proof, noticeFrom }: Opening,
): Promise<SignedIn> {
  if (noticeFrom && !(await isFamiliar(transaction, userId, device, deviceToken)))
    await mailNewDevice(transaction, userId, device, noticeFrom);
  await endSessionsBeyond(transaction, userId, maxSessions - 1);
  if (deviceToken === undefined) return { token: await openSession(transaction, userId, device, { proof }) };
  const known = await rememberDevice(transaction, userId, device, deviceToken);
  const token = await openSession(transaction, userId, device, { proof, deviceId: known.id });
  return { token, device: known.token };
}

/**
 * Programs sign in without a device token. For them a session of the same program at the same address counts as known.
 */
async function isFamiliar(
  transaction: DatabaseTransaction,
  userId: string,
  { userAgent, address }: Device,
  deviceToken: string | undefined,
): Promise<boolean> {
  if (deviceToken !== undefined) return isKnownDevice(transaction, userId, deviceToken);
  const session = await transaction
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('user_agent', '=', userAgent.slice(0, maxUserAgent))
    .where('address', '=', address)
    .limit(1)
    .executeTakeFirst();
  return session !== undefined;
}

async function mailNewDevice(
  transaction: DatabaseTransaction,
  userId: string,
  device: Device,
  brokerage: Brokerage,
): Promise<void> {
  const user = await transaction
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const where = { device: deviceName(device.userAgent), address: device.address, at: now() };
  await queueMail(transaction, newDeviceMail(user, brokerage, where), { userId });
}

async function endSessionsBeyond(
  transaction: DatabaseTransaction,
  userId: string,
  max: number,
): Promise<void> {
  const beyond = await transaction
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(max)
    .limit(1000)
    .execute();
  if (beyond.length === 0) return;
  const ids = beyond.map(({ id }) => id);
  await transaction.deleteFrom('sessions').where('id', 'in', ids).execute();
}

/** Opens a session and returns its token, which is stored nowhere. */
export async function openSession(
  db: Database,
  userId: string,
  device: Device,
  { proof = 'password', deviceId }: { proof?: Opening['proof']; deviceId?: string } = {},
): Promise<string> {
  const token = newToken();
  const opened = now();
  await db
    .insertInto('sessions')
    .values({
      id: newId(),
      user_id: userId,
      token_hash: hashToken(token),
      user_agent: device.userAgent.slice(0, maxUserAgent),
      address: device.address,
      created_at: opened,
      last_used_at: opened,
      device_id: deviceId ?? null,
      factor_proven_at: proof === 'factor' ? opened : null,
      confirmed_at: null,
    })
    .execute();
  return token;
}

/** Sessions not idle for 24 hours nor older than 7 days. */
export const activeSessions = (db: Database) =>
  sessionsAfter(db, fromNow(-idleLimit), fromNow(-absoluteLimit));

type Time = string | Expression<string>;

const sessionsAfter = (db: Database, lastUsed: Time, opened: Time) =>
  db
    .selectFrom('sessions')
    .where('sessions.last_used_at', '>', lastUsed)
    .where('sessions.created_at', '>', opened);

/** Runs on every call. */
const actorsByToken = preparedQuery(
  { tokenHash: String, lastUsed: String, opened: String },
  (db, { tokenHash, lastUsed, opened }) =>
    sessionsAfter(db, lastUsed, opened)
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .leftJoin('profiles', 'profiles.user_id', 'users.id')
      .innerJoin('publishing_settings', (join) => join.on((e) => e('publishing_settings.id', '=', e.lit(1))))
      .select([
        'publishing_settings.articles',
        'publishing_settings.testimonials',
        'sessions.id as session_id',
        'sessions.created_at as session_created_at',
        'sessions.factor_proven_at',
        'sessions.confirmed_at',
        'sessions.last_used_at',
        'users.id',
        'users.name',
        'users.email',
        'users.email_proven_at',
        'users.avatar_url',
        ...heldColumns,
        'users.second_factor',
        'users.created_at',
        'profiles.id as profile_id',
      ])
      .where('sessions.token_hash', '=', tokenHash)
      .where('users.suspended_at', 'is', null),
);

/** The user behind a session's token; undefined when it has ended or expired. */
export async function actorByToken(db: Database, token: string): Promise<Actor | undefined> {
  const tokenHash = hashToken(token);
  const [row] = await actorsByToken(db, {
    tokenHash,
    lastUsed: fromNow(-idleLimit),
    opened: fromNow(-absoluteLimit),
  });
  if (!row) return undefined;
  if (row.last_used_at < fromNow(-touchAfter)) {
    await touchSession(db, row.session_id).catch((error: unknown) => {
      // A full disk or a standby must not keep users from reading.
      if (!isDatabaseAway(error)) throw error;
    });
  }
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    emailProven: row.email_proven_at !== null,
    avatar: row.avatar_url,
    ...heldBy(row),
    secondFactor: row.second_factor,
    profile: row.profile_id !== null,
    createdAt: row.created_at,
    publishing: { articles: row.articles, testimonials: row.testimonials },
    session: {
      id: row.session_id,
      createdAt: row.session_created_at,
      factorProvenAt: row.factor_proven_at,
      confirmedAt: row.confirmed_at,
      tokenHash,
    },
  };
}

async function touchSession(db: Database, sessionId: string): Promise<void> {
  await db.updateTable('sessions').set({ last_used_at: now() }).where('id', '=', sessionId).execute();
}

/** Ends one session, effective on every process with the next request. */
export async function endSession(db: Database, sessionId: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute();
}

/**
 * Replaces the token of the actor's session, which is then confirmed and as fresh as a new one. Only one of several calls at
 * once succeeds.
 * @throws 401 when the session has ended or was renewed in between
 */
export async function renewSession(
  db: Database,
  { session }: Actor,
  proof: Opening['proof'],
): Promise<string> {
  const token = newToken();
  const moment = now();
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({
      token_hash: hashToken(token),
      created_at: moment,
      last_used_at: moment,
      confirmed_at: moment,
      ...(proof === 'factor' && { factor_proven_at: moment }),
    })
    .where('id', '=', session.id)
    .where('token_hash', '=', session.tokenHash)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw unauthenticated();
  return token;
}

/** Ends a user's sessions and sign-ins under way, and deletes their devices; call it after the change that causes it. */
export async function endSessionsOf(db: Database, userId: string): Promise<void> {
  await deleteTickets(db, userId);
  await deleteKnownDevices(db, userId);
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

/** Ends all sessions but the one given, with all devices but its own, and all sign-ins under way. */
export async function endSessionsOfAll(transaction: DatabaseTransaction, except: string): Promise<void> {
  await transaction.deleteFrom('sign_in_tickets').execute();
  await transaction.deleteFrom('sessions').where('id', '!=', except).execute();
  await transaction
    .deleteFrom('known_devices')
    .where('id', 'not in', (device) =>
      device.selectFrom('sessions').select('device_id').where('device_id', 'is not', null).$castTo<{
        device_id: string;
      }>(),
    )
    .execute();
}

/** Deletes expired sessions. */
export async function deleteOldSessions(db: Database): Promise<void> {
  await deleteInBatches(
    db,
    'sessions',
    sql`last_used_at <= ${fromNow(-idleLimit)} or created_at <= ${fromNow(-absoluteLimit)}`,
  );
}
