/** When annual fees are charged and due, and how to pay them. */

import { today } from '../../../shared/dates.ts';
import type { DuesSettings } from '../../../shared/dues/dues.contract.ts';
import { chargeRuleLabels, usualDaysToPay } from '../../../shared/dues/dues.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { demandVersion, versionOfContent } from '../../platform/http/versions.ts';
import type { Parts } from '../../platform/parts.ts';
import { tellOfApprovers } from '../security-log/tell-of-approvers.ts';
import { decidersOf } from '../users/deciding.ts';

type Db = Database | DatabaseTransaction;

interface Stored extends DuesSettings {
  /** From this day on members are told of annual fees; the tick of their file speaks for earlier ones. */
  since: string | null;
}

const atFirst: Stored = { rule: 'anniversary', days: usualDaysToPay, howToPay: '', since: null };

export async function storedDuesSettings(db: Db): Promise<Stored> {
  const { dues } = await db
    .selectFrom('closing_settings')
    .select('dues')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  const stored: Partial<Stored> = dues === null ? {} : JSON.parse(dues);
  return { ...atFirst, ...stored };
}

export async function duesSettings(db: Db): Promise<DuesSettings> {
  const { since: _, ...settings } = await storedDuesSettings(db);
  return settings;
}

const store = (transaction: DatabaseTransaction, settings: Stored) =>
  transaction
    .updateTable('closing_settings')
    .set({ dues: JSON.stringify(settings) })
    .where('id', '=', 1)
    .execute();

/** No-op, to take turns with who saves. */
const lock = (transaction: DatabaseTransaction) =>
  transaction.updateTable('closing_settings').set({ id: 1 }).where('id', '=', 1).execute();

/** The day from which members are told of annual fees: that of the first run of the job. */
export async function chargesSince(db: Database): Promise<string> {
  const { since } = await storedDuesSettings(db);
  if (since !== null) return since;
  return inTransaction(db, async (transaction) => {
    await lock(transaction);
    const settings = await storedDuesSettings(transaction);
    if (settings.since !== null) return settings.since;
    const day = today();
    await store(transaction, { ...settings, since: day });
    return day;
  });
}

interface Versioned {
  settings: DuesSettings;
  version: number;
}

export async function readDuesSettings(db: Db): Promise<Versioned> {
  const settings = await duesSettings(db);
  return { settings, version: versionOfContent(settings) };
}

/**
 * Dues that are there stay as they are. Who decides for the brokerage, and the security log, learn of another way to pay
 * (docs/security.md S18.3).
 * @throws 412 on a conflict
 */
export async function saveDuesSettings(
  parts: Pick<Parts, 'db' | 'config' | 'sealing' | 'mails'>,
  actor: Actor,
  fields: DuesSettings,
  expected?: number[],
): Promise<Versioned> {
  const saved = await inTransaction(parts.db, async (transaction) => {
    await lock(transaction);
    demandVersion('Settings', (await readDuesSettings(transaction)).version, expected);
    const before = await storedDuesSettings(transaction);
    await store(transaction, { ...before, ...fields });
    await recordAuditEvent(transaction, actor, {
      action: 'dues-settings.updated',
      object: { id: 'dues', name: 'Dues' },
      details: differences(before, fields),
    });
    const deciders = Object.values(await decidersOf(transaction)).flat();
    await tellOfApprovers(transaction, parts, actor, {
      of: 'brokerage',
      before: deciders,
      after: deciders,
      changed: before.howToPay === fields.howToPay ? [] : [{ what: 'text how to pay in invoices' }],
    });
    return readDuesSettings(transaction);
  });
  parts.mails.wake();
  return saved;
}

function differences(before: DuesSettings, after: DuesSettings): string {
  const words = ({ rule, days, howToPay }: DuesSettings): [string, string][] => [
    ['annual fee', chargeRuleLabels[rule]],
    ['due after', `${days} days`],
    ['how to pay', howToPay || 'nothing'],
  ];
  const current = new Map(words(after));
  const changed = words(before).flatMap(([name, value]) =>
    current.get(name) === value ? [] : [`${name}: ${value} → ${current.get(name)}`],
  );
  return changed.join('; ') || 'nothing changed';
}
