import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/db/ids.ts';

/** docs/product.md P19.1: less than 2 years. With a month of backups, data erased at 22 months is gone by 23. */
export const retentionMonths = 22;

/** Records the number, never the names, which were erased. */
export const recordErasure = (transaction: DatabaseTransaction, what: string) =>
  recordAuditEvent(transaction, undefined, {
    action: 'personal-data.erased',
    object: { id: newId(), name: what },
    details: `older than ${retentionMonths} months`,
  });
