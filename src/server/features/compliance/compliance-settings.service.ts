/** The settings of the compliance desk, in versions. */

import type { ComplianceSettings } from '../../../shared/compliance/compliance.contract.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { demandVersion, versionOfContent } from '../../platform/http/versions.ts';
import { isSaved, readSettings } from '../member-files/settings.ts';
import { settleAll } from '../member-files/settle.ts';

interface VersionedSettings {
  settings: ComplianceSettings;
  version: number;
}

const versioned = (settings: ComplianceSettings): VersionedSettings => ({
  settings,
  version: versionOfContent(settings),
});

export const getComplianceSettings = async (db: Database): Promise<VersionedSettings> =>
  versioned(await readSettings(db));

/** The job renews all findings. @throws 412 when the settings have another version than expected */
export async function saveComplianceSettings(
  db: Database,
  actor: Actor,
  settings: ComplianceSettings,
  expected?: number[],
): Promise<VersionedSettings> {
  return inTransaction(db, async (transaction) => {
    await acquireLock(transaction, 'users');
    const saved = await readSettings(transaction);
    demandVersion('Settings', versionOfContent(saved), expected);
    const before = JSON.stringify(saved);
    const after = JSON.stringify(settings);
    // Saved unchanged for the first time, they are what the office wants (docs/product.md P8.22).
    if (before === after && (await isSaved(transaction))) return versioned(settings);
    await transaction
      .insertInto('compliance_settings')
      .values({ id: newId(), settings: after, saved_at: now(), saved_by: actor.id })
      .execute();
    await settleAll(transaction);
    await recordAuditEvent(transaction, actor, {
      action: 'compliance.settings',
      object: { id: 'compliance', name: 'Compliance' },
      details: `${before} → ${after}`,
    });
    return versioned(await readSettings(transaction));
  });
}
