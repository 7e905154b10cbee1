import type { ExpressionBuilder } from 'kysely';
import { day } from '../../../shared/time.ts';
import { fromNow, now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { Parts } from '../../platform/parts.ts';
import type { Tables } from '../../tables/tables.ts';
import { overdueMail } from './privacy-mails.ts';

import { isLate } from './privacy-requests.service.ts';

const warnedAtOnce = 100;
/** An overdue request is mailed again after it. */
const warningPause = 7 * day;

/** Mails the office about requests that are late, again after a week; an hourly job. */
export async function warnOfOverdueRequests(parts: Parts): Promise<void> {
  const warned = await inTransaction(parts.db, async (transaction) => {
    const rows = await transaction
      .updateTable('privacy_requests')
      .set({ warned_at: now() })
      .where('id', 'in', (late) =>
        late
          .selectFrom('privacy_requests')
          .select('id')
          .where('closed_at', 'is', null)
          .where(isToWarn)
          .where(isLate)
          .limit(warnedAtOnce),
      )
      .where(isToWarn)
      .returning('id')
      .execute();
    if (rows.length > 0) await queueMail(transaction, overdueMail(rows.length, parts.config.brokerage));
    return rows.length;
  });
  if (warned > 0) parts.mails.wake();
}

const isToWarn = (e: ExpressionBuilder<Tables, 'privacy_requests'>) =>
  e.or([e('warned_at', 'is', null), e('warned_at', '<', fromNow(-warningPause))]);
