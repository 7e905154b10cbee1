/** All that an account holds, for its deletion. */

import type { Tables } from '../src/server/tables/tables.ts';

/** ends: for good, even if the account comes back · stays · nameless: stays, without its owner's name. */
export type Fate = 'ends' | 'stays' | 'nameless';

/** Events that can end something an account holds. Promoting or reactivating it gives back nothing that has ended. */
export const accountEvents = ['lowered', 'suspended', 'reset', 'deleted', 'erased'] as const;
export type AccountEvent = (typeof accountEvents)[number];

export interface Holding extends Record<AccountEvent, Fate> {
  what: string;
  /** Where it is stored; none for what lives in a process. */
  tables: readonly (keyof Tables)[];
}

const own = {
  lowered: 'stays',
  suspended: 'stays',
  reset: 'stays',
  deleted: 'ends',
  erased: 'ends',
} as const;
const ofOffice = {
  lowered: 'ends',
  suspended: 'ends',
  reset: 'stays',
  deleted: 'ends',
  erased: 'ends',
} as const;
const work = { ...own, deleted: 'nameless', erased: 'nameless' } as const;
const always = {
  lowered: 'ends',
  suspended: 'ends',
  reset: 'ends',
  deleted: 'ends',
  erased: 'ends',
} as const;

/** Everything an account can hold, and what becomes of it (docs/security.md S16). */
export const accountHoldings = {
  sessions: { what: 'Sessions', tables: ['sessions'], ...always },
  liveFeeds: { what: 'Live feeds that are open', tables: [], ...always },
  longAnswers: { what: 'Files of users, leads, members or personal data being read', tables: [], ...always },
  knownDevices: { what: 'Known devices', tables: ['known_devices'], ...always },
  signIns: { what: 'Sign-ins that wait for a second step', tables: ['sign_in_tickets'], ...always },
  passwordLinks: {
    what: 'Links to set a password, and their emails',
    tables: ['password_links'],
    ...always,
    lowered: 'stays',
  },
  usedLinks: { what: 'Links that have set a password, for a week', tables: ['used_links'], ...own },
  apiTokens: { what: 'API tokens', tables: ['api_tokens'], ...always },
  lists: { what: 'Lists of invitations under way', tables: ['bulk_invitations'], ...ofOffice },
  webhooks: { what: 'Webhooks that are on', tables: ['webhook_makers'], ...ofOffice },
  adminMails: { what: 'Emails to admins that wait', tables: [], ...ofOffice },
  othersExports: { what: "Exports of other people's data", tables: [], ...ofOffice },
  secondFactors: {
    what: 'Two-step verification and recovery codes',
    tables: ['totp_factors', 'passkeys', 'recovery_codes', 'passkey_challenges'],
    ...own,
  },
  ownExports: { what: 'Exports of their own data', tables: ['exports'], ...own },
  ownMails: {
    what: 'Emails about their account, and their row in a list of invitations',
    tables: ['mails', 'bulk_invitation_rows'],
    ...own,
  },
  drafts: {
    what: 'Working copies of articles, and a report of a closing that is not sent yet',
    tables: ['working_copies', 'closing_drafts'],
    ...own,
  },
  /** Unused ones go with the next purge. */
  pictures: { what: 'Pictures', tables: ['images'], ...work },
  authorship: { what: 'That they added a testimonial', tables: ['testimonial_authors'], ...own },
  profile: {
    what: 'Profile, license, steps of onboarding, a leaving to come, pages to acknowledge, and how they are found',
    tables: [
      'profiles',
      'experience',
      'education',
      'licenses',
      'member_payees',
      'same_people',
      'onboarding_steps',
      'leavings',
      'handbook_asks',
      'handbook_reminders',
      'agreement_asks',
    ],
    ...own,
  },
  posts: {
    what: 'Posts, likes, notifications and what the feed sends of them',
    tables: ['posts', 'post_likes', 'notifications', 'feed_events'],
    ...own,
  },
  choices: {
    what: 'Saved views of leads, and which emails they want',
    tables: ['lead_views', 'lead_digests', 'muted_areas'],
    ...own,
  },
  answers: { what: 'Answers to repeat, for a day', tables: ['idempotency_keys'], ...own },
  deliveries: {
    what: 'Events about them that webhooks wait to send',
    tables: ['webhook_deliveries'],
    ...own,
  },
  content: {
    what: 'Articles, testimonials, the handbook and site settings, and what waits to be published',
    tables: [
      'articles',
      'article_versions',
      'handbook_editions',
      'handbook_files',
      'testimonials',
      'submissions',
      'site_settings',
    ],
    ...work,
  },
  /** Three years more: a broker must be able to show it. */
  acknowledgements: {
    what: 'Pages of the handbook that they acknowledged, what the office checked of them, and their file of compliance',
    tables: [
      'handbook_acknowledgements',
      'member_checks',
      'documents',
      'member_files',
      'member_file_entries',
    ],
    ...own,
    deleted: 'stays',
    erased: 'stays',
  },
  /** Three years from the closing, or the report: a broker must store the record. */
  closings: {
    what: 'Closings and shares of them, what they did to them, and what stays due',
    tables: [
      'closings',
      'closing_shares',
      'closing_events',
      'closing_corrections',
      'closing_charges',
      'dues',
      'paid_figures',
    ],
    ...own,
    deleted: 'stays',
    erased: 'stays',
  },
  ownedLeads: { what: 'Leads assigned to them', tables: [], ...ofOffice },
  approving: { what: 'Approving closings', tables: [], ...ofOffice },
  signing: { what: 'Signing agreements for the broker', tables: ['agreement_signers'], ...ofOffice },
  /** Three years more after they ended: a broker must be able to show them. */
  agreements: {
    what: 'Agreements and fees, and what was done on the way to them',
    tables: [
      'agreements',
      'agreement_versions',
      'agreement_settings',
      'fee_versions',
      'applications',
      'application_events',
    ],
    ...own,
    deleted: 'stays',
    erased: 'stays',
  },
  notes: {
    what: 'Comments on posts of others, notes and events of leads, reports',
    tables: ['comments', 'lead_notes', 'lead_events', 'reports', 'kept_reports'],
    ...work,
  },
  records: {
    what: 'Audit log, security log, registers of privacy and of imports',
    tables: [
      'compliance_settings',
      'audit_log',
      'security_log',
      'privacy_requests',
      'legal_holds',
      'tombstones',
      'imported_ids',
    ],
    ...work,
  },
} as const satisfies Record<string, Holding>;
