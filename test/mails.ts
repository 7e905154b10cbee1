import { textOfMail } from '../src/server/platform/mail/sealed-letter.ts';
import { mailColumns } from '../src/server/tables/mails.ts';
import type { TestServer } from './server.ts';

/** The texts of the mails to an address as they are sent, oldest first. */
export async function textsTo({ db, parts }: TestServer, recipient: string): Promise<string[]> {
  const rows = await db
    .selectFrom('mails')
    .select(mailColumns)
    .where('recipient', '=', recipient)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => textOfMail(row, parts.sealing, parts.config.brokerage));
}
