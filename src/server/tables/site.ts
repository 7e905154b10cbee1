import type { Generated } from 'kysely';
import type { VisitEvent } from '../../shared/insights/visit-events.ts';
import type { PublishingRule } from '../../shared/publishing/publishing.contract.ts';
import { derived, fact, link, open, type RulesOf } from './rules.ts';
import type { Sized } from './sized.ts';

export interface SiteTables {
  testimonials: TestimonialRow & Sized;
  testimonial_authors: TestimonialAuthorRow;
  site_settings: SiteSettingsRow;
  publishing_settings: PublishingSettingsRow;
  site_images: { image_id: string; version: number };
  content_version: { id: number; version: number };
  visit_sums: VisitSumRow;
}

/** How often something happened on the public site, without anything about who did it. */
export interface VisitSumRow {
  /** YYYY-MM-DD, in Los Angeles. */
  day: string;
  event: VisitEvent;
  path: string;
  /** Where the visitor came from: a campaign or a site; '' for no other site, 'other' beyond those counted apart. */
  source: string;
  hits: number;
}

export interface TestimonialRow {
  id: string;
  name: string;
  testimonial: string;
  /** Safe HTML and plain-text excerpt; null as in articles. */
  html: string | null;
  excerpt: string | null;
  image_id: string | null;
  /** From 1; 0 when not yet placed, which sorts first. */
  position: number;
  version: number;
  created_at: string;
  updated_at: string;
  saved_by: string | null;
  /** 8 digits. */
  license: string | null;
  /** 1 to 5 stars. */
  rating: number | null;
}

/** The account that added a testimonial. */
export interface TestimonialAuthorRow {
  testimonial_id: string;
  user_id: string;
}

export interface SiteSettingsRow {
  version: number;
  /** JSON of what differs from the start values. */
  settings: string;
  changes: string;
  saved_by: string | null;
  saved_at: string;
  /** When the announcement ends; null when there is none, or it has ended. */
  announced_until: string | null;
}

/** One row; null is the start value, which the environment sets. */
export interface PublishingSettingsRow {
  id: number;
  articles: PublishingRule | null;
  testimonials: PublishingRule | null;
  /** The ETag of If-Match. */
  version: number;
  /** Whether public articles name their author. */
  authors: Generated<boolean>;
}

export const siteRules: RulesOf<SiteTables> = {
  site_settings: {
    holds: 'the public site as admins have changed it, with the people of the team',
    category: 'content',
    person: { saved_by: 'user' },
    stays: 'what the brokerage has published; the office removes a person of the team on request',
    columns: {
      version: derived,
      settings: open,
      changes: derived,
      saved_by: link,
      saved_at: open,
      announced_until: derived,
    },
  },
  publishing_settings: {
    holds: 'who may publish articles and testimonials',
    person: {},
    columns: { id: derived, articles: derived, testimonials: derived, version: derived, authors: open },
  },
  site_images: {
    holds: 'which pictures the versions of the site settings show',
    person: {},
    columns: { image_id: open, version: derived },
  },
  testimonials: {
    holds: 'testimonials',
    category: 'content',
    person: { saved_by: 'user' },
    stays: 'what the brokerage has published with consent; the office deletes one on request',
    columns: {
      id: open,
      name: open,
      testimonial: open,
      license: open,
      rating: open,
      html: derived,
      excerpt: derived,
      image_id: open,
      position: derived,
      version: derived,
      created_at: open,
      updated_at: open,
      saved_by: link,
      bytes: derived,
    },
  },
  testimonial_authors: {
    holds: 'which account added a testimonial',
    category: 'content',
    person: { user_id: 'user' },
    columns: { testimonial_id: { ...fact, exported: false }, user_id: { ...fact, exported: false } },
  },
  content_version: {
    holds: 'a counter of changes of the public site',
    person: {},
    columns: { id: derived, version: derived },
  },
  visit_sums: {
    holds: 'how often public pages were read, a day; nothing about who read them',
    person: {},
    columns: { day: derived, event: derived, path: derived, source: derived, hits: derived },
  },
};
