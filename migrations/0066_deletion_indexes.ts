export const oldest = '0054_privacy_requests';

/** What a deletion looks for: rows that refer to the deleted one, what the logs say of a person, and what is old. */
export const index = [
  { create: 'leads_by_mail', on: 'contact_requests (mail_id) where mail_id is not null' },
  { create: 'leads_by_member', on: 'contact_requests (member_id) where member_id is not null' },
  { create: 'leads_by_age', on: 'contact_requests (created_at)' },
  { create: 'audit_log_by_object', on: 'audit_log (object_id)' },
  {
    create: 'lead_events_naming_members',
    on: "lead_events (created_at, id) where kind in ('joined', 'owner')",
  },
  { create: 'users_by_last_use', on: 'users ((coalesce(last_sign_in_at, imported_at, created_at)))' },
  { create: 'sessions_by_last_use', on: 'sessions (last_used_at)' },
  { create: 'sessions_by_age', on: 'sessions (created_at)' },
  { create: 'known_devices_by_last_use', on: 'known_devices (last_used_at)' },
  { create: 'password_links_by_expiry', on: 'password_links (expires_at)' },
  { create: 'mails_with_open_links', on: "mails (user_id) where link is not null and state <> 'sent'" },
  { create: 'reports_by_age', on: 'reports (created_at) where resolved_at is not null' },
  { create: 'exports_by_age', on: 'exports (created_at)' },
  { create: 'tombstones_open', on: 'tombstones (id) where finished_at is null' },
  { create: 'privacy_requests_open', on: 'privacy_requests (due_at) where closed_at is null' },
];
