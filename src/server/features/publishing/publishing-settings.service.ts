/** The settings of who may publish; platform/http/publishing.ts reads them. */

import type {
  PublishingFields,
  PublishingRule,
  PublishingSettings,
} from '../../../shared/publishing/publishing.contract.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { readPublishing } from '../../platform/http/publishing.ts';
import { demandVersion } from '../../platform/http/versions.ts';
import { invalid } from '../../platform/http-error.ts';
import { bumpContentVersion } from '../../platform/pages/content-version.ts';
import type { Parts } from '../../platform/parts.ts';

const ruleNames: Record<PublishingRule, string> = {
  members: 'every member',
  review: 'members after review',
  right: 'only people with the right Content',
};

/**
 * Saves the rules. They count from the next call on, and in changes whose transaction begins later.
 * @throws 412 on a conflict; 400 for articles that editors of the handbook could not write
 */
export async function savePublishing(
  { db, config }: Pick<Parts, 'db' | 'config'>,
  actor: Actor,
  { authors: given, ...rules }: PublishingFields,
  expectedVersions?: number[],
): Promise<{ settings: PublishingSettings; version: number }> {
  if (rules.articles === 'right' && config.handbookEditors === 'members')
    throw invalid(
      'Every member edits the handbook here (HANDBOOK_EDITORS), which needs every member to write articles',
      'articles',
    );
  return inTransaction(db, async (transaction) => {
    // First: it locks the row.
    await transaction
      .updateTable('publishing_settings')
      .set((row) => ({ version: row('version', '+', 1) }))
      .execute();
    const before = await readPublishing(transaction, config);
    demandVersion('Settings', before.version - 1, expectedVersions);
    const authors = given ?? before.settings.authors ?? false;
    const settings: PublishingSettings = { ...rules, ...(authors && { authors }) };
    await transaction
      .updateTable('publishing_settings')
      .set({ ...rules, authors })
      .execute();
    const named = ({ articles, testimonials, authors }: PublishingSettings) =>
      `articles: ${ruleNames[articles]}${authors ? ' with their author' : ''}, testimonials: ${ruleNames[testimonials]}`;
    await recordAuditEvent(transaction, actor, {
      action: 'publishing.updated',
      object: { id: 'publishing', name: 'Who can publish' },
      details: `${named(before.settings)} → ${named(settings)}`,
    });
    if (authors !== (before.settings.authors ?? false)) await bumpContentVersion(transaction);
    return { settings, version: before.version };
  });
}
