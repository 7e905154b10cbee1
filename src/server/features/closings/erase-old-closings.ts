import { type ExpressionBuilder, sql } from 'kysely';
import { counted } from '../../../shared/counted.ts';
import { today } from '../../../shared/dates.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { inBatches } from '../../platform/db/in-batches.ts';
import { isPostgres } from '../../platform/db/json-rows.ts';
import { dropMailsWith } from '../../platform/mail/queue-mail.ts';
import type { Parts } from '../../platform/parts.ts';
import type { Tables } from '../../tables/tables.ts';
import { countVolumes } from '../bookkeeping/paid-figures.ts';
import { dropDocument } from '../documents/documents.service.ts';
import { eraseOldDues } from '../dues/erase-old-dues.ts';
import { type Held, isNotOf } from '../member-files/held.ts';
import { heldInRun } from '../member-files/held-in-run.ts';
import { forgetGone } from '../member-files/keep-links.ts';
import { yearsKept } from '../security-log/years-kept.ts';
import { entryOf } from './closing-rows.ts';
import { settingsOf } from './closing-settings.service.ts';

/** Each with its history and letters. */
const batch = 20;

/**
 * Erases records of closings once the years of the setting are over, from the closing, or from the report of what never
 * closed (docs/product.md P29.19), and old dues; not of agents or co-agents under a legal hold. An hourly
 * job.
 */
export async function eraseOldClosings({ db, sealing }: Pick<Parts, 'db' | 'sealing'>): Promise<void> {
  const { keepYears } = await settingsOf(db);
  const years = await yearsKept(db, 'closings', keepYears);
  const day = today();
  const before = `${Number(day.slice(0, 4)) - years}${day.slice(4)}`;
  const heldNow = heldInRun(sealing);
  await eraseOldDues(db, before, heldNow);
  await inBatches(
    db,
    async (transaction) => {
      const held = await heldNow(transaction);
      const rows = await transaction
        .selectFrom('closings')
        .select(['id', 'property', 'keep_from'])
        .where('keep_from', '<', before)
        .where(hasNoWaitingMail)
        .where(isOfNoAgentUnder(transaction, held))
        .orderBy('keep_from')
        .orderBy('id')
        .limit(batch)
        .execute();
      if (rows.length === 0) return 0;
      await eraseRecords(
        transaction,
        rows.map(({ id }) => id),
      );
      for (const { id, property, keep_from } of rows)
        await recordAuditEvent(transaction, undefined, {
          action: 'closing.erased',
          object: { id, name: property },
          details: `kept since ${keep_from}, for ${counted(years, 'year')}`,
        });
      return rows.length;
    },
    batch,
  );
}

/** The condition that neither agent nor co-agent is held. The report names co-agents, also deleted ones; a share does not. */
export const isOfNoAgentUnder = (db: DatabaseTransaction, held: Held) => {
  if (held.accounts.length === 0) return sql.lit(true);
  const accounts = sql.join(held.accounts);
  const coAgent = isPostgres(db)
    ? sql`select 1 from jsonb_array_elements(closings.entry::jsonb -> 'coAgents') as co_agent(value)
        where co_agent.value ->> 'user' in (${accounts})`
    : sql`select 1 from json_each(closings.entry, '$.coAgents') as co_agent
        where json_extract(co_agent.value, '$.user') in (${accounts})`;
  return sql<boolean>`(${isNotOf(held, 'agent_id')} and ${isNotOf(held, 'agent_was')} and not exists (${coAgent}))`;
};

/** Emails that wait still need their letter. */
const hasNoWaitingMail = ({ not, exists, selectFrom }: ExpressionBuilder<Tables, 'closings'>) =>
  not(
    exists(
      selectFrom('closing_letters as letter')
        .innerJoin('mails', 'mails.document_id', 'letter.document_id')
        .select('letter.number')
        .whereRef('letter.closing_id', '=', 'closings.id')
        .where('mails.state', '=', 'waiting'),
    ),
  );

/** With history, letters and their files, and the emails with them that were not sent. */
export async function eraseRecords(transaction: DatabaseTransaction, ids: string[]): Promise<void> {
  const letters = await transaction
    .selectFrom('closing_letters')
    .select('document_id')
    .where('closing_id', 'in', ids)
    .where('document_id', 'is not', null)
    .execute();
  const deleted = await transaction
    .deleteFrom('closings')
    .where('id', 'in', ids)
    .returning(['deal_id', 'agent_was', 'entry'])
    .execute();
  await forgetGone(
    transaction,
    deleted.flatMap((row) => [row.agent_was ?? [], entryOf(row).coAgents.map(({ user }) => user)].flat()),
  );
  await countVolumes(transaction, [...new Set(deleted.map(({ deal_id }) => deal_id))]);
  for (const { document_id } of letters) {
    if (document_id === null) continue;
    await dropMailsWith(transaction, document_id);
    await dropDocument(transaction, document_id);
  }
}
