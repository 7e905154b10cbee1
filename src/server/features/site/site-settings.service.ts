/** Settings of the site that admins change, in versions. */

import { maxCounts } from '../../../shared/field-limits.ts';
import { hasEnded, type SiteContent } from '../../../shared/site/site-content.ts';
import type {
  SavedSettings,
  SiteSettings,
  SiteVersion,
} from '../../../shared/site/site-settings.contract.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { databaseClock } from '../../platform/db/database-time.ts';
import { now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { demandVersion } from '../../platform/http/versions.ts';
import { notFound } from '../../platform/http-error.ts';
import { bumpContentVersion } from '../../platform/pages/content-version.ts';
import { contentOf, type StoredSettings } from '../../platform/pages/site-settings.ts';
import type { Parts } from '../../platform/parts.ts';
import { referToImage } from '../images/images.service.ts';
import { tellOfLetters } from '../member-files/approved-closings.ts';
import { settleAll } from '../member-files/settle.ts';
import { tellOfApprovers } from '../security-log/tell-of-approvers.ts';
import { decidersOf } from '../users/deciding.ts';
import { loadLanding } from './site.pages.ts';

export interface Versioned {
  /** 0 before the first change. */
  version: number;
  saved: SavedSettings;
}

interface Change {
  action?: 'site-settings.updated' | 'site-settings.restored';
  expectedVersions?: number[] | undefined;
}

/** The settings in force. */
export async function getSettings({
  db,
  siteSettings,
}: Pick<Parts, 'db' | 'siteSettings'>): Promise<Versioned> {
  return newest(db, siteSettings.start);
}

/** The last versions, newest first. */
export async function listSiteVersions(db: Database): Promise<SiteVersion[]> {
  const rows = await versions(db).limit(maxCounts.siteVersions).execute();
  return rows.map((row) => ({
    version: row.version,
    date: row.saved_at,
    author: toPerson(row),
    changes: row.changes,
  }));
}

/** @throws 404 'Version not found' */
export async function getSiteVersion(
  { db, siteSettings }: Pick<Parts, 'db' | 'siteSettings'>,
  version: number,
): Promise<SavedSettings> {
  const row = await versions(db).where('version', '=', version).executeTakeFirst();
  if (!row) throw notFound('Version');
  return toSaved(row, siteSettings.start);
}

/**
 * Saves the settings as a new version, unless nothing differs from a saved one. Those who approve or sign for the brokerage
 * learn of another legal name or license. Call `content.changed` after it.
 * @throws 412 when another version is current than one of those expected; 400 for an unknown picture
 */
export async function saveSettings(
  parts: Pick<Parts, 'db' | 'siteSettings' | 'config' | 'sealing' | 'mails'>,
  actor: Actor,
  settings: SiteSettings,
  { action = 'site-settings.updated', expectedVersions }: Change = {},
): Promise<Versioned> {
  const { start } = parts.siteSettings;
  const saved = await inTransaction(parts.db, async (transaction) => {
    // First: its row makes savers take turns.
    await bumpContentVersion(transaction);
    const before = await newest(transaction, start);
    demandVersion('Site settings', before.version, expectedVersions);
    const changes = changedParts(before.saved.settings, settings);
    // Saved unchanged for the first time, they are what the office wants (docs/product.md P8.22).
    if (changes === '' && before.version > 0) return before;
    const details = changes || 'no changes';
    const version = before.version + 1;
    const { announcement } = settings;
    await transaction.updateTable('site_settings').set({ announced_until: null }).execute();
    await transaction
      .insertInto('site_settings')
      .values({
        version,
        settings: JSON.stringify(toStored(start, settings)),
        changes: details,
        saved_by: actor.id,
        saved_at: now(),
        announced_until: announcement && !hasEnded(announcement, Date.now()) ? announcement.until : null,
      })
      .execute();
    await referToImages(transaction, version, settings);
    // "May work" was noted, and agreements were signed, under the former license and name.
    const { license, legalName, address, phone } = before.saved.settings.brokerage;
    const isOther = license !== settings.brokerage.license || legalName !== settings.brokerage.legalName;
    if (isOther) await settleAll(transaction);
    if (isOther || address !== settings.brokerage.address) await tellOfLetters(transaction, 'all');
    else if (phone !== settings.brokerage.phone) await tellOfLetters(transaction, 'unsent');
    await transaction
      .deleteFrom('site_settings')
      .where('version', '<=', version - maxCounts.siteVersions)
      .execute();
    await recordAuditEvent(transaction, actor, {
      action,
      object: { id: 'site-settings', name: 'Site' },
      details,
    });
    const deciders = Object.values(await decidersOf(transaction)).flat();
    const { brokerage } = before.saved.settings;
    const facts = [
      ['legal name', brokerage.legalName, settings.brokerage.legalName],
      ['license number', brokerage.license, settings.brokerage.license],
    ] as const;
    const changed = facts.filter(([, was, is]) => was !== is);
    await tellOfApprovers(transaction, parts, actor, {
      of: 'brokerage',
      before: deciders,
      after: deciders,
      changed: changed.map(([fact]) => ({ what: `${fact} of the brokerage` })),
    });
    return newest(transaction, start);
  });
  parts.mails.wake();
  return saved;
}

/** Saves a former version as a new one. @throws 404 'Version not found'; as saveSettings */
export async function restoreSiteVersion(
  parts: Parameters<typeof saveSettings>[0],
  actor: Actor,
  version: number,
  expectedVersions?: number[],
): Promise<Versioned> {
  const { settings } = await getSiteVersion(parts, version);
  return saveSettings(parts, actor, settings, { action: 'site-settings.restored', expectedVersions });
}

/** The landing page as it would be with these settings, as HTML without scripts. */
export async function previewSettings(
  parts: Pick<Parts, 'db' | 'renderer' | 'siteSettings'>,
  settings: SiteSettings,
): Promise<{ html: string }> {
  const { start, current } = parts.siteSettings;
  const { baseUrl } = start.brokerage;
  const { announcement } = settings;
  const content = {
    ...settings,
    brokerage: { ...settings.brokerage, baseUrl },
    announcement: announcement && !hasEnded(announcement, Date.now()) ? announcement : null,
    fees: current.fees,
  };
  const { html } = parts.renderer.preview(await loadLanding(parts.db), '/', content);
  return { html };
}

/** Ends an announcement that is over by the database's clock, everywhere at once; runs every few seconds. */
export async function endAnnouncement({ db, content }: Pick<Parts, 'db' | 'content'>): Promise<void> {
  const due = await db
    .selectFrom('site_settings')
    .select('version')
    .where('announced_until', '<=', databaseClock(db))
    .executeTakeFirst();
  if (!due) return;
  await inTransaction(db, async (transaction) => {
    await bumpContentVersion(transaction);
    await transaction
      .updateTable('site_settings')
      .set({ announced_until: null })
      .where('announced_until', '<=', databaseClock(transaction))
      .execute();
  });
  await content.refresh();
}

const versions = (db: Database) =>
  db
    .selectFrom('site_settings')
    .leftJoin('users', 'users.id', 'site_settings.saved_by')
    .select([
      'site_settings.version',
      'site_settings.settings',
      'site_settings.changes',
      'site_settings.saved_at',
      'users.id as person_id',
      'users.name as person_name',
    ])
    .orderBy('version', 'desc');

type Row = Awaited<ReturnType<ReturnType<typeof versions>['executeTakeFirstOrThrow']>>;

async function newest(db: Database, start: SiteContent): Promise<Versioned> {
  const row = await versions(db).limit(1).executeTakeFirst();
  if (row) return { version: row.version, saved: toSaved(row, start) };
  return { version: 0, saved: { settings: toSettings(start), date: null, author: null } };
}

const toSaved = (row: Row, start: SiteContent): SavedSettings => ({
  settings: toSettings(contentOf(start, row.settings)),
  date: row.saved_at,
  author: toPerson(row),
});

const toPerson = ({ person_id, person_name }: Pick<Row, 'person_id' | 'person_name'>) =>
  person_id === null || person_name === null ? null : { _id: person_id, name: person_name };

/** The address of the site is a matter of its operation, and the fees have versions of their own. */
function toSettings({
  brokerage: { baseUrl: _, ...brokerage },
  fees: _fees,
  ...rest
}: SiteContent): SiteSettings {
  return { brokerage, ...rest };
}

/** Stores only the differences from the start values, so that a later change of those still counts for the rest. */
function toStored(start: SiteContent, settings: SiteSettings): StoredSettings {
  return {
    ...settings,
    brokerage: differing(settings.brokerage, start.brokerage),
    hero: differing(settings.hero, start.hero),
  };
}

function differing<T extends object>(given: T, start: T): Partial<T> {
  const partial: Partial<T> = { ...given };
  for (const key in partial) if (isSame(given[key], start[key])) delete partial[key];
  return partial;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Names for the audit log and the list of versions. */
const partNames: Record<string, string> = {
  legalName: 'legal name',
  email: 'email',
  hours: 'office hours',
  logo_id: 'logo',
  social: 'social links',
};

function changedParts(before: SiteSettings, { brokerage, ...rest }: SiteSettings): string {
  const changed = [
    ...Object.keys(differing(brokerage, before.brokerage)),
    ...Object.keys(differing(rest, before)),
  ];
  return changed.map((name) => partNames[name] ?? name).join(', ');
}

async function referToImages(
  transaction: DatabaseTransaction,
  version: number,
  { brokerage, team }: SiteSettings,
): Promise<void> {
  const used = new Set<string>();
  if (brokerage.logo_id) {
    await referToImage(transaction, brokerage.logo_id, 'logo', 'brokerage.logo_id');
    used.add(brokerage.logo_id);
  }
  for (const [index, { image_id }] of team.entries()) {
    if (!image_id) continue;
    await referToImage(transaction, image_id, 'portrait', `team.${index}.image_id`);
    used.add(image_id);
  }
  if (used.size === 0) return;
  await transaction
    .insertInto('site_images')
    .values([...used].map((image_id) => ({ image_id, version })))
    .execute();
}
