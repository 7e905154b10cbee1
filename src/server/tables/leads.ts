import type { Generated } from 'kysely';
import type { LeadEventKind, LeadStatus } from '../../shared/leads/lead-statuses.ts';
import { derived, derivedOfPerson, fact, ofOthers, open, personal, type RulesOf } from './rules.ts';
import type { Sized } from './sized.ts';

export interface LeadTables {
  contact_requests: ContactRequestRow & AboutSeveral & Trapped;
  lead_notes: LeadNoteRow & Sized & AboutSeveral;
  lead_events: LeadEventRow & AboutSeveral;
  lead_views: LeadViewRow;
  lead_templates: LeadTemplateRow;
  lead_settings: LeadSettingsRow;
  lead_digests: { user_id: string; wanted: boolean; sent_on: string | null };
}

/** Words of the office. */
export interface AboutSeveral {
  /** Written about several people, before leads were linked (docs/security.md S15.2). */
  shared: Generated<boolean>;
}

export interface Trapped {
  /** A field that people do not see was filled in. */
  trapped: Generated<boolean>;
}

export interface ContactRequestRow {
  id: string;
  first_name: string;
  last_name: string;
  phone: string;
  email: string;
  status: LeadStatus;
  spam: boolean;
  /** In the spam folder only because of the number of requests. */
  overflow: boolean;
  mail_id: string | null;
  created_at: string;
  owner_id: string | null;
  next_step: string | null;
  /** YYYY-MM-DD, in Los Angeles. */
  next_on: string | null;
  closed_reason: string | null;
  /** Since when the person waits for a call or mail; null once they got one. */
  waiting_since: string | null;
  first_contact_at: string | null;
  /** When admins were mailed that this person waits. */
  alerted_at: string | null;
  /** The immediate reply. */
  reply_id: string | null;
  /** The lead of the same email address; null for a lead. Never that of another that is joined. */
  joined_to: string | null;
  /** The first of the leads that may be one person; null for the first itself and without others. */
  linked_to: string | null;
  /** The phone number in E.164; null where it is not clearly one person's. */
  phone_key: string | null;
  /** The account that the lead has become. */
  member_id: string | null;
  referred_by: string | null;
  license: string | null;
  brokerage: string | null;
  deals_a_year: number | null;
  /** JSON of LeadSource. */
  source: string | null;
  /** The query of the calculator (shared/fees/calculator-link.ts). */
  calculation: string | null;
  /** Version of shared/contact/phone-consent.ts next to the phone number; null where none was shown. */
  phone_consent: number | null;
  /** Null for none. */
  message: string | null;
}

export const contactRequestColumns = [
  'id',
  'first_name',
  'last_name',
  'phone',
  'email',
  'status',
  'spam',
  'overflow',
  'mail_id',
  'created_at',
  'owner_id',
  'next_step',
  'next_on',
  'closed_reason',
  'waiting_since',
  'first_contact_at',
  'alerted_at',
  'reply_id',
  'joined_to',
  'linked_to',
  'phone_key',
  'member_id',
  'referred_by',
  'license',
  'brokerage',
  'deals_a_year',
  'source',
  'calculation',
  'phone_consent',
  'message',
] as const satisfies (keyof ContactRequestRow)[];

/** Everything that happened to a lead, in the order of ids. */
export interface LeadEventRow {
  id: string;
  lead_id: string;
  kind: LeadEventKind;
  author_id: string | null;
  /** The name at that moment: an event outlives its author's account. */
  author_name: string;
  text: string;
  /** JSON of what an undo restores, or of the other lead. */
  undo: string | null;
  /** Shared by the events of one change of many leads. */
  batch_id: string | null;
  created_at: string;
}

/** A filter of the list of leads that an admin has named. */
export interface LeadViewRow {
  id: string;
  user_id: string;
  name: string;
  /** The query of the list's address, without '?'. */
  query: string;
  created_at: string;
}

export interface LeadTemplateRow {
  id: string;
  name: string;
  subject: string;
  text: string;
  created_at: string;
}

