/** The rules, set by admins, of who may publish articles and testimonials: for each call, and again in its transaction. */

import type {
  PublishingRule,
  PublishingRules,
  PublishingSettings,
} from '../../../shared/publishing/publishing.contract.ts';
import { type Held, may } from '../../../shared/users/rights.ts';
import type { Config } from '../config.ts';
import type { Database, DatabaseTransaction } from '../db/database.ts';
import { isPostgres } from '../db/json-rows.ts';
import { forbidden, HttpError, unauthenticated } from '../http-error.ts';
import { heldColumns } from '../rights.ts';
import type { Actor, StoredRules } from './actor.ts';

export type PublishingArea = keyof PublishingRules;

type Start = Pick<Config, 'contentEditors'>;

/** The rules in force, and the version of the setting. */
export async function readPublishing(
  db: Database,
  config: Start,
): Promise<{ settings: PublishingSettings; version: number }> {
  const { version, authors, ...stored } = await storedRules(db).select('authors').executeTakeFirstOrThrow();
  return { settings: { ...withStart(stored, config), ...(authors && { authors }) }, version };
}

/** The rules for the call of an actor. */
export async function rulesFor(
  db: Database,
  config: Start,
  { publishing }: Pick<Actor, 'publishing'>,
): Promise<PublishingRules> {
  return publishing ? withStart(publishing, config) : (await readPublishing(db, config)).settings;
}

/** public: at once · waits: for a review · refused: they may not write. */
export type Outcome = 'public' | 'waits' | 'refused';

/** The outcome of what the user saves as published. */
export function outcomeOf(rule: PublishingRule, held: Held): Outcome {
  if (rule === 'members' || may(held, 'content')) return 'public';
  return rule === 'review' ? 'waits' : 'refused';
}

/**
 * Decides again where the change is made: a right or a setting that is taken away waits for this transaction, or has
 * been taken.
 * @throws 401 for a user who was suspended; 403 for one who may not write
 */
export async function demandWriter(
  transaction: DatabaseTransaction,
  config: Start,
  actor: Pick<Actor, 'id'>,
  area: PublishingArea,
): Promise<Exclude<Outcome, 'refused'>> {
  const rules = storedRules(transaction);
  // SQLite has one writer anyway.
  const locked = isPostgres(transaction) ? rules.forShare() : rules;
  const settings = withStart(await locked.executeTakeFirstOrThrow(), config);
  const outcome = outcomeOf(settings[area], await lockedRights(transaction, actor));
  if (outcome === 'refused') throw forbidden();
  return outcome;
}

/** As demandWriter. @throws 401 for a user who was suspended; 403 for one without the right to the content */
export async function demandContentRight(
  transaction: DatabaseTransaction,
  actor: Pick<Actor, 'id'>,
): Promise<void> {
  if (!may(await lockedRights(transaction, actor), 'content')) throw forbidden();
}

/** @throws 401 for a user who was suspended */
export async function lockedRights(
  transaction: DatabaseTransaction,
  { id }: Pick<Actor, 'id'>,
): Promise<Held> {
  const rights = transaction
    .selectFrom('users')
    .select(heldColumns)
    .where('id', '=', id)
    .where('suspended_at', 'is', null);
  const locked = isPostgres(transaction) ? rights.forNoKeyUpdate() : rights;
  const user = await locked.executeTakeFirst();
  if (!user) throw unauthenticated();
  return user;
}

const storedRules = (db: Database) =>
  db.selectFrom('publishing_settings').select(['articles', 'testimonials', 'version']);

/** CONTENT_EDITORS is the rule until an admin chooses one. */
function withStart({ articles, testimonials }: StoredRules, { contentEditors }: Start): PublishingRules {
  const start = contentEditors === 'admins' ? 'right' : 'members';
  return { articles: articles ?? start, testimonials: testimonials ?? start };
}

/** For what a member cannot do to public content where it waits for a review. */
export const onlyWithRight = (doing: string) =>
  new HttpError(403, [{ msg: `Only people with the right Content can ${doing}` }]);
