import type { HeldData } from '../../../shared/policy-versions.ts';
import type { PostgresSearchTables, SqliteSearchTables, Tables } from './tables.ts';

/** docs/security.md S5.1 */
export type DataClass = 'public' | 'personal' | 'secret' | 'derived';

/**
 * What erasing a person does. 'deleted': the row goes. 'unlinked': the row stays and no longer refers to the person.
 * 'blanked': the row stays without the value. 'stays': nothing, as the value is about nobody or no longer about them.
 */
export type Erasure = 'deleted' | 'unlinked' | 'blanked' | 'stays';

export interface ColumnRule {
  class: DataClass;
  /** In words of the privacy policy; absent for ids, dates and the like. */
  label?: string;
  /** In the export of the person that it is about. */
  exported: boolean;
  erased: Erasure;
}

/** What of a person the column holds. 'object' is the id of any of them. */
export type PersonKey = 'user' | 'address' | 'lead' | 'object';

export interface TableRule<Columns extends PropertyKey = string> {
  holds: string;
  /** Absent where nothing is personal. */
  category?: CategoryName;
  /** How the rows about a person are found. */
  person: { [Column in Columns]?: PersonKey };
  /** Columns that are other people's in rows found by this one, or 'all': such rows are not exported. */
  othersBy?: { [Column in Columns]?: readonly Columns[] | 'all' };
  /**
   * What concerns several people where the column `shared` is true: these columns, or all of the row. No export has it, and
   * the erasure of one of them leaves it, until a person has looked (docs/security.md S15.2).
   */
  heldBack?: readonly Columns[] | 'all';
  /** Why something stays after an erasure. */
  stays?: string;
  columns: Record<Columns, ColumnRule>;
}

/** Both engines: what either has is declared. */
export type AllTables = Tables & PostgresSearchTables & SqliteSearchTables;

export type DataMap = { readonly [Table in keyof AllTables]: TableRule<keyof AllTables[Table]> };

export interface Category {
  title: string;
  why: string;
  kept: string;
}

/** The rows of the privacy policy's table; what each holds comes from the labels below. */
export const categories = {
  contact: {
    title: 'Contact requests',
    why: 'To answer you about joining the brokerage; you asked us to, before a possible contract.',
    kept: '22 months after it was sent',
  },
  account: {
    title: 'Accounts of agents and staff',
    why: 'To provide the account.',
    kept: 'until it is deleted, at most 22 months after the last sign-in',
  },
  sessions: {
    title: 'Sign-ins and devices',
    why: 'To protect the account: members see and end their sessions.',
    kept: 'a session 7 days at most, a known device 180 days after its last sign-in',
  },
  profile: {
    title: 'Profiles',
    why: 'To show members to each other, as far as they choose to.',
    kept: 'as long as the account',
  },
  posts: {
    title: 'Posts, comments and likes',
    why: 'To let members talk to each other.',
    kept: 'as long as the account; comments on posts of others stay without the name',
  },
  content: {
    title: 'Articles, testimonials and their pictures',
    why: 'To run the public site.',
    kept: 'as long as the article or testimonial; the link to its editor, and what is not published, as long as the account',
  },
  moderation: {
    title: 'Reports',
    why: 'To look into complaints about posts and comments.',
    kept: '22 months',
  },
  mails: {
    title: 'Emails to you',
    why: 'To deliver them, and to see whether they arrived.',
    kept: '90 days; emails about a contact request as long as the request',
  },
  security: {
    title: 'Security log',
    why: 'To find out who got in, or tried to.',
    kept: '12 months',
  },
  audit: {
    title: 'Record of changes',
    why: 'To see who changed what, if something goes wrong or is misused.',
    kept: '22 months',
  },
  requests: {
    title: 'Privacy requests',
    why: 'To answer them, and to prove that we did; the law asks for it.',
    kept: '24 months, the names 22 months',
  },
  supervision: {
    title: 'What members acknowledged, and what the office checked of them',
    why: 'To supervise, and to be able to show it: the law asks brokers to.',
    kept: 'as long as the account, and three years after it has been deleted',
  },
  visits: {
    title: 'Every visit',
    why: 'To keep the site from being flooded: requests are counted for a short time.',
    kept: 'a day at most',
  },
} as const satisfies Record<string, Category>;

