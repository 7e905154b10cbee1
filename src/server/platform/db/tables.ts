import type { Generated, GeneratedAlways } from 'kysely';
import type { AgreementState, Capacity } from '../../../shared/agreements.contract.ts';
import type { AuditAction } from '../../../shared/audit-actions.ts';
import type { RowKind } from '../../../shared/bulk-invitations.contract.ts';
import type { FindingKind } from '../../../shared/findings.ts';
import type { Audience } from '../../../shared/handbook.contract.ts';
import type { StoredKind } from '../../../shared/images.ts';
import type {
  ApplicationEventKind,
  ApplicationState,
  LicenseFinding,
} from '../../../shared/joining.contract.ts';
import type { LeadEventKind, LeadStatus } from '../../../shared/lead-statuses.ts';
import type { MailState } from '../../../shared/mail-states.ts';
import type { MailTextKind } from '../../../shared/mail-text-kinds.ts';
import type { MemberCheckKind } from '../../../shared/member-checks.ts';
import type { EntryKind } from '../../../shared/member-file.ts';
import type { Doer, Plan } from '../../../shared/onboarding.contract.ts';
import type { PrivacyChannel, PrivacyKind } from '../../../shared/privacy-kinds.ts';
import type { ReportReason } from '../../../shared/report-reasons.ts';
import type { SecurityEvent } from '../../../shared/security-events.ts';
import type { VisitEvent } from '../../../shared/visit-events.ts';
import type { DeliveryState, testEvent, WebhookEvent, WebhookKind } from '../../../shared/webhook-events.ts';
import type { ClosingTables } from './closing-tables.ts';

export type LockName = 'users' | 'spam' | 'leads' | 'security-log' | 'limits';

/** Rows on both engines: timestamps are ISO-8601 strings, ids UUIDv7 strings. A test holds them to the schema. */
export interface Tables extends ClosingTables {
  users: UserRow & {
    second_factor: Generated<boolean>;
    /** The right "closings". */
    coordinator: Generated<boolean>;
    failed_sign_ins: Generated<number>;
    /** At least those of their posts and comments; null until these are added up (storage.service.ts). */
    feed_bytes: Generated<number | null>;
  };
  member_names: MemberNameRow;
  search_words: SearchWordRow;
  sessions: SessionRow;
  known_devices: KnownDeviceRow & { failed_sign_ins: Generated<number> };
  totp_factors: TotpFactorRow;
  passkeys: PasskeyRow;
  recovery_codes: { code_hash: string; user_id: string };
  passkey_challenges: { challenge: string; user_id: string | null; expires_at: string };
  sign_in_tickets: { token_hash: string; user_id: string; tries: number; expires_at: string };
  setup_links: SetupLinkRow;
  password_links: PasswordLinkRow;
  bulk_invitations: BulkInvitationListRow;
  bulk_invitation_rows: BulkInvitationRow;
  articles: ArticleRow & Sized;
  article_slugs: ArticleSlugRow;
  article_images: { article_id: string; image_id: string };
  article_versions: ArticleVersionRow & Sized;
  working_copies: WorkingCopyRow & Sized;
  working_copy_images: { copy_id: string; image_id: string };
  testimonials: TestimonialRow & Sized;
  images: ImageRow & { bytes: Generated<number> };
  documents: DocumentRow;
  member_checks: MemberCheckRow;
  site_settings: SiteSettingsRow;
  site_images: { image_id: string; version: number };
  content_version: { id: number; version: number };
  contact_requests: ContactRequestRow & AboutSeveral;
  lead_notes: LeadNoteRow & Sized & AboutSeveral;
  lead_events: LeadEventRow & AboutSeveral;
  lead_views: LeadViewRow;
  lead_templates: LeadTemplateRow;
  lead_settings: LeadSettingsRow;
  lead_digests: { user_id: string; wanted: boolean; sent_on: string | null };
  /** With `for_admins`, whether it is sent only while its user is an active admin. */
  mails: MailRow & { for_admins: Generated<boolean> };
  mail_texts: MailTextRow;
  rate_limits: { key: string; hits: number; resets_at: string };
  profiles: ProfileRow;
  licenses: LicenseRow;
  onboarding_template: TemplateStepRow & { page_id: Generated<string | null> };
  onboarding_steps: MemberStepRow & { page_id: Generated<string | null> };
  handbook_chapters: HandbookChapterRow;
  handbook_pages: HandbookPageRow;
  handbook_editions: HandbookEditionRow;
  /** The words of the present editions. */
  handbook_words: { word: string; page_id: string };
  handbook_asks: HandbookAskRow;
  handbook_acknowledgements: HandbookAcknowledgementRow;
  handbook_files: HandbookFileRow;
  handbook_reminders: { user_id: string; sent_at: string };
  agreement_settings: AgreementSettingsRow;
  agreement_versions: AgreementVersionRow;
  agreement_signers: AgreementSignerRow;
  agreements: AgreementRow;
  agreement_asks: AgreementAskRow;
  agreement_drafts: { document_id: string; created_at: string };
  applications: ApplicationRow;
  application_events: ApplicationEventRow;
  application_mails: { mail_id: string; application_id: string };
  member_files: MemberFileRow;
  member_file_entries: MemberFileEntryRow;
  member_file_findings: MemberFileFindingRow;
  compliance_settings: ComplianceSettingsRow;
  experience: ExperienceRow;
  education: EducationRow;
  posts: PostRow & Sized;
  post_likes: PostLikeRow;
  comments: CommentRow & Sized;
  feed_events: FeedEventRow;
  feed_position: { id: number; position: number };
  notifications: NotificationRow;
  reports: ReportRow;
  idempotency_keys: IdempotencyKeyRow;
  audit_log: AuditRow;
  security_log: SecurityLogRow;
  sealing_key: { name: string; sealed: string };
  privacy_requests: PrivacyRequestRow;
  legal_holds: LegalHoldRow;
  exports: ExportRow;
  export_parts: ExportPartRow;
  tombstones: TombstoneRow;
  visit_sums: VisitSumRow;
  webhooks: WebhookRow;
  /** Who added each, or turned it on last; none when they have gone. */
  webhook_makers: { webhook_id: string; user_id: string };
  webhook_deliveries: WebhookDeliveryRow;
  api_tokens: ApiTokenRow;
  jobs: { name: string; started_at: string; succeeded_at: Generated<string | null> };
  backups: BackupRow;
  locks: { name: LockName };
  migrations: MigrationRow;
  secrets: { name: string; value: string };
  imported_ids: ImportedIdRow;
}

