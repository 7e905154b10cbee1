/** A user's own list of sessions. */

import type { OwnSession } from '../../../../shared/auth/own-sessions.contract.ts';
import type { Database } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { deviceName } from '../../../platform/http/device-name.ts';
import { notFound } from '../../../platform/http-error.ts';
import { deleteKnownDevices, knownDevicesOf } from './known-devices.service.ts';
import { activeSessions } from './sessions.service.ts';

const max = 100;

/** The actor's active sessions, at most 100: the current one, then by last use. */
export async function listOwnSessions(db: Database, actor: Actor): Promise<OwnSession[]> {
  const rows = await activeSessions(db)
    .select(['id', 'user_agent', 'address', 'created_at', 'last_used_at'])
    .where('user_id', '=', actor.id)
    .orderBy((e) => e.case().when('id', '=', actor.session.id).then(0).else(1).end())
    .orderBy('last_used_at', 'desc')
    .limit(max)
    .execute();
  return rows.map((row) => ({
    _id: row.id,
    device: deviceName(row.user_agent),
    address: row.address,
    created: row.created_at,
    lastUsed: row.last_used_at,
    current: row.id === actor.session.id,
  }));
}

/** Ends an actor's session and deletes its device. @throws 404 'Session not found', also for another user's */
export async function endOwnSession(db: Database, actor: Actor, id: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const session = await transaction
      .deleteFrom('sessions')
      .where('id', '=', id)
      .where('user_id', '=', actor.id)
      .returning('device_id')
      .executeTakeFirst();
    if (!session) throw notFound('Session');
    if (session.device_id)
      await transaction.deleteFrom('known_devices').where('id', '=', session.device_id).execute();
  });
}

/** Ends the actor's other sessions and deletes their other devices. */
export async function endAllOtherSessions(db: Database, actor: Actor): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await endOtherSessions(transaction, actor);
    await deleteKnownDevices(transaction, actor.id, await deviceIdOf(transaction, actor));
  });
}

async function deviceIdOf(db: Database, { session }: Actor): Promise<string | null> {
  const row = await db
    .selectFrom('sessions')
    .select('device_id')
    .where('id', '=', session.id)
    .executeTakeFirst();
  return row?.device_id ?? null;
}

/** The actor's known devices: the current one, then by last use. */
export async function listOwnDevices(db: Database, actor: Actor): Promise<OwnSession[]> {
  const current = await deviceIdOf(db, actor);
  const rows = await knownDevicesOf(db, actor.id)
    .select(['id', 'user_agent', 'address', 'created_at', 'last_used_at'])
    .orderBy('last_used_at', 'desc')
    .execute();
  const devices = rows.map((row) => ({
    _id: row.id,
    device: deviceName(row.user_agent),
    address: row.address,
    created: row.created_at,
    lastUsed: row.last_used_at,
    current: row.id === current,
  }));
  return devices.sort((a, b) => Number(b.current) - Number(a.current));
}

/** Deletes one of the actor's devices; its sessions stay. @throws 404 'Device not found', also for another user's */
export async function deleteOwnDevice(db: Database, actor: Actor, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('known_devices')
    .where('id', '=', id)
    .where('user_id', '=', actor.id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound('Device');
}

/** Ends the actor's other sessions. */
export async function endOtherSessions(db: Database, actor: Actor): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', actor.id)
    .where('id', '!=', actor.session.id)
    .execute();
}
