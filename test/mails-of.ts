import { columnsOf } from '../src/server/platform/db/columns-of.ts';
import { textOfMail } from '../src/server/platform/mail/sealed-letter.ts';
import { mailColumns } from '../src/server/tables/mails.ts';
import type { TestServer } from './server.ts';

/** The texts of what an application was mailed, the first one first. */
export async function mailsOf({ db, parts }: TestServer, applicationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('mails')
    .innerJoin('application_mails', 'application_mails.mail_id', 'mails.id')
    .select(columnsOf('mails', mailColumns))
    .where('application_mails.application_id', '=', applicationId)
    .orderBy('mails.id')
    .execute();
  return rows.map((row) => textOfMail(row, parts.sealing, parts.config.brokerage));
}

/** The codes among them. */
export const codesIn = async (server: TestServer, applicationId: string): Promise<string[]> =>
  (await mailsOf(server, applicationId)).flatMap((text) => /: (\d{6})\b/.exec(text)?.[1] ?? []);
