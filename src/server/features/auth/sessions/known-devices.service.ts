/** Devices on which someone has signed in: tries from elsewhere do not slow them down. */

import { sql } from 'kysely';
import { day } from '../../../../shared/time.ts';
import type { Database, DatabaseTransaction } from '../../../platform/db/database.ts';
import { fromNow, newId, now } from '../../../platform/db/ids.ts';
import { deleteInBatches } from '../../../platform/db/in-batches.ts';
import type { SecurityNote } from '../../../platform/http/security-note.ts';
import { hashToken, newToken } from '../../../platform/tokens.ts';

export interface Device {
  userAgent: string;
  address: string;
  /** For the security log. */
  note?: (about: SecurityNote) => void;
}

/** Characters that are stored. */
export const maxUserAgent = 300;

/** Milliseconds without a sign-in. */
const lifetime = 180 * day;
const max = 20;

/** The id of a user's device by its device token, which proves nothing else: the password is still required. */
export async function findKnownDevice(
  db: Database,
  email: string,
  token: string | undefined,
): Promise<string | undefined> {
  if (!token) return undefined;
  const device = await db
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select('known_devices.id')
    .where('known_devices.token_hash', '=', hashToken(token))
    .where('known_devices.last_used_at', '>', fromNow(-lifetime))
    .where('users.email', '=', email)
    .executeTakeFirst();
  return device?.id;
}

/** Remembers a browser at sign-in. Returns its id and device token, which another user of the browser may share. */
export async function rememberDevice(
  transaction: DatabaseTransaction,
  userId: string,
  device: Device,
  given: string,
): Promise<{ id: string; token: string }> {
  const token = (await isKnown(transaction, given)) ? given : newToken();
  const moment = now();
  const { id } = await transaction
    .insertInto('known_devices')
    .values({
      id: newId(),
      user_id: userId,
      token_hash: hashToken(token),
      user_agent: device.userAgent.slice(0, maxUserAgent),
      address: device.address,
      created_at: moment,
      last_used_at: moment,
    })
    .onConflict((conflict) =>
      conflict.columns(['token_hash', 'user_id']).doUpdateSet((row) => ({
        user_agent: row.ref('excluded.user_agent'),
        address: row.ref('excluded.address'),
        last_used_at: row.ref('excluded.last_used_at'),
        failed_sign_ins: 0,
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await deleteBeyondMax(transaction, userId);
  return { id, token };
}

/** Whether the user has signed in on the device with this token. */
export async function isKnownDevice(db: Database, userId: string, token: string): Promise<boolean> {
  const row = await knownDevicesOf(db, userId)
    .select('id')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  return row !== undefined;
}

async function isKnown(transaction: DatabaseTransaction, token: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('known_devices')
    .select('id')
    .where('token_hash', '=', hashToken(token))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function deleteBeyondMax(transaction: DatabaseTransaction, userId: string): Promise<void> {
  const beyond = await transaction
    .selectFrom('known_devices')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .offset(max)
    .limit(max)
    .execute();
  if (beyond.length === 0) return;
  const ids = beyond.map(({ id }) => id);
  await transaction.deleteFrom('known_devices').where('id', 'in', ids).execute();
}

/** Deletes a user's devices but the one with the id `except`. */
export async function deleteKnownDevices(
  db: Database,
  userId: string,
  except?: string | null,
): Promise<void> {
  let deletion = db.deleteFrom('known_devices').where('user_id', '=', userId);
  if (except) deletion = deletion.where('id', '!=', except);
  await deletion.execute();
}

/** Deletes devices without a sign-in for half a year. */
export async function deleteOldKnownDevices(db: Database): Promise<void> {
  await deleteInBatches(db, 'known_devices', sql`last_used_at <= ${fromNow(-lifetime)}`);
}

export const knownDevicesOf = (db: Database, userId: string) =>
  db.selectFrom('known_devices').where('user_id', '=', userId).where('last_used_at', '>', fromNow(-lifetime));
