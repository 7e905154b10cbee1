import { day } from '../../../shared/time.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import { hashToken, newToken } from './tokens.ts';

/** The network side of a browser, for the lists under account settings. */
export interface Device {
  userAgent: string;
  address: string;
}

/** Milliseconds without a sign-in after which a device is forgotten. */
const lifetime = 180 * day;
/** Of one user; the one that signed in longest ago gives way. */
const max = 20;

/**
 * The id of the device whose browser holds `mark` and has signed in as the user of this e-mail before; else undefined.
 * It proves nothing else: whoever holds the mark still needs the password.
 */
export async function findKnownDevice(
  db: Database,
  email: string,
  mark: string | undefined,
): Promise<string | undefined> {
  if (!mark) return undefined;
  const device = await db
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select('known_devices.id')
    .where('known_devices.mark_hash', '=', hashToken(mark))
    .where('known_devices.last_used_at', '>', fromNow(-lifetime))
    .where('users.email', '=', email)
    .executeTakeFirst();
  return device?.id;
}

/**
 * Remembers a browser that is just signing in; returns the id of the device and the mark that the browser is to keep.
 * A mark that is known, be it of another user of the same browser, stays; anything else is replaced by a new one.
 */
export async function rememberDevice(
  transaction: DatabaseTransaction,
  userId: string,
  device: Device,
  given: string,
): Promise<{ id: string; mark: string }> {
  const mark = (await isKnown(transaction, given)) ? given : newToken();
  const moment = now();
  const { id } = await transaction
    .insertInto('known_devices')
    .values({
      id: newId(),
      user_id: userId,
      mark_hash: hashToken(mark),
      user_agent: device.userAgent.slice(0, 300),
      address: device.address,
      created_at: moment,
      last_used_at: moment,
    })
    .onConflict((conflict) =>
      conflict.columns(['mark_hash', 'user_id']).doUpdateSet((row) => ({
        user_agent: row.ref('excluded.user_agent'),
        address: row.ref('excluded.address'),
        last_used_at: row.ref('excluded.last_used_at'),
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await deleteBeyondMax(transaction, userId);
  return { id, mark };
}

async function isKnown(transaction: DatabaseTransaction, mark: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('known_devices')
    .select('id')
    .where('mark_hash', '=', hashToken(mark))
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

/** Forgets every device of a user, but for the one with the id `except`. */
export async function deleteKnownDevices(
  db: Database,
  userId: string,
  except?: string | null,
): Promise<void> {
  let deletion = db.deleteFrom('known_devices').where('user_id', '=', userId);
  if (except) deletion = deletion.where('id', '!=', except);
  await deletion.execute();
}

/** Deletes the devices that have not signed in for half a year. */
export async function deleteOldKnownDevices(db: Database): Promise<void> {
  await db.deleteFrom('known_devices').where('last_used_at', '<=', fromNow(-lifetime)).execute();
}

/** Those of a user that are not too old. */
export const knownDevicesOf = (db: Database, userId: string) =>
  db.selectFrom('known_devices').where('user_id', '=', userId).where('last_used_at', '>', fromNow(-lifetime));
