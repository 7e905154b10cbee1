/** The rules, set by admins, of who may publish articles and testimonials: for each call, and again in its transaction. */

import type { PublishingRule, PublishingSettings } from '../../../shared/publishing.contract.ts';
import { type Held, may } from '../../../shared/rights.ts';
import type { Config } from '../config.ts';
import type { Database, DatabaseTransaction } from '../db/database.ts';
import { isPostgres } from '../db/json-rows.ts';
import { forbidden, unauthenticated } from '../http-error.ts';
import { heldColumns } from '../rights.ts';
import type { Actor } from './actor.ts';

export type PublishingArea = keyof PublishingSettings;

type Start = Pick<Config, 'contentEditors'>;

/** The rules in force, and the version of the setting. */
export async function readPublishing(
  db: Database,
  config: Start,
): Promise<{ settings: PublishingSettings; version: number }> {
  const { version, ...stored } = await storedRules(db).executeTakeFirstOrThrow();
  return { settings: withStart(stored, config), version };
}

export const mayWrite = (rule: PublishingRule, held: Held): boolean =>
  rule !== 'right' || may(held, 'content');

/**
 * Decides again where the change is made: a right or a setting that is taken away waits for this transaction, or has
 * been taken.
 * @throws 401 for a user who was suspended; 403 for one who may not write
 */
export async function demandWriter(
  transaction: DatabaseTransaction,
  config: Start,
  { id }: Pick<Actor, 'id'>,
  area: PublishingArea,
): Promise<void> {
  const rules = storedRules(transaction);
  const rights = transaction
    .selectFrom('users')
    .select(heldColumns)
    .where('id', '=', id)
    .where('suspended_at', 'is', null);
  // SQLite has one writer anyway.
  const locks = isPostgres(transaction);
  const stored = await (locks ? rules.forShare() : rules).executeTakeFirstOrThrow();
  const user = await (locks ? rights.forNoKeyUpdate() : rights).executeTakeFirst();
  if (!user) throw unauthenticated();
  if (!mayWrite(withStart(stored, config)[area], user)) throw forbidden();
}

const storedRules = (db: Database) =>
  db.selectFrom('publishing_settings').select(['articles', 'testimonials', 'version']);

/** CONTENT_EDITORS is the rule until an admin chooses one. */
function withStart(
  { articles, testimonials }: { [Area in PublishingArea]: PublishingRule | null },
  { contentEditors }: Start,
): PublishingSettings {
  const start = contentEditors === 'admins' ? 'right' : 'members';
  return { articles: articles ?? start, testimonials: testimonials ?? start };
}
