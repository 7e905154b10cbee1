import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0063_legal_hold_reminders';

/**
 * A closing is one side of a transaction. What was reported, decided and approved is JSON, beside the figures that lists
 * and sums need. Amounts are cents; days are of Los Angeles, as YYYY-MM-DD.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createClosings(db);
  await createSides(db);
  await createPapers(db);
  await createOffice(db);
}

async function createClosings(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp, boolean } = columnTypes(db);
  const user = 'users.id' as const;
  await db.schema
    .createTable('closings')
    .addColumn('id', id, (column) => column.primaryKey())
    // The sides of one deal share it.
    .addColumn('deal_id', id, (column) => column.notNull())
    // Stays without an account: the law asks for the record.
    .addColumn('agent_id', id, (column) => column.references(user).onDelete('set null'))
    .addColumn('agent_name', 'text', (column) => column.notNull())
    .addColumn('property', 'text', (column) => column.notNull())
    .addColumn('file_number', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('price', 'bigint', (column) => column.notNull())
    .addColumn('gross', 'bigint', (column) => column.notNull())
    .addColumn('fees', 'bigint', (column) => column.notNull())
    .addColumn('kept', 'bigint', (column) => column.notNull())
    // One side of a deal has the price of all.
    .addColumn('counts_price', boolean, (column) => column.notNull())
    .addColumn('entry', 'text', (column) => column.notNull())
    .addColumn('decisions', 'text', (column) => column.notNull())
    // Of the approval: what it rests on never changes afterwards.
    .addColumn('schedule', 'text')
    .addColumn('agreement', 'text')
    .addColumn('settlement', 'text')
    .addColumn('approved_at', timestamp)
    .addColumn('approved_by', id, (column) => column.references(user).onDelete('set null'))
    .addColumn('approver_name', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('since', timestamp, (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('asked', 'text', (column) => column.notNull())
    .addColumn('expected_on', 'text')
    .addColumn('closed_on', 'text')
    .addColumn('package', 'text', (column) => column.notNull())
    .addColumn('package_at', timestamp)
    .addColumn('promise_due', 'text')
    .addColumn('promise_told', 'text')
    .addColumn('funds_at', timestamp)
    .addColumn('paid_on', 'text')
    .addColumn('paid_at', timestamp)
    .addColumn('payer_name', 'text')
    .addColumn('method', 'text', (column) => column.notNull())
    // kept or broken, once paid.
    .addColumn('promise', 'text')
    .addColumn('fell_at', timestamp)
    .addColumn('fell_reason', 'text', (column) => column.notNull())
    // Of another system.
    .addColumn('reference', 'text')
    .addColumn('reported_at', timestamp, (column) => column.notNull())
    // The day from which it counts how long the record stays.
    .addColumn('keep_from', 'text', (column) => column.notNull())
    .execute();
  const on = (name: string) => db.schema.createIndex(`closings_${name}`).on('closings');
  await on('by_agent').columns(['agent_id', 'reported_at', 'id']).execute();
  await on('by_approver').column('approved_by').execute();
  await on('by_payment_of_agent').columns(['agent_id', 'paid_on']).execute();
  await on('by_deal').column('deal_id').execute();
  await on('by_state').columns(['state', 'since', 'id']).execute();
  await on('by_age').columns(['since', 'id']).execute();
  await on('by_age_of_agent').columns(['agent_id', 'since', 'id']).execute();
  await on('by_expected').columns(['state', 'expected_on', 'id']).execute();
  await on('by_promise').columns(['promise', 'since', 'id']).execute();
  await on('by_record').columns(['keep_from', 'id']).execute();
  await on('by_reference').unique().column('reference').execute();
  await on('promised')
    .columns(['promise_due', 'id'])
    .where(sql.ref('promise_due'), 'is not', null)
    .where(sql.ref('paid_on'), 'is', null)
    .execute();
  // All that sums by month read.
  await on('by_payment')
    .columns(['paid_on', 'kind', 'counts_price', 'price', 'fees', 'promise', 'package_at', 'paid_at'])
    .execute();
}

async function createSides(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp } = columnTypes(db);
  const user = 'users.id' as const;
  const closing = 'closings.id' as const;
  await db.schema
    .createTable('closing_shares')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('closing_id', id, (column) => column.notNull().references(closing).onDelete('cascade'))
    .addColumn('user_id', id, (column) => column.references(user).onDelete('set null'))
    .addColumn('user_name', 'text', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .addColumn('paid_on', 'text')
    .addColumn('reported_at', timestamp, (column) => column.notNull())
    .execute();
  const onShares = (name: string) => db.schema.createIndex(`closing_shares_${name}`).on('closing_shares');
  await onShares('by_closing').columns(['closing_id', 'user_id']).execute();
  await onShares('by_user').columns(['user_id', 'reported_at', 'closing_id']).execute();
  await onShares('by_payment').columns(['user_id', 'paid_on']).execute();

  // Only added to.
  await db.schema
    .createTable('closing_events')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('closing_id', id, (column) => column.notNull().references(closing).onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('actor_id', id, (column) => column.references(user).onDelete('set null'))
    .addColumn('actor_name', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .execute();
  const onEvents = (name: string) => db.schema.createIndex(`closing_events_${name}`).on('closing_events');
  await onEvents('by_closing').columns(['closing_id', 'created_at', 'id']).execute();
  await onEvents('by_actor').column('actor_id').execute();

  // Entries that change what was paid; only added to.
  await db.schema
    .createTable('closing_corrections')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('closing_id', id, (column) => column.notNull().references(closing).onDelete('cascade'))
    .addColumn('agent_id', id, (column) => column.references(user).onDelete('set null'))
    .addColumn('on_day', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('price', 'bigint', (column) => column.notNull())
    .addColumn('gross', 'bigint', (column) => column.notNull())
    .addColumn('fees', 'bigint', (column) => column.notNull())
    .addColumn('kept', 'bigint', (column) => column.notNull())
    .addColumn('actor_name', 'text', (column) => column.notNull())
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .execute();
  const onCorrections = (name: string) =>
    db.schema.createIndex(`closing_corrections_${name}`).on('closing_corrections');
  await onCorrections('by_closing').columns(['closing_id', 'created_at', 'id']).execute();
  await onCorrections('by_agent').columns(['agent_id', 'on_day']).execute();
  await onCorrections('by_day').column('on_day').execute();
}

async function createPapers(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp } = columnTypes(db);
  const closing = 'closings.id' as const;
  // Letters, invoices and notices, numbered without gaps; made with the approval, drawn right after it.
  await db.schema
    .createTable('closing_letters')
    .addColumn('number', 'integer', (column) => column.primaryKey())
    .addColumn('closing_id', id, (column) => column.notNull().references(closing).onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    // What it says.
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('maker_name', 'text', (column) => column.notNull())
    .addColumn('sent_at', timestamp)
    .addColumn('withdrawn_at', timestamp)
    .addColumn('withdrawn_reason', 'text', (column) => column.notNull())
    .addColumn('withdrawn_by', 'integer')
    .addColumn('withdraws', 'integer')
    .addColumn('document_id', id, (column) => column.references('documents.id'))
    .addColumn('sha256', 'text')
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .execute();
  const onLetters = (name: string) => db.schema.createIndex(`closing_letters_${name}`).on('closing_letters');
  await onLetters('by_closing').columns(['closing_id', 'number']).execute();
  await onLetters('by_document').column('document_id').execute();
  // A closing has one letter that stands.
  await onLetters('standing')
    .unique()
    .column('closing_id')
    .where(sql.ref('withdrawn_at'), 'is', null)
    .where(sql.ref('kind'), '!=', 'notice')
    .execute();

  // What stays due of a closing that fell through.
  await db.schema
    .createTable('closing_charges')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('user_id', id, (column) => column.references('users.id').onDelete('set null'))
    .addColumn('closing_id', id, (column) => column.notNull().references(closing).onDelete('cascade'))
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    // The approved closing from which it is kept.
    .addColumn('taken_by', id, (column) => column.references(closing).onDelete('set null'))
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .execute();
  const onCharges = (name: string) => db.schema.createIndex(`closing_charges_${name}`).on('closing_charges');
  await onCharges('by_user').columns(['user_id', 'created_at']).execute();
  await onCharges('by_closing').column('closing_id').execute();
  await onCharges('by_taker').column('taken_by').execute();
}

async function createOffice(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp } = columnTypes(db);
  await db.schema
    .createTable('closing_drafts')
    .addColumn('user_id', id, (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('form', 'text', (column) => column.notNull())
    .addColumn('saved_at', timestamp, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('closing_settings')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('approvers', 'text', (column) => column.notNull())
    .addColumn('broker', 'text', (column) => column.notNull())
    .addColumn('promise_days', 'integer', (column) => column.notNull())
    .addColumn('cut_off', 'integer', (column) => column.notNull())
    .addColumn('package', 'text', (column) => column.notNull())
    .addColumn('keep_years', 'integer', (column) => column.notNull())
    // The number of the last letter; its row orders who makes the next.
    .addColumn('letters', 'integer', (column) => column.notNull())
    .execute();
  await sql`insert into closing_settings (id, approvers, broker, promise_days, cut_off, package, keep_years, letters)
    values (1, '[]', '', 1, 12, ${sql.lit(JSON.stringify(['Closing statement', 'Signed disclosures', 'Final contract']))}, 3, 0)`.execute(
    db,
  );
}
