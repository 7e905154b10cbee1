import type { MailTextKind } from '../../../shared/mail-texts/mail-text-kinds.ts';
import type { MailWords } from '../../../shared/mail-texts/mail-texts.contract.ts';
import type { DatabaseTransaction } from '../db/database.ts';

/** How an email is written in other words than the default ones of its kind. */
export interface Wording<Written> {
  kind: MailTextKind;
  write: (words: MailWords) => Written;
}

/** The email in the words that an admin has given its kind, if any (docs/product.md P17.4). */
export async function inOfficeWords<Written extends { wording?: Wording<Written> }>(
  transaction: DatabaseTransaction,
  written: Written,
): Promise<Written> {
  if (!written.wording) return written;
  const row = await transaction
    .selectFrom('mail_texts')
    .select(['subject', 'text', 'button'])
    .where('kind', '=', written.wording.kind)
    .executeTakeFirst();
  if (!row || row.subject === null || row.text === null) return written;
  return written.wording.write({ subject: row.subject, text: row.text, button: row.button ?? '' });
}
