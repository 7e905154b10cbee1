import {
  type ComplianceSettings,
  complianceSettings,
} from '../../../shared/compliance/compliance.contract.ts';
import type { Database } from '../../platform/db/database.ts';

/** docs/product.md P24.4 has the sources. */
export const standardSettings: ComplianceSettings = {
  joiningDays: 5,
  leavingDays: 10,
  dischargeDays: 0,
  eddDays: 20,
  checkDays: 30,
  expiryDays: 90,
  insuranceDays: 30,
  educationMonths: 3,
  educationHours: 45,
  eo: 'brokerage',
  auto: 'member',
  agreement: true,
};

/** The settings saved last. A setting that a later version added has its default until then. */
export async function readSettings(db: Database): Promise<ComplianceSettings> {
  const row = await db
    .selectFrom('compliance_settings')
    .select('settings')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return standardSettings;
  const saved: object = JSON.parse(row.settings);
  return complianceSettings.parse({ ...standardSettings, ...saved });
}

/** Whether anyone has saved them. */
export const isSaved = async (db: Database): Promise<boolean> =>
  (await db.selectFrom('compliance_settings').select('id').limit(1).executeTakeFirst()) !== undefined;