/** The columns of a table, for a query that joins others. */
export const columnsOf = <Table extends string, Column extends string>(
  table: Table,
  columns: readonly Column[],
) => columns.map((column) => `${table}.${column}` as const);

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

/** A try to make a backup, by the server or a command. */
export interface BackupRow {
  /** Also in the backup's manifest. */
  id: string;
  file: string;
  bytes: number | null;
  started_at: string;
  finished_at: string | null;
  /** When a drill restored it and found every row. */
  checked_at: string | null;
  error: string | null;
}

export interface MigrationRow {
  name: string;
  /** The oldest version that may run on this schema; null: only that which knows this migration. */
  oldest: string | null;
  applied_at: string;
}

/** Words of the office. */
export interface AboutSeveral {
  /** Written while the lead held inquiries of several addresses (docs/security.md S15.2). */
  shared: Generated<boolean>;
}

/** Bytes that count against the member's storage; generated by the database. */
export interface Sized {
  bytes: GeneratedAlways<number>;
}

export interface PostgresSearchTables {
  post_words: { post_id: string; created_at: string; words: string };
  member_search: { user_id: string; words: string; trigrams: string };
}

/** The same on SQLite: the full-text indexes refer to numbers, and return no words. */
export interface SqliteSearchTables {
  post_words: { number: number; post_id: string };
  post_search: { words: string | null };
  member_numbers: { number: number; user_id: string };
  member_search: { words: string | null };
}

/** Written by the database with each change of a name. */
export interface MemberNameRow {
  user_id: string;
  /** The name in lower case, or the rest of it from a later word on. */
  text: string;
  /** 0 for the whole name, else 1. */
  later: number;
}

/** Written by the database with each change of what it is a word of (migrations/1000_schema/search-words.ts). */
export interface SearchWordRow {
  object_id: string;
  /** Of what, such as 'lead' or 'user-email'; with -rest an inner part of a word. */
  field: string;
  word: string;
}

export interface UserRow {
  id: string;
  name: string;
  email: string;
  avatar_url: string | null;
  password_hash: string | null;
  admin: boolean;
  suspended_at: string | null;
  last_sign_in_at: string | null;
  adult_confirmed_at: string | null;
  /** Version of the privacy policy (shared/policy-versions.ts) accepted with the invitation. */
  policy_accepted: string | null;
  /** When the import made it: from then counts how long it has not been used. */
  imported_at: string | null;
  /** When a link was used that was mailed to the present address, and to nobody else; null: only typed. */
  email_proven_at: string | null;
  created_at: string;
}

