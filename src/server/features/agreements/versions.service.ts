/** The text of the agreement and its versions. */

import { createHash } from 'node:crypto';
import type { ExpressionBuilder } from 'kysely';
import type {
  AgreementText,
  AgreementVersion,
  AgreementVersionText,
} from '../../../shared/agreements/agreement-fields.ts';
import { sampleMark } from '../../../shared/agreements/agreements.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Config } from '../../platform/config.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid, notFound, stale } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import type { AgreementSignerRow, AgreementVersionRow } from '../../tables/agreements.ts';
import type { Tables } from '../../tables/tables.ts';
import { responsibleBroker } from '../member-files/signed-facts.ts';
import { theAgreement } from '../users/ask-to-sign.ts';
import { repeatedPlaceholder, unfitForSigning, unknownPlaceholders } from './agreement-markdown.ts';

export type TextParts = Pick<Parts, 'db' | 'config'>;

const maxListed = 500;

/** The text as it will be published next, and whether agreements can be sent. */
export async function readText(db: Database, config: Pick<Config, 'production'>): Promise<AgreementText> {
  const { text, saved_at, saved_by_name } = await db
    .selectFrom('agreement_settings')
    .select(['text', 'saved_at', 'saved_by_name'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  const version = await presentVersion(db);
  const missing = whatIsMissing(config, version, await responsibleBroker(db));
  return {
    text,
    sha256: hashOf(text),
    saved: saved_at === null ? null : { date: saved_at, by: saved_by_name },
    sample: isSample(text),
    published: version?.number ?? null,
    changed: text !== (version?.text ?? ''),
    ready: missing === '',
    missing,
  };
}

/** The editor puts a backslash before each bracket of a paragraph that was touched. */
export const isSample = (text: string) => text.replaceAll('\\', '').includes(sampleMark);

/** The version that is signed now; undefined before the first. */
export const presentVersion = (db: Database): Promise<AgreementVersionRow | undefined> =>
  versionRows(db).orderBy('number', 'desc').limit(1).executeTakeFirst();

const versionRows = (db: Database) =>
  db
    .selectFrom('agreement_versions')
    .select(['id', 'number', 'text', 'note', 'sample', 'published_by', 'published_by_name', 'published_at']);

function whatIsMissing(
  { production }: Pick<Config, 'production'>,
  version: AgreementVersionRow | undefined,
  broker: AgreementSignerRow | undefined,
): string {
  if (!version) return 'Publish the text of the agreement first';
  if (production && version.sample)
    return 'The agreement still has sample paragraphs: replace them by your lawyer’s, and publish it';
  return broker ? '' : 'Name the responsible broker in the settings of the agreement first';
}

export interface Sendable {
  version: AgreementVersionRow;
  broker: AgreementSignerRow;
}

/** The version and broker for an agreement sent now. @throws 400 when it cannot be sent yet */
export async function sendable(db: Database, config: Pick<Config, 'production'>): Promise<Sendable> {
  const version = await presentVersion(db);
  const broker = await responsibleBroker(db);
  const missing = whatIsMissing(config, version, broker);
  if (!version || !broker || missing !== '') throw invalid(missing);
  return { version, broker };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * The text, locked until the transaction ends.
 * @throws 412 when it is not the one that the screen showed
 */
export async function lockText(transaction: DatabaseTransaction, seen: string | undefined): Promise<string> {
  await lockSettings(transaction);
  const { text } = await transaction
    .selectFrom('agreement_settings')
    .select('text')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  if (seen !== undefined && seen !== hashOf(text)) throw stale('The text');
  return text;
}

/**
 * @throws 400 for what cannot be signed: unknown placeholders, and what its PDF would not show; 412 when it was edited
 * from another text
 */
export async function saveText(
  { db, config }: TextParts,
  actor: Actor,
  { text, editedFrom }: { text: string; editedFrom?: string | undefined },
): Promise<AgreementText> {
  rejectUnfit(text);
  return inTransaction(db, async (transaction) => {
    await lockText(transaction, editedFrom);
    await transaction
      .updateTable('agreement_settings')
      .set({ text, saved_by: actor.id, saved_by_name: actor.name, saved_at: now() })
      .execute();
    await recordAuditEvent(transaction, actor, { action: 'agreement.saved', object: theAgreement });
    return readText(transaction, config);
  });
}

export function rejectUnfit(text: string): void {
  const [unknown] = unknownPlaceholders(text);
  if (unknown !== undefined) throw invalid(`{${unknown}} is not known`, 'text');
  // First: the text is parsed below.
  const repeated = repeatedPlaceholder(text);
  if (repeated !== '') throw invalid(repeated, 'text');
  const unfit = unfitForSigning(text);
  if (unfit !== '') throw invalid(unfit, 'text');
}

/** Two admins, or a publication and a signature, one after the other. */
export const lockSettings = (transaction: DatabaseTransaction) =>
  // A no-op update locks the row on every engine.
  transaction.updateTable('agreement_settings').set({ id: 1 }).execute();

/** Every version, newest first. */
export async function listVersions(db: Database): Promise<AgreementVersion[]> {
  const rows = await versionRows(db).select(inForce).orderBy('number', 'desc').limit(maxListed).execute();
  return rows.map(toVersion);
}

/** @throws 404 'Version not found' */
export async function getVersion(db: Database, id: string): Promise<AgreementVersionText> {
  const row = await versionRows(db).select(inForce).where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('Version');
  return { ...toVersion(row), text: row.text };
}

/** The text of a version that an agreement names. */
export async function textOfVersion(db: Database, number: number): Promise<string> {
  const { text } = await db
    .selectFrom('agreement_versions')
    .select('text')
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  return text;
}

const inForce = (e: ExpressionBuilder<Tables, 'agreement_versions'>) =>
  e
    .selectFrom('agreements')
    .select((count) => count.fn.countAll<number>().as('count'))
    .whereRef('agreements.version', '=', 'agreement_versions.number')
    .where('agreements.state', '=', 'in-force')
    .as('in_force');

export const toVersion = (row: AgreementVersionRow & { in_force: number | null }): AgreementVersion => ({
  _id: row.id,
  number: row.number,
  note: row.note,
  published: { date: row.published_at, by: row.published_by_name },
  sample: row.sample,
  inForce: Number(row.in_force ?? 0),
});
