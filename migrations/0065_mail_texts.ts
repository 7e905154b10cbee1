import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0054_privacy_requests';

/** At most one row of each kind; without it, and with nulls, the text of default-mail-texts.ts holds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { timestamp } = columnTypes(db);
  await db.schema
    .createTable('mail_texts')
    .addColumn('kind', 'text', (column) => column.primaryKey())
    .addColumn('subject', 'text')
    .addColumn('text', 'text')
    .addColumn('button', 'text')
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('changed_at', timestamp, (column) => column.notNull())
    .execute();
  const moment = new Date().toISOString();
  // What admins wrote before there was this table; version 1, as after a first change.
  await sql`insert into mail_texts (kind, subject, text, button, version, changed_at)
    select 'reply', reply_subject, reply_text, '', 1, ${moment} from lead_settings
    where reply_subject <> 'Your message to {brokerage}' or reply_text not like 'Hello {firstName},%thank you for writing to us. We have received your message, and somebody from the office calls or writes to you on the next working day.'`.execute(
    db,
  );
}
