import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0063_legal_hold_reminders';

/** Agreements as they are published and signed, and the applications of those who join by them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp, boolean } = columnTypes(db);
  const reference = (table: string, column = 'id') => `${table}.${column}` as const;
  const index = (name: string, table: string, columns: string[]) =>
    db.schema.createIndex(name).on(table).columns(columns).execute();

  await db.schema
    .createTable('agreement_settings')
    // Always 1.
    .addColumn('id', 'integer', (column) => column.primaryKey())
    // As it will be published next.
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('saved_by', id, (column) => column.references(reference('users')).onDelete('set null'))
    .addColumn('saved_by_name', 'text', (column) => column.notNull())
    .addColumn('saved_at', timestamp)
    .addColumn('remind_first', 'integer', (column) => column.notNull())
    .addColumn('remind_second', 'integer', (column) => column.notNull())
    .addColumn('keep_years', 'integer', (column) => column.notNull())
    .execute();
  await index('agreement_settings_by_saver', 'agreement_settings', ['saved_by']);
  await sql`insert into agreement_settings
    (id, text, saved_by_name, remind_first, remind_second, keep_years) values (1, '', '', 3, 10, 3)`.execute(
    db,
  );

  // Only added to.
  await db.schema
    .createTable('agreement_versions')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('number', 'integer', (column) => column.notNull().unique())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    // Whether a paragraph of it is a sample.
    .addColumn('sample', boolean, (column) => column.notNull())
    .addColumn('published_by', id, (column) => column.references(reference('users')).onDelete('set null'))
    .addColumn('published_by_name', 'text', (column) => column.notNull())
    .addColumn('published_at', timestamp, (column) => column.notNull())
    .execute();
  await index('agreement_versions_by_publisher', 'agreement_versions', ['published_by']);

  await db.schema
    .createTable('agreement_signers')
    .addColumn('user_id', id, (column) =>
      column.primaryKey().references(reference('users')).onDelete('cascade'),
    )
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('capacity', 'text', (column) => column.notNull())
    .addColumn('license', 'text', (column) => column.notNull())
    // A day, as YYYY-MM-DD.
    .addColumn('since_on', 'text', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('agreements')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('user_id', id, (column) => column.references(reference('users')).onDelete('set null'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('license', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) =>
      column.notNull().references(reference('agreement_versions', 'number')),
    )
    // Of the schedule in fees.ts.
    .addColumn('fees', 'integer', (column) => column.notNull())
    // All that its PDF is made of but the text, as JSON.
    .addColumn('basis', 'text', (column) => column.notNull())
    .addColumn('consent', 'integer', (column) => column.notNull())
    .addColumn('signed_at', timestamp, (column) => column.notNull())
    .addColumn('signed_name', 'text', (column) => column.notNull())
    .addColumn('signed_address', 'text', (column) => column.notNull())
    .addColumn('signed_device', 'text', (column) => column.notNull())
    .addColumn('document_id', id, (column) => column.notNull().references(reference('documents')))
    .addColumn('sha256', 'text', (column) => column.notNull())
    // Of the security log's event, and the proof of the same by the key.
    .addColumn('signed_event', 'integer', (column) => column.notNull())
    .addColumn('signed_proof', 'text', (column) => column.notNull())
    .addColumn('countersigned_at', timestamp)
    .addColumn('countersigned_by', id, (column) => column.references(reference('users')).onDelete('set null'))
    .addColumn('signer_name', 'text', (column) => column.notNull())
    .addColumn('signer_capacity', 'text')
    .addColumn('signer_license', 'text', (column) => column.notNull())
    .addColumn('signer_address', 'text', (column) => column.notNull())
    .addColumn('signer_device', 'text', (column) => column.notNull())
    .addColumn('final_document_id', id, (column) => column.references(reference('documents')))
    .addColumn('final_sha256', 'text')
    .addColumn('final_event', 'integer')
    .addColumn('final_proof', 'text')
    // A day in Los Angeles, as YYYY-MM-DD: from then on counts how long it stays.
    .addColumn('ended_on', 'text')
    .addColumn('ended_reason', 'text', (column) => column.notNull())
    .execute();
  await index('agreements_by_user', 'agreements', ['user_id', 'state']);
  await index('agreements_by_state', 'agreements', ['state', 'signed_at', 'id']);
  await index('agreements_by_date', 'agreements', ['signed_at', 'id']);
  await index('agreements_by_end', 'agreements', ['ended_on', 'id']);
  await index('agreements_by_email', 'agreements', ['email']);
  await index('agreements_by_version', 'agreements', ['version', 'state']);
  await index('agreements_by_signer', 'agreements', ['countersigned_by']);
  await index('agreements_by_document', 'agreements', ['document_id']);
  await index('agreements_by_final_document', 'agreements', ['final_document_id']);
  await index('agreements_by_hash', 'agreements', ['sha256']);
  await index('agreements_by_final_hash', 'agreements', ['final_sha256']);
  // One in force for each member, whatever happens at once.
  await db.schema
    .createIndex('agreements_in_force')
    .unique()
    .on('agreements')
    .column('user_id')
    .where(sql.ref('state'), '=', sql.lit('in-force'))
    .execute();

  await db.schema
    .createTable('agreement_asks')
    .addColumn('user_id', id, (column) =>
      column.primaryKey().references(reference('users')).onDelete('cascade'),
    )
    .addColumn('version', 'integer', (column) =>
      column.notNull().references(reference('agreement_versions', 'number')),
    )
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('due_on', 'text', (column) => column.notNull())
    .addColumn('asked_at', timestamp, (column) => column.notNull())
    .addColumn('reminded_at', timestamp)
    // What was shown to be signed, and what it was made of.
    .addColumn('document_id', id, (column) => column.references(reference('documents')))
    .addColumn('sha256', 'text')
    .addColumn('basis', 'text')
    .addColumn('agreement_id', id, (column) =>
      column.references(reference('agreements')).onDelete('set null'),
    )
    .execute();
  await index('agreement_asks_by_version', 'agreement_asks', ['version']);
  await index('agreement_asks_by_document', 'agreement_asks', ['document_id']);
  await index('agreement_asks_by_agreement', 'agreement_asks', ['agreement_id']);
  await index('agreement_asks_by_due', 'agreement_asks', ['due_on', 'user_id']);

  await db.schema
    .createTable('applications')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('lead_id', id, (column) =>
      column.notNull().unique().references(reference('contact_requests')).onDelete('cascade'),
    )
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    // Which of the links that were ever sent counts: the token is made of it and the key.
    .addColumn('link', 'integer', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.unique())
    .addColumn('expires_at', timestamp)
    .addColumn('invited_at', timestamp, (column) => column.notNull())
    .addColumn('invited_by', id, (column) => column.references(reference('users')).onDelete('set null'))
    .addColumn('invited_by_name', 'text', (column) => column.notNull())
    .addColumn('reminded', 'integer', (column) => column.notNull())
    .addColumn('answers', 'text', (column) => column.notNull())
    .addColumn('terms', 'text')
    // What was shown to be signed, and what it was made of.
    .addColumn('document_id', id, (column) => column.references(reference('documents')))
    .addColumn('sha256', 'text')
    .addColumn('basis', 'text')
    .addColumn('code_mark', 'text')
    .addColumn('code_expires_at', timestamp)
    .addColumn('code_tries', 'integer', (column) => column.notNull())
    .addColumn('codes_sent', 'integer', (column) => column.notNull())
    .addColumn('agreement_id', id, (column) =>
      column.references(reference('agreements')).onDelete('set null'),
    )
    .addColumn('question', 'text', (column) => column.notNull())
    .addColumn('reply', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('license_finding', 'text')
    .addColumn('license_note', 'text', (column) => column.notNull())
    .addColumn('license_checked_at', timestamp)
    .addColumn('license_checked_by', 'text', (column) => column.notNull())
    .addColumn('changed_at', timestamp, (column) => column.notNull())
    .execute();
  await index('applications_by_state', 'applications', ['state', 'changed_at', 'id']);
  await index('applications_by_change', 'applications', ['changed_at', 'id']);
  await index('applications_by_email', 'applications', ['email']);
  await index('applications_by_inviter', 'applications', ['invited_by']);
  await index('applications_by_document', 'applications', ['document_id']);
  await index('applications_by_agreement', 'applications', ['agreement_id']);
  await index('applications_by_reminders', 'applications', ['reminded', 'invited_at', 'id']);

  await db.schema
    .createTable('application_events')
    .addColumn('id', id, (column) => column.primaryKey())
    .addColumn('application_id', id, (column) =>
      column.notNull().references(reference('applications')).onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    // Null for the applicant.
    .addColumn('by_id', id, (column) => column.references(reference('users')).onDelete('set null'))
    .addColumn('by_name', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('device', 'text', (column) => column.notNull())
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .execute();
  await index('application_events_by_application', 'application_events', ['application_id', 'id']);
  await index('application_events_by_author', 'application_events', ['by_id']);

  // Letters with its link: those that wait go with it.
  await db.schema
    .createTable('application_mails')
    .addColumn('mail_id', id, (column) =>
      column.primaryKey().references(reference('mails')).onDelete('cascade'),
    )
    .addColumn('application_id', id, (column) =>
      column.notNull().references(reference('applications')).onDelete('cascade'),
    )
    .execute();
  await index('application_mails_by_application', 'application_mails', ['application_id']);

  // PDFs that were shown to be signed: those that nothing refers to any more are dropped.
  await db.schema
    .createTable('agreement_drafts')
    .addColumn('document_id', id, (column) => column.primaryKey().references(reference('documents')))
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .execute();
  await index('agreement_drafts_by_date', 'agreement_drafts', ['created_at']);
}
