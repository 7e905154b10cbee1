import { rightsLabel } from '../../../shared/users/rights.ts';
import type { User } from '../../../shared/users/users.contract.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import { byteOrderMark, csvLine } from '../../platform/csv.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Keyset, KeysetPage } from '../../platform/db/keyset.ts';
import type { Read } from '../../platform/db/slow-reads.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { requireStillReading } from '../../platform/http/still-allowed.ts';
import { countUsers, listUsers } from './users.service.ts';

/** Users as chunks of CSV that no spreadsheet executes, `batch` read at a time. The first records an audit event. */
export async function* exportUsers(
  { db, read }: { db: Database; read: Read },
  actor: Actor,
  filename: string,
  search: string,
  batch = 1000,
): AsyncGenerator<string> {
  const count = await read((from) => countUsers(from, search));
  const object = { id: filename, name: `${count} users` };
  await inTransaction(db, (transaction) =>
    recordAuditEvent(transaction, actor, { action: 'users.exported', object }),
  );
  yield byteOrderMark +
    csvLine([
      'Date',
      'Name',
      'Email',
      'Admin',
      'State',
      'Invited until',
      'Last sign-in',
      'Two-step verification',
      'Rights',
    ]);
  let after: Keyset | undefined;
  do {
    await requireStillReading(db, actor, 'admin');
    const start = after;
    const page: KeysetPage<User> = await read((from) =>
      listUsers(from, { search, limit: batch, after: start }),
    );
    if (page.rows.length > 0) yield page.rows.map(toLine).join('');
    after = page.next;
  } while (after);
}

const toLine = (user: User) =>
  csvLine([
    user.date,
    user.name,
    user.email,
    yesOrNo(user.admin),
    user.state,
    user.invitedUntil ?? '',
    user.lastSignIn ?? '',
    yesOrNo(user.secondFactor),
    user.admin ? '' : rightsLabel(user),
  ]);

const yesOrNo = (value: boolean) => (value ? 'yes' : 'no');