/** Of everything ever imported: what was deleted here is not imported again. */
export interface ImportedIdRow {
  /** Derived from the id in the other system; that of the row, unless `became` has another. */
  id: string;
  /** The account here with the same email address, in which earlier versions put it; only its old address still leads there. */
  became: string | null;
}

/** Append-only: the database refuses changes, and the deletion of what is younger than 12 months. */
export interface SecurityLogRow {
  /** Without gaps. */
  number: number;
  id: string;
  event: SecurityEvent;
  detail: string;
  user_id: string | null;
  address: string;
  device: string;
  request_id: string;
  created_at: string;
  /** SHA-256 over this event and the hash before it. */
  hash: string;
  /** Of the hash, by SECRETS_KEY; null for events from before there were any. */
  proof: string | null;
}

export interface SessionRow {
  id: string;
  user_id: string;
  /** SHA-256 of the token; the token is never stored. */
  token_hash: string;
  user_agent: string;
  address: string;
  created_at: string;
  last_used_at: string;
  device_id: string | null;
  /** Of a code or passkey; null for a session by the password alone. */
  factor_proven_at: string | null;
  /** Position in PostgreSQL's write-ahead log; null without a standby for reads. */
  last_write: string | null;
}

export interface KnownDeviceRow {
  id: string;
  user_id: string;
  /** SHA-256 of the device token stored in the browser. */
  token_hash: string;
  user_agent: string;
  address: string;
  created_at: string;
  last_used_at: string;
}

export interface TotpFactorRow {
  user_id: string;
  /** Sealed by the key that is not in the database, for 'totp:<user id>'. */
  sealed_secret: string;
  /** The time step of the last accepted code: neither it nor an earlier one is accepted again. */
  last_step: number | null;
  created_at: string;
  /** Null until a first code proves that the app has the seed. */
  enabled_at: string | null;
}

export interface PasskeyRow {
  id: string;
  user_id: string;
  name: string;
  credential_id: string;
  /** COSE key in base64url. */
  public_key: string;
  counter: number;
  created_at: string;
  last_used_at: string | null;
}

export interface SetupLinkRow {
  token_hash: string;
  expires_at: string;
}

export interface PasswordLinkRow {
  token_hash: string;
  user_id: string;
  kind: 'reset' | 'invitation';
  expires_at: string;
  /** Null once an admin or operator has seen the link, or when it was never mailed. */
  mailed_to: string | null;
}

/** A list of people that an admin committed. */
export interface BulkInvitationListRow {
  id: string;
  created_by: string | null;
  /** The name of the file; '' for a pasted list. */
  file: string;
  created_at: string;
  /** Null while rows wait. */
  finished_at: string | null;
}

export interface BulkInvitationRow {
  list_id: string;
  line: number;
  /** As the account has them; as they were given where there is none. */
  name: string;
  email: string;
  result: 'waiting' | 'created' | 'stopped' | Exclude<RowKind, 'new'>;
  reason: string;
  /** The account that was made; the row is deleted with it. */
  user_id: string | null;
  mail_id: string | null;
}

export interface ArticleRow {
  id: string;
  title: string;
  slug: string;
  snippet: string;
  text: string;
  /** Safe HTML, and minutes of reading; null until first shown, for old rows. */
  html: string | null;
  minutes: number | null;
  url: string;
  /** The ETag of If-Match. */
  version: number;
  published_at: string | null;
  /** Set until the job has published a scheduled article. */
  due_at: string | null;
  author_id: string | null;
  saved_by: string | null;
  cover_id: string | null;
  cover_alt: string | null;
  created_at: string;
  updated_at: string;
}

export const articleColumns = [
  'id',
  'title',
  'slug',
  'snippet',
  'text',
  'html',
  'minutes',
  'url',
  'version',
  'published_at',
  'due_at',
  'author_id',
  'saved_by',
  'cover_id',
  'cover_alt',
  'created_at',
  'updated_at',
] as const satisfies (keyof ArticleRow)[];

/** Every slug an article ever had: old addresses redirect, and are not reused. */
export interface ArticleSlugRow {
  slug: string;
  article_id: string;
}

export interface ArticleVersionRow {
  id: string;
  article_id: string;
  title: string;
  slug: string;
  snippet: string;
  text: string;
  url: string;
  saved_by: string | null;
  saved_at: string;
}