export type CategoryName = keyof typeof categories;

const derived: ColumnRule = { class: 'derived', exported: false, erased: 'stays' };
/** Of a row that goes with the person. */
const derivedOfPerson: ColumnRule = { ...derived, erased: 'deleted' };
const secret: ColumnRule = { class: 'secret', exported: false, erased: 'deleted' };
const open: ColumnRule = { class: 'public', exported: false, erased: 'stays' };
/** The id, dates and states of a row that goes with the person. */
const fact: ColumnRule = { class: 'personal', exported: true, erased: 'deleted' };
/** The same of a row that stays. */
const factThatStays: ColumnRule = { ...fact, erased: 'stays' };
/** Refers to the person from a row that stays. */
const link: ColumnRule = { class: 'personal', exported: false, erased: 'unlinked' };
/** Other people's data in a row about the person. */
const ofOthers: ColumnRule = { class: 'personal', exported: false, erased: 'deleted' };
const personal = (label: string): ColumnRule => ({ ...fact, label });
const blanked = (label: string): ColumnRule => ({ ...fact, label, erased: 'blanked' });

/**
 * What every column of every table holds, and what an export and an erasure do to it. An undeclared column does not
 * compile; docs/privacy.md and the privacy policy are made from it.
 */
export const dataMap: DataMap = {
  users: {
    holds: 'accounts',
    category: 'account',
    person: { id: 'user', email: 'address' },
    columns: {
      id: fact,
      name: personal('name'),
      email: personal('email address'),
      avatar_url: personal('picture'),
      password_hash: secret,
      admin: fact,
      suspended_at: fact,
      second_factor: fact,
      failed_sign_ins: derivedOfPerson,
      feed_bytes: derivedOfPerson,
      last_sign_in_at: personal('time of the last sign-in'),
      adult_confirmed_at: personal('confirmation of age'),
      policy_accepted: personal('version of this policy that was accepted'),
      imported_at: fact,
      created_at: fact,
    },
  },
  sessions: {
    holds: 'active sessions',
    category: 'sessions',
    person: { user_id: 'user' },
    columns: {
      id: fact,
      user_id: fact,
      token_hash: secret,
      user_agent: personal('name of the browser'),
      address: personal('network address'),
      created_at: personal('times of signing in and of use'),
      last_used_at: fact,
      device_id: fact,
      factor_proven_at: fact,
      last_write: derivedOfPerson,
    },
  },
  known_devices: {
    holds: 'browsers that have signed in before',
    category: 'sessions',
    person: { user_id: 'user' },
    columns: {
      id: fact,
      user_id: fact,
      token_hash: secret,
      user_agent: personal('name of the browser'),
      address: personal('network address'),
      created_at: fact,
      last_used_at: fact,
      failed_sign_ins: derivedOfPerson,
    },
  },
  totp_factors: {
    holds: 'authenticator apps; the key that their seeds are encrypted by is not in the database',
    category: 'sessions',
    person: { user_id: 'user' },
    columns: {
      user_id: fact,
      sealed_secret: secret,
      last_step: derivedOfPerson,
      created_at: fact,
      enabled_at: fact,
    },
  },
  passkeys: {
    holds: 'passkeys',
    category: 'sessions',
    person: { user_id: 'user' },
    columns: {
      id: fact,
      user_id: fact,
      name: personal('names of passkeys'),
      credential_id: secret,
      public_key: secret,
      counter: derivedOfPerson,
      created_at: fact,
      last_used_at: fact,
    },
  },
  recovery_codes: {
    holds: 'recovery codes, hashed',
    category: 'sessions',
    person: { user_id: 'user' },
    columns: { code_hash: secret, user_id: fact },
  },
  passkey_challenges: {
    holds: 'questions to passkeys, for minutes',
    category: 'sessions',
    person: { user_id: 'user' },
    columns: { challenge: secret, user_id: fact, expires_at: derivedOfPerson },
  },
  sign_in_tickets: {
    holds: 'sign-ins that wait for a second factor, for minutes',
    category: 'sessions',
    person: { user_id: 'user' },
    columns: { token_hash: secret, user_id: fact, tries: derivedOfPerson, expires_at: derivedOfPerson },
  },
  setup_links: {
    holds: 'the link that makes the first admin',
    person: {},
    columns: { token_hash: { ...secret, erased: 'stays' }, expires_at: derived },
  },
  password_links: {
    holds: 'links of invitations and resets',
    category: 'account',
    person: { user_id: 'user' },
    columns: { token_hash: secret, user_id: fact, kind: fact, expires_at: fact },
  },
  bulk_invitations: {
    holds: 'lists of people who were invited together',
    category: 'account',
    person: { created_by: 'user' },
    stays: 'a list, without who sent it',
    columns: {
      id: factThatStays,
      created_by: link,
      file: open,
      created_at: factThatStays,
      finished_at: factThatStays,
    },
  },
  bulk_invitation_rows: {
    holds: 'the rows of these lists, for 30 days',
    category: 'account',
    person: { user_id: 'user', email: 'address' },
    columns: {
      list_id: derivedOfPerson,
      line: derivedOfPerson,
      name: personal('name in a list of invitations'),
      email: personal('email address in a list of invitations'),
      result: fact,
      reason: derivedOfPerson,
      user_id: fact,
      mail_id: derivedOfPerson,
    },
  },
  articles: {
    holds: 'articles',
    category: 'content',
    person: { author_id: 'user', saved_by: 'user' },
    stays: 'what the brokerage has published',
    columns: {
      id: open,
      title: open,
      slug: open,
      snippet: open,
      text: open,
      html: derived,
      minutes: derived,
      url: open,
      version: derived,
      published_at: open,
      due_at: open,
      author_id: { ...link, label: 'who wrote it and saved it last' },
      saved_by: link,
      cover_id: open,
      cover_alt: open,
      created_at: open,
      updated_at: open,
      bytes: derived,
    },
  },
  article_slugs: {
    holds: 'addresses that articles had',
    person: {},
    columns: { slug: open, article_id: open },
  },
  article_images: {
    holds: 'which pictures the texts of an article have shown',
    person: {},
    columns: { article_id: open, image_id: open },
  },
  article_versions: {
    holds: 'earlier versions of articles',
    category: 'content',
    person: { saved_by: 'user' },
    stays: 'what the brokerage has published',
    columns: {
      id: open,
      article_id: open,
      title: open,
      slug: open,
      snippet: open,
      text: open,
      url: open,
      saved_by: link,
      saved_at: open,
      bytes: derived,
    },
  },
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
  site_images: {
    holds: 'which pictures the versions of the site settings show',
    person: {},
    columns: { image_id: open, version: derived },
  },
  working_copies: {
    holds: 'what members have written of articles and not published',
    category: 'content',
    person: { user_id: 'user' },
    columns: {
      id: fact,
      user_id: fact,
      article_id: fact,
      version: derivedOfPerson,
      title: personal('articles that a member is writing'),
      slug: fact,
      url: fact,
      snippet: fact,
      text: fact,
      cover_id: fact,
      cover_alt: fact,
      base: derivedOfPerson,
      saved_at: fact,
      bytes: derivedOfPerson,
    },
  },
  working_copy_images: {
    holds: 'which pictures are in what members write',
    person: {},
    columns: { copy_id: derivedOfPerson, image_id: derivedOfPerson },
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
  images: {
    holds: 'uploaded pictures, the files of which are in the image store',
    category: 'content',
    person: { owner_id: 'user' },
    stays: 'pictures of articles and testimonials; photos of the profile go',
    columns: {
      id: factThatStays,
      owner_id: { ...link, label: 'pictures that a member uploaded' },
      kind: factThatStays,
      width: factThatStays,
      height: factThatStays,
      created_at: factThatStays,
      unfinished_since: derived,
      unused_since: derived,
      purge_started_at: derived,
      bytes: derived,
    },
  },
  content_version: {
    holds: 'a counter of changes of the public site',
    person: {},
    columns: { id: derived, version: derived },
  },
  contact_requests: {
    holds: 'contact requests',
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
      phone_key: derivedOfPerson,
      member_id: fact,
      referred_by: { ...ofOthers, label: 'which member referred you' },
      license: personal('license number, present brokerage and deals a year, if you say them'),
      brokerage: fact,
      deals_a_year: fact,
      source: personal('where you came from: campaign, referring site, first page'),
      calculation: personal('what you entered in the calculator'),
      phone_consent: personal('which text about calls and messages stood beside your phone number'),
      shared: derivedOfPerson,
    },
  },
  lead_notes: {
    holds: 'notes of admins on contact requests',
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
    holds: 'what happened to contact requests',
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
  mail_texts: {
    holds: 'words of emails that admins have changed',
    person: {},
    columns: {
      kind: open,
      subject: open,
      text: open,
      button: open,
      version: derived,
      changed_at: derived,
    },
  },
  lead_digests: {
    holds: 'who gets the morning mail about leads',
    category: 'account',
    person: { user_id: 'user' },
    columns: { user_id: fact, wanted: fact, sent_on: fact },
  },
  mails: {
    holds: 'emails waiting, sent and failed',
    category: 'mails',
    person: { user_id: 'user', recipient: 'address', reply_to: 'address' },
    columns: {
      id: fact,
      user_id: fact,
      link: fact,
      for_admins: fact,
      recipient: personal('email address'),
      reply_to: fact,
      subject: personal('the words of the mail'),
      text: fact,
      html: { ...fact, exported: false },
      sealed_letter: secret,
      state: fact,
      attempts: derivedOfPerson,
      first_attempt_at: derivedOfPerson,
      next_attempt_at: derivedOfPerson,
      last_error: derivedOfPerson,
      created_at: fact,
      sent_at: fact,
    },
  },
  rate_limits: {
    holds: 'counts of requests, gone when their time is over',
    category: 'visits',
    person: {},
    stays: 'nothing beyond a day',
    columns: {
      key: { class: 'personal', label: 'network address or account', exported: false, erased: 'stays' },
      hits: derived,
      resets_at: derived,
    },
  },
  profiles: {
    holds: 'profiles of members',
    category: 'profile',
    person: { user_id: 'user' },
    columns: {
      user_id: fact,
      id: fact,
      status: personal('professional status'),
      company: personal('company'),
      website: personal('website'),
      location: personal('location'),
      githubusername: personal('GitHub name'),
      bio: personal('biography'),
      image_id: personal('photo'),
      license: personal('license number'),
      phone: personal('phone number'),
      skills: personal('skills'),
      service_areas: personal('service areas'),
      languages: personal('languages'),
      social: personal('links to social networks'),
      visible: fact,
      hidden: fact,
      search_text: derivedOfPerson,
      version: derivedOfPerson,
      created_at: fact,
      updated_at: fact,
    },
  },
  licenses: {
    holds: 'license numbers with their dates',
    category: 'profile',
    person: { user_id: 'user', verified_by: 'user' },
    stays: 'that a license was verified, without who did it',
    columns: {
      user_id: fact,
      number: personal('license number'),
      expires_on: personal('date when the license expires'),
      verified_at: fact,
      verified_by: { ...ofOthers, erased: 'unlinked' },
      reminded: derivedOfPerson,
      updated_at: fact,
    },
  },
  onboarding_template: {
    holds: 'the steps that new and leaving members get',
    person: {},
    columns: {
      id: open,
      plan: open,
      position: open,
      title: open,
      text: open,
      who: open,
      page: open,
      page_version: open,
      page_id: open,
      due_days: open,
    },
  },
  onboarding_steps: {
    holds: 'steps of joining and of leaving',
    category: 'account',
    person: { user_id: 'user', done_by: 'user' },
    stays: 'that a step of another member was done, without who did it',
    columns: {
      id: fact,
      user_id: fact,
      plan: fact,
      position: derivedOfPerson,
      title: personal('steps of joining and leaving, and when they were done'),
      text: fact,
      who: fact,
      page: fact,
      page_version: fact,
      page_id: fact,
      due_on: fact,
      done_at: fact,
      done_by: { ...ofOthers, erased: 'unlinked' },
      created_at: fact,
    },
  },
  handbook_chapters: {
    holds: 'chapters of the handbook',
    person: {},
    columns: { id: open, title: open, position: open, created_at: open },
  },
  handbook_pages: {
    holds: 'what a page of the handbook has beside its article: its place and who is asked to acknowledge it',
    person: {},
    columns: {
      id: open,
      chapter_id: open,
      position: open,
      public: open,
      published_at: open,
      deleted_at: open,
      edition: open,
      audience: open,
      due_days: open,
      asked_edition: open,
      new_since: open,
      note: open,
    },
  },
  handbook_editions: {
    holds: 'every text of the handbook that members were shown',
    category: 'content',
    person: { saved_by: 'user' },
    stays: 'what the brokerage has published',
    columns: {
      page_id: open,
      edition: open,
      title: open,
      text: open,
      note: open,
      saved_by: link,
      saved_at: open,
    },
  },
  handbook_files: {
    holds: 'PDFs on pages of the handbook',
    category: 'content',
    person: { added_by: 'user' },
    stays: 'what the brokerage has published',
    columns: { id: open, page_id: open, added_by: link, created_at: open },
  },
  handbook_words: {
    holds: 'the words of the handbook, for its search',
    person: {},
    columns: { word: derived, page_id: derived },
  },
  handbook_asks: {
    holds: 'which pages of the handbook a member is asked to acknowledge',
    category: 'account',
    person: { user_id: 'user' },
    columns: {
      user_id: fact,
      page_id: fact,
      due_on: fact,
      asked_at: fact,
      done_edition: fact,
      done_at: fact,
    },
  },
  handbook_acknowledgements: {
    holds: 'who acknowledged which version of a page of the handbook, when, and on which device',
    category: 'supervision',
    person: { user_id: 'user' },
    stays:
      'the acknowledgement with the name, for three years after leaving: a broker must be able to show it',
    columns: {
      id: factThatStays,
      page_id: factThatStays,
      user_id: link,
      user_name: { ...factThatStays, label: 'name beside what was acknowledged' },
      edition: factThatStays,
      device: { ...factThatStays, label: 'kind of device of an acknowledgement' },
      created_at: { ...factThatStays, label: 'pages of the handbook that were acknowledged, and when' },
      left_at: derived,
    },
  },
  member_checks: {
    holds: 'what the office has checked of members, when, and who did',
    category: 'supervision',
    person: { user_id: 'user', by_id: 'user' },
    othersBy: { by_id: 'all' },
    stays: 'the check with the name, for three years after leaving: a broker must be able to show it',
    columns: {
      id: factThatStays,
      user_id: link,
      user_name: { ...factThatStays, label: 'name beside what was checked' },
      kind: factThatStays,
      ticked: factThatStays,
      day: { ...factThatStays, label: 'what the office checked, and on which day' },
      note: factThatStays,
      by_id: link,
      by_name: { ...factThatStays, exported: false },
      created_at: factThatStays,
      left_at: derived,
    },
  },
  documents: {
    holds: 'private files, which lie in the image store: agreements, letters, certificates',
    category: 'supervision',
    person: { user_id: 'user' },
    stays: 'what the brokerage must keep; the feature that the file belongs to says how long',
    columns: {
      id: factThatStays,
      name: { ...factThatStays, label: 'names of files' },
      type: factThatStays,
      sha256: derived,
      size: derived,
      user_id: link,
      created_at: factThatStays,
    },
  },
  handbook_reminders: {
    holds: 'when a member was last reminded of pages to acknowledge',
    category: 'account',
    person: { user_id: 'user' },
    columns: { user_id: fact, sent_at: fact },
  },
  experience: {
    holds: 'work experience in profiles',
    category: 'profile',
    person: { user_id: 'user' },
    columns: {
      id: fact,
      user_id: fact,
      title: personal('work experience'),
      company: fact,
      location: fact,
      from_day: fact,
      to_day: fact,
      is_current: fact,
      description: fact,
    },
  },
  education: {
    holds: 'education in profiles',
    category: 'profile',
    person: { user_id: 'user' },
    columns: {
      id: fact,
      user_id: fact,
      school: personal('education'),
      degree: fact,
      fieldofstudy: fact,
      from_day: fact,
      to_day: fact,
      is_current: fact,
      description: fact,
    },
  },
  posts: {
    holds: 'posts of members',
    category: 'posts',
    person: { user_id: 'user' },
    columns: {
      id: fact,
      user_id: fact,
      text: personal('posts'),
      like_count: derivedOfPerson,
      comment_count: derivedOfPerson,
      pinned_at: fact,
      edited_at: fact,
      created_at: fact,
      mentions: ofOthers,
      bytes: derivedOfPerson,
    },
  },
  post_likes: {
    holds: 'likes of posts',
    category: 'posts',
    person: { user_id: 'user' },
    columns: { post_id: fact, user_id: { ...fact, label: 'likes' }, id: fact, created_at: fact },
  },
  comments: {
    holds: 'comments on posts',
    category: 'posts',
    person: { user_id: 'user' },
    stays:
      'comments on posts of others, as those of a former member, so that the conversation can be followed',
    columns: {
      id: factThatStays,
      post_id: factThatStays,
      user_id: link,
      text: { ...factThatStays, label: 'comments' },
      created_at: factThatStays,
      mentions: { ...ofOthers, erased: 'stays' },
      bytes: derived,
    },
  },
  feed_events: {
    holds: 'what the live feed has to send, gone within a day',
    person: { user_id: 'user' },
    columns: {
      position: derived,
      kind: derived,
      post_id: derived,
      comment_id: derived,
      user_id: derived,
      created_at: derived,
    },
  },
  feed_position: {
    holds: 'a counter of the live feed',
    person: {},
    columns: { id: derived, position: derived },
  },
  notifications: {
    holds: 'notifications of members',
    category: 'posts',
    person: { user_id: 'user', actor_id: 'user' },
    othersBy: { actor_id: 'all' },
    stays: 'notifications of others, without the name and the words',
    columns: {
      id: fact,
      user_id: fact,
      kind: fact,
      actor_id: { ...ofOthers, erased: 'unlinked' },
      post_id: fact,
      comment_id: fact,
      removed: fact,
      text: blanked('notifications'),
      reason: fact,
      created_at: fact,
      read_at: fact,
    },
  },
  reports: {
    holds: 'reports of posts and comments',
    category: 'moderation',
    person: { reporter_id: 'user' },
    stays: 'a report while its post stays, without the reporter',
    columns: {
      id: factThatStays,
      post_id: factThatStays,
      comment_id: factThatStays,
      reporter_id: link,
      reason: { ...factThatStays, label: 'reason and words of a report' },
      details: blanked('reason and words of a report'),
      created_at: factThatStays,
      resolved_at: factThatStays,
    },
  },
  idempotency_keys: {
    holds: 'answers to repeat when a request comes again, gone within a day',
    category: 'visits',
    person: { user_id: 'user' },
    columns: {
      id: derivedOfPerson,
      user_id: { ...ofOthers, label: 'network address or account' },
      call: derivedOfPerson,
      fingerprint: derivedOfPerson,
      // May hold tokens.
      answer: secret,
      created_at: derivedOfPerson,
    },
  },
  audit_log: {
    holds: 'changes by staff and admins',
    category: 'audit',
    person: { object_id: 'object', actor_id: 'user' },
    othersBy: { actor_id: ['object_id', 'object_name', 'details'] },
    stays: 'what was done and when, to prove what was done, without the name',
    columns: {
      id: factThatStays,
      // Of an erased user, it leads nowhere.
      actor_id: { ...link, erased: 'stays' },
      actor_name: { ...blanked('name of who changed something, and of whom it concerns'), exported: false },
      action: factThatStays,
      object_id: factThatStays,
      object_name: blanked('name of who changed something, and of whom it concerns'),
      details: blanked('what was changed'),
      created_at: factThatStays,
    },
  },
  security_log: {
    holds: 'sign-ins, failures and refusals, for 12 months',
    category: 'security',
    person: { user_id: 'user' },
    stays: 'for 12 months, without a name, so that the chain of the log can be verified',
    columns: {
      number: derived,
      id: factThatStays,
      event: { ...factThatStays, label: 'sign-ins, failed ones and refused calls' },
      detail: factThatStays,
      user_id: { ...factThatStays, exported: false },
      address: { ...factThatStays, label: 'network address' },
      device: { ...factThatStays, label: 'kind of device' },
      request_id: factThatStays,
      created_at: factThatStays,
      hash: derived,
      proof: derived,
    },
  },
  sealing_key: {
    holds: 'a text by which a start sees whether its SECRETS_KEY is the right one',
    person: {},
    columns: { name: derived, sealed: derived },
  },
  privacy_requests: {
    holds: 'the register of privacy requests',
    category: 'requests',
    person: { user_id: 'user', email: 'address' },
    stays: 'for 24 months that a request was made and answered, as the law asks; the names for 22',
    columns: {
      id: factThatStays,
      kind: { ...factThatStays, label: 'what you asked for' },
      name: { ...factThatStays, label: 'name' },
      email: { ...factThatStays, label: 'email address' },
      details: { ...factThatStays, label: 'details that you gave' },
      user_id: { ...link, exported: true },
      token_hash: { ...secret, erased: 'stays' },
      verified_at: factThatStays,
      verified_how: factThatStays,
      received_at: factThatStays,
      acknowledge_by: derived,
      acknowledged_at: factThatStays,
      due_at: derived,
      extension: factThatStays,
      closed_at: factThatStays,
      outcome: factThatStays,
      answer: { ...factThatStays, label: 'our answer' },
      warned_at: derived,
      came_by: factThatStays,
      link_sent_at: derived,
    },
  },
  legal_holds: {
    holds: 'whose data must not be erased, for legal reasons',
    category: 'requests',
    person: { email: 'address', placed_by: 'user' },
    stays: 'a legal hold, for as long as it lasts',
    columns: {
      id: { ...factThatStays, exported: false },
      email: { ...factThatStays, exported: false },
      reason: { ...factThatStays, exported: false },
      review_on: { ...factThatStays, exported: false },
      placed_by: link,
      placed_at: { ...factThatStays, exported: false },
      reminded_at: derived,
    },
  },
  webhooks: {
    holds: 'other systems that are sent events',
    person: {},
    columns: {
      id: derived,
      kind: open,
      name: open,
      url: open,
      events: open,
      secret: { ...secret, erased: 'stays' },
      former_secret: { ...secret, erased: 'stays' },
      former_until: derived,
      disabled_at: derived,
      disabled_reason: derived,
      paused_until: derived,
      created_at: derived,
    },
  },
  webhook_makers: {
    holds: 'who added which of these systems',
    category: 'account',
    person: { user_id: 'user' },
    columns: { webhook_id: fact, user_id: fact },
  },
  webhook_deliveries: {
    holds: 'what was sent to other systems in the last 30 days',
    category: 'contact',
    person: { lead_id: 'lead', user_id: 'user' },
    columns: {
      id: derivedOfPerson,
      webhook_id: derivedOfPerson,
      event: derivedOfPerson,
      lead_id: derivedOfPerson,
      user_id: derivedOfPerson,
      payload: derivedOfPerson,
      state: derivedOfPerson,
      attempts: derivedOfPerson,
      first_attempt_at: derivedOfPerson,
      next_attempt_at: derivedOfPerson,
      last_status: derivedOfPerson,
      last_error: derivedOfPerson,
      created_at: derivedOfPerson,
      delivered_at: derivedOfPerson,
    },
  },
  api_tokens: {
    holds: 'tokens by which other systems call the API',
    category: 'account',
    person: { created_by: 'user' },
    columns: {
      id: fact,
      name: fact,
      token_hash: secret,
      scopes: fact,
      created_by: fact,
      created_at: fact,
      expires_at: fact,
      last_used_at: fact,
    },
  },
  exports: {
    holds: 'exports of personal data that were asked for',
    category: 'requests',
    person: { email: 'address', requested_by: 'user' },
    othersBy: { requested_by: 'all' },
    columns: {
      id: fact,
      requested_by: ofOthers,
      email: personal('exports that were asked for, with their file for 7 days'),
      state: fact,
      rows_total: derivedOfPerson,
      rows_done: derivedOfPerson,
      bytes: derivedOfPerson,
      claimed_at: derivedOfPerson,
      created_at: fact,
      finished_at: fact,
    },
  },
  export_parts: {
    holds: 'the file of an export, gone after 7 days',
    person: {},
    columns: { export_id: derivedOfPerson, number: derivedOfPerson, bytes: derivedOfPerson },
  },
  tombstones: {
    holds: 'what was erased, so that no restored backup brings it back',
    category: 'requests',
    person: { id: 'user' },
    stays:
      'an id without anything else, or a keyed hash of the email address: it has to be erased from restored backups',
    columns: {
      id: { ...factThatStays, exported: false },
      kind: derived,
      email_hash: { ...factThatStays, exported: false },
      erased_at: derived,
      finished_at: derived,
    },
  },
  visit_sums: {
    holds: 'how often public pages were read, a day; nothing about who read them',
    person: {},
    columns: { day: derived, event: derived, path: derived, source: derived, hits: derived },
  },
  jobs: {
    holds: 'when each job ran',
    person: {},
    columns: { name: derived, started_at: derived, succeeded_at: derived },
  },
  migrations: {
    holds: 'when each migration was applied',
    person: {},
    columns: { name: derived, oldest: derived, applied_at: derived },
  },
  backups: {
    holds: 'backups that were tried',
    person: {},
    columns: {
      id: derived,
      file: derived,
      bytes: derived,
      started_at: derived,
      finished_at: derived,
      checked_at: derived,
      error: derived,
    },
  },
  locks: { holds: 'names of locks', person: {}, columns: { name: derived } },
  secrets: {
    holds: 'keys of the server',
    person: {},
    columns: { name: derived, value: { ...secret, erased: 'stays' } },
  },
  imported_ids: {
    holds: 'ids of what was imported, so that nothing deleted is imported again',
    category: 'account',
    person: { id: 'user', became: 'user' },
    stays: 'an id without anything else, so that the person is not imported again',
    columns: { id: { ...factThatStays, exported: false }, became: link },
  },
  member_names: {
    holds: 'beginnings of names, to find whom to mention',
    person: {},
    columns: { user_id: derivedOfPerson, text: derivedOfPerson, later: derivedOfPerson },
  },
  member_numbers: {
    holds: 'numbers of profiles, for the search of the directory',
    person: {},
    columns: { number: derivedOfPerson, user_id: derivedOfPerson },
  },
  member_search: {
    holds: 'parts of names and profiles, for the search of the directory',
    person: {},
    columns: { user_id: derivedOfPerson, trigrams: derivedOfPerson, words: derivedOfPerson },
  },
  search_words: {
    holds: 'parts of names, titles, email addresses and phone numbers, for the search of everything',
    person: {},
    columns: { object_id: derivedOfPerson, field: derivedOfPerson, word: derivedOfPerson },
  },
  post_words: {
    holds: 'words of posts, for the search',
    person: {},
    columns: {
      post_id: derivedOfPerson,
      created_at: derivedOfPerson,
      words: derivedOfPerson,
      number: derivedOfPerson,
    },
  },
  post_search: {
    holds: 'the full-text index of posts',
    person: {},
    columns: { words: derivedOfPerson },
  },
};

/** The rows of the policy's table: what is held, named once each, why, and for how long. */
export function policyRows(): HeldData[] {
  const labels = new Map<string, Set<string>>();
  const rules: TableRule[] = Object.values(dataMap);
  for (const { category, columns } of rules) {
    if (!category) continue;
    const found = labels.get(category) ?? new Set();
    for (const { label } of Object.values(columns)) if (label) found.add(label);
    labels.set(category, found);
  }
  return Object.entries(categories).map(([name, category]) => ({
    ...category,
    what: [...(labels.get(name) ?? [])],
  }));
}
