import type { DeskMember } from '../../../shared/compliance/compliance.contract.ts';
import { dueDay, findingLabel, stateLabels } from '../../../shared/compliance/finding-labels.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import { byteOrderMark, csvLine } from '../../platform/csv.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Read } from '../../platform/db/slow-reads.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { requireStillReading } from '../../platform/http/still-allowed.ts';
import { type DeskFilter, deskFiles, deskPart } from './desk.service.ts';

/** Members in a chunk. */
const atOnce = 50;

/** The desk by name as chunks of CSV; the first records an audit event. */
export async function* exportDesk(
  { db, read }: { db: Database; read: Read },
  actor: Actor,
  filter: DeskFilter,
  filename: string,
): AsyncGenerator<string> {
  await inTransaction(db, (transaction) =>
    recordAuditEvent(transaction, actor, {
      action: 'compliance.exported',
      object: { id: filename, name: 'Compliance' },
    }),
  );
  yield byteOrderMark + csvLine(['Member', 'State', 'What', 'Due']);
  const files = await read((from) => deskFiles(from, filter));
  for (let start = 0; start < files.length; start += atOnce) {
    await requireStillReading(db, actor, 'compliance');
    const some = files.slice(start, start + atOnce);
    const members = await read((from) => deskPart(from, actor, filter, some));
    yield members.map(toLines).join('');
  }
}

const toLines = ({ name, findings }: DeskMember): string =>
  findings
    .map((finding) => csvLine([name, stateLabels[finding.state], findingLabel(finding), dueDay(finding)]))
    .join('');