/** What one editor has written of an article and not published; one for each article and editor. */
export interface WorkingCopyRow {
  id: string;
  user_id: string;
  /** Null for an article that does not exist yet. */
  article_id: string | null;
  /** The ETag of If-Match. */
  version: number;
  title: string;
  slug: string;
  url: string;
  snippet: string;
  text: string;
  cover_id: string | null;
  cover_alt: string;
  /** JSON: the article as it was when this began, for merging. */
  base: string | null;
  saved_at: string;
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
}

export interface ImageRow {
  id: string;
  owner_id: string | null;
  kind: StoredKind;
  /** Pixels of the upload after rotation. */
  width: number;
  height: number;
  created_at: string;
  /** Set until all files are stored, and while they are removed. */
  unfinished_since: string | null;
  unused_since: string | null;
  /** Set while being removed; no new references from then on. */
  purge_started_at: string | null;
}

/** A private file of the image store; its id is that of its row in `images`. */
export interface DocumentRow {
  id: string;
  name: string;
  type: 'application/pdf' | 'image/jpeg';
  /** In hexadecimal digits. */
  sha256: string;
  size: number;
  /** The member whom it is about. */
  user_id: string | null;
  created_at: string;
}

/** Only added to: the last of a kind counts. */
export interface MemberCheckRow {
  id: string;
  user_id: string | null;
  user_name: string;
  kind: MemberCheckKind;
  ticked: boolean;
  /** YYYY-MM-DD, in Los Angeles. */
  day: string;
  note: string;
  by_id: string | null;
  by_name: string;
  created_at: string;
  left_at: string | null;
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
  /** The lead of the same person; null for a lead. Never that of another that is joined. */
  joined_to: string | null;
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
  /** The query of the calculator (shared/calculator-link.ts). */
  calculation: string | null;
  /** Version of shared/phone-consent.ts that stood beside the phone number; null where none was shown. */
  phone_consent: number | null;
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
  'phone_key',
  'member_id',
  'referred_by',
  'license',
  'brokerage',
  'deals_a_year',
  'source',
  'calculation',
  'phone_consent',
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
  /** JSON; see lead-undo.ts. */
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

export interface AgreementSettingsRow {
  /** Always 1. */
  id: number;
  /** Markdown, as it will be published next. */
  text: string;
  saved_by: string | null;
  saved_by_name: string;
  saved_at: string | null;
  remind_first: number;
  remind_second: number;
  keep_years: number;
}

/** Only added to. */
export interface AgreementVersionRow {
  id: string;
  number: number;
  text: string;
  note: string;
  sample: boolean;
  published_by: string | null;
  published_by_name: string;
  published_at: string;
}

/** Who may sign for the broker. */
export interface AgreementSignerRow {
  user_id: string;
  position: number;
  name: string;
  capacity: Capacity;
  license: string;
  /** YYYY-MM-DD. */
  since_on: string;
}

export interface AgreementRow {
  id: string;
  user_id: string | null;
  /** As licensed. */
  name: string;
  license: string;
  email: string;
  state: AgreementState;
  version: number;
  /** Of the schedule in fees.ts. */
  fees: number;
  /** JSON; see agreement-basis.ts. */
  basis: string;
  consent: number;
  signed_at: string;
  signed_name: string;
  signed_address: string;
  signed_device: string;
  document_id: string;
  sha256: string;
  /** The number of the security log's event. */
  signed_event: number;
  signed_proof: string;
  countersigned_at: string | null;
  countersigned_by: string | null;
  signer_name: string;
  signer_capacity: Capacity | null;
  signer_license: string;
  signer_address: string;
  signer_device: string;
  final_document_id: string | null;
  final_sha256: string | null;
  final_event: number | null;
  final_proof: string | null;
  /** YYYY-MM-DD, in Los Angeles. */
  ended_on: string | null;
  ended_reason: string;
}

export const agreementColumns = [
  ...(['id', 'user_id', 'name', 'license', 'email', 'state', 'version', 'fees', 'basis', 'consent'] as const),
  ...(['signed_at', 'signed_name', 'signed_address', 'signed_device', 'document_id', 'sha256'] as const),
  ...(['signed_event', 'signed_proof', 'countersigned_at', 'countersigned_by', 'signer_name'] as const),
  ...(['signer_capacity', 'signer_license', 'signer_address', 'signer_device'] as const),
  ...(['final_document_id', 'final_sha256', 'final_event', 'final_proof'] as const),
  ...(['ended_on', 'ended_reason'] as const),
] as const satisfies (keyof AgreementRow)[];

/** A member who is asked to sign a version, and what they were shown. */
export interface AgreementAskRow {
  user_id: string;
  version: number;
  note: string;
  /** YYYY-MM-DD, in Los Angeles. */
  due_on: string;
  asked_at: string;
  reminded_at: string | null;
  document_id: string | null;
  sha256: string | null;
  basis: string | null;
  /** What they signed. */
  agreement_id: string | null;
}

/** One for each lead that was invited to apply. */
export interface ApplicationRow {
  id: string;
  lead_id: string;
  email: string;
  state: ApplicationState;
  /** Counts the links that were sent. */
  link: number;
  token_hash: string | null;
  expires_at: string | null;
  invited_at: string;
  invited_by: string | null;
  invited_by_name: string;
  reminded: number;
  /** JSON of AnswerFields. */
  answers: string;
  /** JSON of IndividualTerms. */
  terms: string | null;
  document_id: string | null;
  sha256: string | null;
  basis: string | null;
  /** Keyed: six digits are found by trying. */
  code_mark: string | null;
  code_expires_at: string | null;
  code_tries: number;
  codes_sent: number;
  agreement_id: string | null;
  question: string;
  reply: string;
  reason: string;
  license_finding: LicenseFinding | null;
  license_note: string;
  license_checked_at: string | null;
  license_checked_by: string;
  changed_at: string;
}

export const applicationColumns = [
  ...(['id', 'lead_id', 'email', 'state', 'link', 'token_hash', 'expires_at', 'invited_at'] as const),
  ...(['invited_by', 'invited_by_name', 'reminded', 'answers', 'terms', 'document_id', 'sha256'] as const),
  ...(['basis', 'code_mark', 'code_expires_at', 'code_tries', 'codes_sent', 'agreement_id'] as const),
  ...(['question', 'reply', 'reason', 'license_finding', 'license_note'] as const),
  ...(['license_checked_at', 'license_checked_by', 'changed_at'] as const),
] as const satisfies (keyof ApplicationRow)[];

export interface ApplicationEventRow {
  id: string;
  application_id: string;
  kind: ApplicationEventKind;
  /** Null for the applicant. */
  by_id: string | null;
  by_name: string;
  text: string;
  address: string;
  device: string;
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
  /** Of versions before 0065; the words are in mail_texts. */
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

export interface MailRow {
  id: string;
  /** The account it is about; the mail is deleted with it. */
  user_id: string | null;
  /** The kind of its password link; the mail is not sent once the link is gone. */
  link: PasswordLinkRow['kind'] | null;
  recipient: string;
  reply_to: string | null;
  subject: string;
  /** Of a letter with a link only what is shown when its key is lost. */
  text: string;
  html: string | null;
  /** The words of a letter with a link, sealed; rendered when sent. */
  sealed_letter: string | null;
  state: MailState;
  /** Identifies the claim too: each claim increments it. */
  attempts: number;
  /** Null until tried; the retry time counts from here, not from the time without a mail server. */
  first_attempt_at: string | null;
  /** In the future while being sent: if the sender dies, another process takes over then. */
  next_attempt_at: string;
  last_error: string | null;
  created_at: string;
  sent_at: string | null;
}

export const mailColumns = [
  'id',
  'user_id',
  'link',
  'recipient',
  'reply_to',
  'subject',
  'text',
  'html',
  'sealed_letter',
  'state',
  'attempts',
  'first_attempt_at',
  'next_attempt_at',
  'last_error',
  'created_at',
  'sent_at',
] as const satisfies (keyof MailRow)[];

export interface MailTextRow {
  kind: MailTextKind;
  /** Nulls after a return to the original text. */
  subject: string | null;
  text: string | null;
  button: string | null;
  /** The ETag of If-Match. */
  version: number;
  changed_at: string;
}

export const mailTextColumns = [
  'kind',
  'subject',
  'text',
  'button',
  'version',
  'changed_at',
] as const satisfies (keyof MailTextRow)[];

export interface AuditRow {
  id: string;
  actor_id: string | null;
  actor_name: string;
  action: AuditAction;
  object_id: string;
  object_name: string;
  details: string;
  created_at: string;
}

export const auditColumns = [
  'id',
  'actor_id',
  'actor_name',
  'action',
  'object_id',
  'object_name',
  'details',
  'created_at',
] as const satisfies (keyof AuditRow)[];

/** A line of the register; `name` to `answer` are empty from 22 months on. */
export interface PrivacyRequestRow {
  id: string;
  kind: PrivacyKind;
  name: string;
  email: string;
  details: string;
  user_id: string | null;
  /** SHA-256 of the token in the mailed link, until that is used. */
  token_hash: string | null;
  verified_at: string | null;
  verified_how: string | null;
  received_at: string;
  acknowledge_by: string;
  acknowledged_at: string | null;
  due_at: string;
  extension: string | null;
  closed_at: string | null;
  outcome: 'done' | 'refused' | null;
  answer: string | null;
  warned_at: string | null;
  /** Entered by the office; null for the form and for a member's own. */
  came_by: PrivacyChannel | null;
  /** Of the mail to confirm, if not when it was received. */
  link_sent_at: string | null;
}

export const privacyRequestColumns = [
  'id',
  'kind',
  'name',
  'email',
  'details',
  'user_id',
  'token_hash',
  'verified_at',
  'verified_how',
  'received_at',
  'acknowledge_by',
  'acknowledged_at',
  'due_at',
  'extension',
  'closed_at',
  'outcome',
  'answer',
  'warned_at',
  'came_by',
  'link_sent_at',
] as const satisfies (keyof PrivacyRequestRow)[];

export interface LegalHoldRow {
  id: string;
  email: string;
  reason: string;
  /** YYYY-MM-DD. */
  review_on: string;
  placed_by: string | null;
  placed_at: string;
  reminded_at: string | null;
}

export const legalHoldColumns = [
  'id',
  'email',
  'reason',
  'review_on',
  'placed_by',
  'placed_at',
  'reminded_at',
] as const satisfies (keyof LegalHoldRow)[];

/** The personal data of an email address as a ZIP. */
export interface ExportRow {
  id: string;
  requested_by: string;
  email: string;
  state: 'waiting' | 'running' | 'done' | 'failed';
  rows_total: number;
  rows_done: number;
  /** Of the file. */
  bytes: number;
  /** Renewed while it is made: when it is old, another process starts over. */
  claimed_at: string | null;
  created_at: string;
  finished_at: string | null;
}

export const exportColumns = [
  'id',
  'requested_by',
  'email',
  'state',
  'rows_total',
  'rows_done',
  'bytes',
  'claimed_at',
  'created_at',
  'finished_at',
] as const satisfies (keyof ExportRow)[];

/** The ZIP in pieces, so that no process holds all of it and every process can send it; in base64. */
export interface ExportPartRow {
  export_id: string;
  number: number;
  bytes: string;
}

/** An erasure, which every restored backup has to repeat. */
export interface TombstoneRow {
  /** Of what was erased; of its own for an address. */
  id: string;
  kind: 'user' | 'contact-request' | 'address';
  /** Of the email address, keyed by SECRETS_KEY. */
  email_hash: string | null;
  erased_at: string;
  /** Null until all of it is gone. */
  finished_at: string | null;
}

/** The first request with an Idempotency-Key, and its answer. */
export interface IdempotencyKeyRow {
  /** Hash of caller, call and key. */
  id: string;
  /** Null for a visitor. */
  user_id: string | null;
  call: string;
  /** Hash of the input. */
  fingerprint: string;
  /** JSON of what the service returned; null where nothing has to be returned again. */
  answer: string | null;
  created_at: string;
}
export interface PostRow {
  id: string;
  user_id: string;
  text: string;
  like_count: number;
  comment_count: number;
  pinned_at: string | null;
  edited_at: string | null;
  created_at: string;
  mentions: string | null;
}

export const postColumns = [
  'id',
  'user_id',
  'text',
  'like_count',
  'comment_count',
  'pinned_at',
  'edited_at',
  'created_at',
  'mentions',
] as const satisfies (keyof PostRow)[];

export interface PostLikeRow {
  post_id: string;
  user_id: string;
  id: string;
  created_at: string;
}

export interface CommentRow {
  id: string;
  post_id: string;
  user_id: string | null;
  text: string;
  created_at: string;
  mentions: string | null;
}

export type FeedEventKind =
  | 'post'
  | 'changed'
  | 'deleted'
  | 'liked'
  | 'unliked'
  | 'comment'
  | 'comment-deleted'
  | 'reload';

export interface FeedEventRow {
  position: number;
  kind: FeedEventKind;
  post_id: string | null;
  comment_id: string | null;
  user_id: string | null;
  created_at: string;
}

/** The likes of a post share one notification, which the next like renews. */
export interface NotificationRow {
  id: string;
  user_id: string;
  kind: 'comment' | 'mention' | 'like' | 'removed' | 'license' | 'handbook' | 'missing' | 'closing';
  actor_id: string | null;
  post_id: string | null;
  comment_id: string | null;
  removed: 'post' | 'comment' | null;
  text: string | null;
  reason: string | null;
  created_at: string;
  read_at: string | null;
}

export const notificationColumns = [
  'id',
  'user_id',
  'kind',
  'actor_id',
  'post_id',
  'comment_id',
  'removed',
  'text',
  'reason',
  'created_at',
  'read_at',
] as const satisfies (keyof NotificationRow)[];

/** About a post or, with `comment_id`, a comment on it. */
export interface ReportRow {
  id: string;
  post_id: string;
  comment_id: string | null;
  reporter_id: string | null;
  reason: ReportReason;
  details: string | null;
  created_at: string;
  /** When an admin decided to keep the item; removing it deletes its reports. */
  resolved_at: string | null;
}

export interface ProfileRow {
  user_id: string;
  id: string;
  status: string;
  company: string;
  website: string;
  location: string;
  githubusername: string;
  bio: string;
  image_id: string | null;
  license: string;
  phone: string;
  /** JSON: arrays of strings, links by network, visibility by field. */
  skills: string;
  service_areas: string;
  languages: string;
  social: string;
  visible: string;
  /** Excluded from the directory. */
  hidden: boolean;
  search_text: string;
  version: number;
  created_at: string;
  updated_at: string;
}

export const profileColumns = [
  'user_id',
  'id',
  'status',
  'company',
  'website',
  'location',
  'githubusername',
  'bio',
  'image_id',
  'license',
  'phone',
  'skills',
  'service_areas',
  'languages',
  'social',
  'visible',
  'hidden',
  'search_text',
  'version',
  'created_at',
  'updated_at',
] as const satisfies (keyof ProfileRow)[];

export interface LicenseRow {
  user_id: string;
  /** 8 digits, or ''. `profiles.license` is the same; only members without this row have it there alone. */
  number: string;
  /** YYYY-MM-DD. */
  expires_on: string | null;
  verified_at: string | null;
  verified_by: string | null;
  /** Days before the expiry of the last reminder. */
  reminded: number | null;
  updated_at: string;
}

interface StepColumns {
  id: string;
  plan: Plan;
  position: number;
  title: string;
  text: string;
  who: Doer;
  /** Plain text to read and acknowledge; '' for none. */
  page: string;
  /** 0 without a page. */
  page_version: number;
}

export interface TemplateStepRow extends StepColumns {
  due_days: number;
}

/** A copy of a template's step. */
export interface MemberStepRow extends StepColumns {
  user_id: string;
  /** YYYY-MM-DD. */
  due_on: string;
  done_at: string | null;
  done_by: string | null;
  created_at: string;
}

export interface HandbookChapterRow {
  id: string;
  title: string;
  position: number;
  created_at: string;
}

/** A PDF on a page, kept as a document of the same id. */
export interface HandbookFileRow {
  id: string;
  page_id: string;
  added_by: string | null;
  created_at: string;
}

/** What a page of the handbook has beside its article, which has the same id and stays a draft. */
export interface HandbookPageRow {
  id: string;
  chapter_id: string;
  position: number;
  /** Whether visitors may read it, too. */
  public: boolean;
  /** Null until members are shown it for the first time. */
  published_at: string | null;
  /** It stays for those who acknowledged it. */
  deleted_at: string | null;
  /** Of what members are shown; 0 until the first. */
  edition: number;
  audience: Audience;
  due_days: number;
  /** An acknowledgement of it, or of a later one, counts. */
  asked_edition: number;
  /** Of the audience 'new': who has joined since then. */
  new_since: string | null;
  /** What has changed since the edition that was asked for before. */
  note: string;
}

export interface HandbookEditionRow {
  page_id: string;
  edition: number;
  title: string;
  text: string;
  note: string;
  saved_by: string | null;
  saved_at: string;
}

/** Who is asked to acknowledge a page, and whether they have done what is asked now. */
export interface HandbookAskRow {
  user_id: string;
  page_id: string;
  /** YYYY-MM-DD, in Los Angeles. */
  due_on: string;
  asked_at: string;
  done_edition: number | null;
  done_at: string | null;
}

/** Never changed, but for who they were when the account goes. */
export interface HandbookAcknowledgementRow {
  id: string;
  page_id: string;
  user_id: string | null;
  user_name: string;
  edition: number;
  /** Such as 'Chrome on Windows'. */
  device: string;
  created_at: string;
  left_at: string | null;
}

/** What the brokerage keeps of a member, for three years after they have gone. */
export interface MemberFileRow {
  id: string;
  user_id: string | null;
  name: string;
  created_at: string;
  /** When its findings have to be made anew. */
  settle_at: string;
  reminded_at: string | null;
  left_at: string | null;
}

/** Never changed, but for who they were when the account goes. */
export interface MemberFileEntryRow {
  id: string;
  /** Null: of the brokerage. */
  file_id: string | null;
  user_id: string | null;
  kind: EntryKind;
  /** JSON. */
  details: string;
  refers_to: string | null;
  document_id: string | null;
  created_at: string;
  created_by: string | null;
  author: string;
}

export interface MemberFileFindingRow {
  id: string;
  file_id: string;
  kind: FindingKind;
  rank: number;
  /** YYYY-MM-DD. */
  shown_on: string;
  due_on: string;
  wrong_on: string;
  /** The entry it is about. */
  subject_id: string | null;
  detail: string;
}

export interface ComplianceSettingsRow {
  id: string;
  /** JSON. */
  settings: string;
  saved_at: string;
  saved_by: string | null;
}

interface PeriodColumns {
  id: string;
  user_id: string;
  /** YYYY-MM-DD. */
  from_day: string | null;
  to_day: string | null;
  is_current: boolean;
  description: string;
}

export interface ExperienceRow extends PeriodColumns {
  title: string;
  company: string;
  location: string;
}

export const experienceColumns = [
  'id',
  'user_id',
  'from_day',
  'to_day',
  'is_current',
  'description',
  'title',
  'company',
  'location',
] as const satisfies (keyof ExperienceRow)[];

export interface EducationRow extends PeriodColumns {
  school: string;
  degree: string;
  fieldofstudy: string;
}

export const educationColumns = [
  'id',
  'user_id',
  'from_day',
  'to_day',
  'is_current',
  'description',
  'school',
  'degree',
  'fieldofstudy',
] as const satisfies (keyof EducationRow)[];

/** Another system that is sent events. */
export interface WebhookRow {
  id: string;
  kind: WebhookKind;
  name: string;
  url: string;
  /** JSON list. */
  events: string;
  /** Of signatures, or the API key; sealed for 'webhook:<id>'. */
  secret: string;
  former_secret: string | null;
  /** Until when signatures are made by the former one, too. */
  former_until: string | null;
  disabled_at: string | null;
  /** Null when an admin did it. */
  disabled_reason: string | null;
  /** The receiver asked for no requests until then. */
  paused_until: string | null;
  created_at: string;
}

export const webhookColumns = [
  'id',
  'kind',
  'name',
  'url',
  'events',
  'secret',
  'former_secret',
  'former_until',
  'disabled_at',
  'disabled_reason',
  'paused_until',
  'created_at',
] as const satisfies (keyof WebhookRow)[];

export interface WebhookDeliveryRow {
  id: string;
  webhook_id: string;
  event: WebhookEvent | typeof testEvent;
  lead_id: string | null;
  user_id: string | null;
  /** JSON, as `webhookPayload` of webhooks.contract.ts. */
  payload: string;
  state: DeliveryState;
  attempts: number;
  /** Null after a replay: the day of retries begins anew. */
  first_attempt_at: string | null;
  /** While an attempt runs, the end of its claim. */
  next_attempt_at: string;
  last_status: number | null;
  last_error: string | null;
  created_at: string;
  delivered_at: string | null;
}

export const webhookDeliveryColumns = [
  'id',
  'webhook_id',
  'event',
  'lead_id',
  'user_id',
  'payload',
  'state',
  'attempts',
  'first_attempt_at',
  'next_attempt_at',
  'last_status',
  'last_error',
  'created_at',
  'delivered_at',
] as const satisfies (keyof WebhookDeliveryRow)[];

/** Of another system. */
export interface ApiTokenRow {
  id: string;
  name: string;
  token_hash: string;
  /** JSON list. */
  scopes: string;
  created_by: string;
  created_at: string;
  expires_at: string;
  last_used_at: string | null;
}

export const apiTokenColumns = [
  'id',
  'name',
  'token_hash',
  'scopes',
  'created_by',
  'created_at',
  'expires_at',
  'last_used_at',
] as const satisfies (keyof ApiTokenRow)[];