export interface LeadSettingsRow {
  /** Always 1. */
  id: number;
  /** Whether everyone who writes gets a mail at once. */
  replies: boolean;
  /** Used by versions before 0065; the words are in mail_texts. */
  reply_subject: string;
  reply_text: string;
  /** Working hours after which admins are mailed; 0 for never. */
  alert_hours: number;
  /** Hours of the day in Los Angeles. */
  opens_at: number;
  closes_at: number;
}

export interface LeadNoteRow {
  id: string;
  lead_id: string;
  /** The name at that moment: a note outlives its author's account. */
  author_name: string;
  author_id: string | null;
  text: string;
  created_at: string;
}

export const leadRules: RulesOf<LeadTables> = {
  contact_requests: {
    holds: 'leads and their inquiries',
    category: 'contact',
    person: { id: 'lead', email: 'address' },
    heldBack: ['next_step', 'closed_reason'],
    columns: {
      id: fact,
      first_name: personal('first and last name'),
      last_name: fact,
      phone: personal('phone number'),
      email: personal('email address'),
      status: fact,
      spam: fact,
      overflow: derivedOfPerson,
      trapped: derivedOfPerson,
      mail_id: fact,
      created_at: fact,
      owner_id: ofOthers,
      next_step: personal('our next step, and why a request was closed'),
      next_on: fact,
      closed_reason: fact,
      waiting_since: fact,
      first_contact_at: fact,
      alerted_at: derivedOfPerson,
      reply_id: fact,
      joined_to: fact,
      linked_to: ofOthers,
      phone_key: derivedOfPerson,
      member_id: fact,
      referred_by: { ...ofOthers, label: 'which member referred you' },
      license: personal('license number, current brokerage and deals per year, if you say them'),
      brokerage: fact,
      deals_a_year: fact,
      source: personal('where you came from: campaign, referring site, first page'),
      calculation: personal('what you entered in the calculator'),
      phone_consent: personal('which text about calls and messages stood beside your phone number'),
      message: personal('what you write in the message'),
      shared: derivedOfPerson,
    },
  },
  lead_notes: {
    holds: 'notes of admins on leads',
    category: 'contact',
    person: { lead_id: 'lead', author_id: 'user' },
    othersBy: { author_id: 'all' },
    heldBack: 'all',
    stays: 'a note on a lead, without its author when the author is erased',
    columns: {
      id: fact,
      lead_id: fact,
      author_name: { ...ofOthers, erased: 'blanked' },
      author_id: { ...ofOthers, erased: 'unlinked' },
      text: personal('our notes about the request'),
      created_at: fact,
      bytes: derivedOfPerson,
      shared: derivedOfPerson,
    },
  },
  lead_events: {
    holds: 'what happened to leads',
    category: 'contact',
    person: { lead_id: 'lead', author_id: 'user' },
    heldBack: 'all',
    stays: 'an event of a lead, without its author when the author is erased',
    columns: {
      id: fact,
      lead_id: fact,
      kind: fact,
      author_id: { ...ofOthers, erased: 'unlinked' },
      author_name: { ...ofOthers, erased: 'blanked' },
      text: personal('what we did about the request'),
      undo: derivedOfPerson,
      batch_id: derivedOfPerson,
      created_at: fact,
      shared: derivedOfPerson,
    },
  },
  lead_views: {
    holds: 'filters that admins have saved',
    category: 'account',
    person: { user_id: 'user' },
    columns: { id: fact, user_id: fact, name: personal('saved filters'), query: fact, created_at: fact },
  },
  lead_templates: {
    holds: 'templates of emails to leads',
    person: {},
    columns: { id: derived, name: open, subject: open, text: open, created_at: derived },
  },
  lead_settings: {
    holds: 'how leads are answered',
    person: {},
    columns: {
      id: derived,
      replies: derived,
      reply_subject: open,
      reply_text: open,
      alert_hours: derived,
      opens_at: derived,
      closes_at: derived,
    },
  },
  lead_digests: {
    holds: 'who gets the morning mail about leads',
    category: 'account',
    person: { user_id: 'user' },
    columns: { user_id: fact, wanted: fact, sent_on: fact },
  },
};
