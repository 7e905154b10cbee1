/** Publishes a version of the text. */

import type { AgreementVersion, AskFields } from '../../../shared/agreements/agreement-fields.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid } from '../../platform/http-error.ts';
import { theAgreement } from '../users/ask-to-sign.ts';
import { askMembers } from './asks.service.ts';
import { isSample, lockText, presentVersion, type TextParts, toVersion } from './versions.service.ts';

/**
 * Makes the text the version that is signed from now on.
 * @throws 400 without a text, {member} or {feeSchedule}, or when nothing has changed; 412 for another text than the one
 * that was shown; as askMembers
 */
export async function publish(
  { db }: TextParts,
  actor: Actor,
  { note, ask, sha256 }: { note: string; ask: AskFields | null; sha256?: string | undefined },
): Promise<AgreementVersion> {
  return inTransaction(db, async (transaction) => {
    const text = await lockText(transaction, sha256);
    const before = await presentVersion(transaction);
    if (text === '') throw invalid('Write the text of the agreement first');
    for (const needed of ['{member}', '{feeSchedule}'])
      if (!text.includes(needed)) throw invalid(`The text needs ${needed}`);
    if (text === before?.text) throw invalid(`The text is the same as version ${before.number}`);
    const row = {
      id: newId(),
      number: (before?.number ?? 0) + 1,
      text,
      note,
      sample: isSample(text),
      published_by: actor.id,
      published_by_name: actor.name,
      published_at: now(),
    };
    await transaction.insertInto('agreement_versions').values(row).execute();
    await recordAuditEvent(transaction, actor, {
      action: 'agreement.published',
      object: theAgreement,
      details: `version ${row.number}`,
    });
    if (ask) await askMembers(transaction, actor, row, ask);
    return toVersion({ ...row, in_force: 0 });
  });
}
