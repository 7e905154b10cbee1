import type { Kysely } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0033_second_factors';

/** PostgreSQL's references follow in 0038. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp, postgres } = columnTypes(db);
  const columns = [
    { name: 'owner_id', type: id, refersTo: 'users.id' },
    { name: 'next_step', type: 'text' },
    // YYYY-MM-DD.
    { name: 'next_on', type: 'text' },
    { name: 'closed_reason', type: 'text' },
    { name: 'waiting_since', type: timestamp },
    { name: 'first_contact_at', type: timestamp },
    { name: 'alerted_at', type: timestamp },
    // No reference: deleting old mails would search for each.
    { name: 'reply_id', type: id },
    // Another request of the same person, which is the lead.
    { name: 'joined_to', type: id, refersTo: 'contact_requests.id' },
    { name: 'phone_key', type: 'text' },
    { name: 'member_id', type: id, refersTo: 'users.id' },
    { name: 'referred_by', type: id, refersTo: 'users.id' },
    { name: 'license', type: 'text' },
    { name: 'brokerage', type: 'text' },
    { name: 'deals_a_year', type: 'integer' },
    // JSON.
    { name: 'source', type: 'text' },
    { name: 'calculation', type: 'text' },
  ] as const;
  if (postgres) {
    const [first, ...others] = columns;
    const table = db.schema.alterTable('contact_requests').addColumn(first.name, first.type);
    await others.reduce((altered, { name, type }) => altered.addColumn(name, type), table).execute();
    return;
  }
  for (const column of columns) {
    await db.schema
      .alterTable('contact_requests')
      .addColumn(column.name, column.type, (built) =>
        'refersTo' in column ? built.references(column.refersTo).onDelete('set null') : built,
      )
      .execute();
  }
}
