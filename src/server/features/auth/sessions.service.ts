import type { Expression } from 'kysely';
import { day, minute } from '../../../shared/time.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { isDatabaseAway } from '../../platform/db/database-away.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import { preparedQuery } from '../../platform/db/prepared-query.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { type Device, deleteKnownDevices, rememberDevice } from './known-devices.service.ts';
import { hashToken, newToken } from './tokens.ts';

const idleLimit = day;
const absoluteLimit = 7 * day;
/** How old `last_used_at` may grow before it is written again: reading must not mean writing. */
const touchAfter = 5 * minute;

export interface SignedIn {
  token: string;
  /** What the browser is to keep and send when it signs in again; only for one that asked for it. */
  device?: string;
}

/**
 * Opens a session. A browser that sends its mark, or '' when it has none yet, is remembered as a known device.
 * To be called after the change of the user's row that keeps a new password from coming in between.
 */
export async function openSessionOnDevice(
  transaction: DatabaseTransaction,
  userId: string,
  device: Device,
  mark: string | undefined,
): Promise<SignedIn> {
  if (mark === undefined) return { token: await openSession(transaction, userId, device) };
  const known = await rememberDevice(transaction, userId, device, mark);
  return { token: await openSession(transaction, userId, device, known.id), device: known.mark };
}

/** Opens a session and answers its token, which exists nowhere else. */
export async function openSession(
  db: Database,
  userId: string,
  device: Device,
  deviceId: string | null = null,
): Promise<string> {
  const token = newToken();
  const opened = now();
  await db
    .insertInto('sessions')
    .values({
      id: newId(),
      user_id: userId,
      token_hash: hashToken(token),
      user_agent: device.userAgent.slice(0, 300),
      address: device.address,
      created_at: opened,
      last_used_at: opened,
      device_id: deviceId,
    })
    .execute();
  return token;
}

/** The sessions that have neither idled 24 hours nor lasted 7 days. */
export const activeSessions = (db: Database) =>
  sessionsAfter(db, fromNow(-idleLimit), fromNow(-absoluteLimit));

type Time = string | Expression<string>;

const sessionsAfter = (db: Database, lastUsed: Time, opened: Time) =>
  db
    .selectFrom('sessions')
    .where('sessions.last_used_at', '>', lastUsed)
    .where('sessions.created_at', '>', opened);

/** Asked on every call. */
const actorsByToken = preparedQuery(
  { tokenHash: String, lastUsed: String, opened: String },
  (db, { tokenHash, lastUsed, opened }) =>
    sessionsAfter(db, lastUsed, opened)
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select([
        'sessions.id as session_id',
        'sessions.created_at as session_created_at',
        'sessions.last_used_at',
        'users.id',
        'users.name',
        'users.email',
        'users.admin',
        'users.created_at',
      ])
      .where('sessions.token_hash', '=', tokenHash)
      .where('users.suspended_at', 'is', null),
);

/** The user behind a token, or undefined when the session has ended, idled 24 hours or lasted 7 days. */
export async function actorByToken(db: Database, token: string): Promise<Actor | undefined> {
  const [row] = await actorsByToken(db, {
    tokenHash: hashToken(token),
    lastUsed: fromNow(-idleLimit),
    opened: fromNow(-absoluteLimit),
  });
  if (!row) return undefined;
  if (row.last_used_at < fromNow(-touchAfter)) {
    await touchSession(db, row.session_id).catch((error: unknown) => {
      // A disk that is full, or a standby, must not keep anybody from reading.
      if (!isDatabaseAway(error)) throw error;
    });
  }
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    admin: row.admin,
    createdAt: row.created_at,
    session: { id: row.session_id, createdAt: row.session_created_at },
  };
}

async function touchSession(db: Database, sessionId: string): Promise<void> {
  await db.updateTable('sessions').set({ last_used_at: now() }).where('id', '=', sessionId).execute();
}

/** Ends one session; its token is dead on the next request, on every process. */
export async function endSession(db: Database, sessionId: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute();
}

/**
 * Ends every session of a user and forgets their devices, as after a new password; to be called after the change that
 * is the reason.
 */
export async function endSessionsOf(db: Database, userId: string): Promise<void> {
  await deleteKnownDevices(db, userId);
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

/** Deletes the sessions that are over by time. */
export async function deleteOldSessions(db: Database): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where(({ or, eb }) =>
      or([eb('last_used_at', '<=', fromNow(-idleLimit)), eb('created_at', '<=', fromNow(-absoluteLimit))]),
    )
    .execute();
}
