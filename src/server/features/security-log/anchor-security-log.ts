import type { FastifyBaseLogger } from 'fastify';
import { inTransaction } from '../../platform/db/transaction.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { Parts } from '../../platform/parts.ts';
import { lastOfSecurityLog } from './security-chain.ts';
import { anchorMail } from './security-log-mails.ts';

/**
 * Takes the end of the security log to where who owns the database does not reach: a line of the server's log, and a mail to
 * SECURITY_ANCHOR_EMAIL; a daily job. `npm run verify-log` compares with either (docs/security.md S8.7).
 */
export async function anchorSecurityLog(
  { db, config, mails }: Pick<Parts, 'db' | 'config' | 'mails'>,
  log: Pick<FastifyBaseLogger, 'info'>,
): Promise<void> {
  const anchor = await lastOfSecurityLog(db);
  if (!anchor) return;
  log.info({ security: anchor }, 'anchor of the security log');
  const to = config.securityAnchorEmail;
  if (to === undefined) return;
  await inTransaction(db, (transaction) => queueMail(transaction, anchorMail(to, anchor, config.brokerage)));
  mails.wake();
}
