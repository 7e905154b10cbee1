import * as accounts from '../../../../migrations/0001_accounts.ts';
import * as content from '../../../../migrations/0002_content.ts';
import * as contact from '../../../../migrations/0003_contact.ts';
import * as audit from '../../../../migrations/0004_audit.ts';
import * as users from '../../../../migrations/0005_users.ts';
import * as leads from '../../../../migrations/0006_leads.ts';
import * as posts from '../../../../migrations/0007_posts.ts';
import * as images from '../../../../migrations/0008_images.ts';
import * as outbox from '../../../../migrations/0009_outbox.ts';
import * as profiles from '../../../../migrations/0010_profiles.ts';
import * as articleStates from '../../../../migrations/0011_article_states.ts';
import * as profilePhotos from '../../../../migrations/0012_profile_photos.ts';
import * as feedEvents from '../../../../migrations/0013_feed_events.ts';
import * as notifications from '../../../../migrations/0014_notifications.ts';
import * as reports from '../../../../migrations/0015_reports.ts';
import * as postSearch from '../../../../migrations/0016_post_search.ts';
import * as articleCovers from '../../../../migrations/0017_article_covers.ts';
import * as mailOwners from '../../../../migrations/0018_mail_owners.ts';
import * as storedHtml from '../../../../migrations/0019_stored_html.ts';
import * as storage from '../../../../migrations/0020_storage.ts';
import * as knownDevices from '../../../../migrations/0021_known_devices.ts';
import * as displayNames from '../../../../migrations/0022_display_names.ts';
import * as contactOverflow from '../../../../migrations/0023_contact_overflow.ts';
import * as jobs from '../../../../migrations/0024_jobs.ts';
import * as jobSuccesses from '../../../../migrations/0025_job_successes.ts';
import * as imports from '../../../../migrations/0026_import.ts';
import * as unfinishedImages from '../../../../migrations/0027_unfinished_images.ts';
import * as sessionLastWrite from '../../../../migrations/0028_session_last_write.ts';
import * as idempotencyKeys from '../../../../migrations/0029_idempotency_keys.ts';
import * as postSearchByDate from '../../../../migrations/0030_post_search_by_date.ts';
import * as backups from '../../../../migrations/0031_backups.ts';
import * as importedPasswords from '../../../../migrations/0032_imported_passwords.ts';
import * as secondFactors from '../../../../migrations/0033_second_factors.ts';
import * as articleImages from '../../../../migrations/0034_article_images.ts';
import * as bulkInvitations from '../../../../migrations/0035_bulk_invitations.ts';
import * as licenses from '../../../../migrations/0036_licenses.ts';
import * as leadWork from '../../../../migrations/0037_lead_work.ts';
import * as leadReferences from '../../../../migrations/0038_lead_references.ts';
import * as leadReferencesValid from '../../../../migrations/0039_lead_references_valid.ts';
import * as leadTables from '../../../../migrations/0040_lead_tables.ts';
import * as leadsByStatus from '../../../../migrations/0041_leads_by_status.ts';
import * as leadsByOwner from '../../../../migrations/0042_leads_by_owner.ts';
import * as leadsByNextStep from '../../../../migrations/0043_leads_by_next_step.ts';
import * as leadsByWaiting from '../../../../migrations/0044_leads_by_waiting.ts';
import * as leadsByPerson from '../../../../migrations/0045_leads_by_person.ts';
import * as leadsByPhone from '../../../../migrations/0046_leads_by_phone.ts';
import * as leadsByReferrer from '../../../../migrations/0047_leads_by_referrer.ts';
import * as onboarding from '../../../../migrations/0048_onboarding.ts';
import * as failedSignIns from '../../../../migrations/0049_failed_sign_ins.ts';
import * as failedDeviceSignIns from '../../../../migrations/0050_failed_device_sign_ins.ts';
import * as securityLog from '../../../../migrations/0051_security_log.ts';
import * as sealedLetters from '../../../../migrations/0052_sealed_letters.ts';
import * as sealingKey from '../../../../migrations/0053_sealing_key.ts';
import * as privacyRequests from '../../../../migrations/0054_privacy_requests.ts';
import * as tombstones from '../../../../migrations/0055_tombstones.ts';
import * as dataExports from '../../../../migrations/0056_exports.ts';
import * as webhooks from '../../../../migrations/0057_webhooks.ts';
import * as apiTokens from '../../../../migrations/0058_api_tokens.ts';
import * as visitSums from '../../../../migrations/0059_visit_sums.ts';
import * as leadEventsNaming from '../../../../migrations/0060_lead_events_naming.ts';
import * as privacyRequestChannels from '../../../../migrations/0061_privacy_request_channels.ts';
import * as privacyRequestLinks from '../../../../migrations/0062_privacy_request_links.ts';
import * as legalHoldReminders from '../../../../migrations/0063_legal_hold_reminders.ts';
import * as siteSettings from '../../../../migrations/0064_site_settings.ts';
import * as mailTexts from '../../../../migrations/0065_mail_texts.ts';
import * as deletionIndexes from '../../../../migrations/0066_deletion_indexes.ts';
import * as feedBytes from '../../../../migrations/0067_feed_bytes.ts';
import * as searchIndexes from '../../../../migrations/0068_search_indexes.ts';
import * as profilesByStatus from '../../../../migrations/0069_profiles_by_status.ts';
import * as workingCopies from '../../../../migrations/0070_working_copies.ts';
import * as memberSearch from '../../../../migrations/0071_member_search.ts';
import * as limitsLock from '../../../../migrations/0072_limits_lock.ts';
import * as proofsOfSecurityLog from '../../../../migrations/0073_proofs_of_security_log.ts';
import * as sharedLeads from '../../../../migrations/0074_shared_leads.ts';
import * as sharedLeadNotes from '../../../../migrations/0075_shared_lead_notes.ts';
import * as sharedLeadEvents from '../../../../migrations/0076_shared_lead_events.ts';
import * as sessionProofs from '../../../../migrations/0077_session_proofs.ts';
import * as webhookMakers from '../../../../migrations/0078_webhook_makers.ts';
import * as mailsForAdmins from '../../../../migrations/0079_mails_for_admins.ts';
import * as searchWords from '../../../../migrations/0080_search_words.ts';
import * as phoneConsent from '../../../../migrations/0081_phone_consent.ts';
import * as testimonialLicenses from '../../../../migrations/0082_testimonial_licenses.ts';
import * as handbook from '../../../../migrations/0083_handbook.ts';
import * as templatePages from '../../../../migrations/0084_template_pages.ts';
import * as stepPages from '../../../../migrations/0085_step_pages.ts';
import * as documents from '../../../../migrations/0086_documents.ts';
import * as provenAddresses from '../../../../migrations/0087_proven_addresses.ts';
import * as mailedLinks from '../../../../migrations/0088_mailed_links.ts';
import * as leadsAboutSeveral from '../../../../migrations/0089_leads_about_several.ts';
import * as notesAboutSeveral from '../../../../migrations/0090_notes_about_several.ts';
import * as eventsAboutSeveral from '../../../../migrations/0091_events_about_several.ts';
import * as memberFiles from '../../../../migrations/0092_member_files.ts';
import * as coordinators from '../../../../migrations/0093_coordinators.ts';
import * as closings from '../../../../migrations/0094_closings.ts';
import * as agreements from '../../../../migrations/0095_agreements.ts';
import * as handbookFiles from '../../../../migrations/0096_handbook_files.ts';
import * as closingLists from '../../../../migrations/0097_closing_lists.ts';
import type { Database } from './database.ts';
import { type Circumstances, findMissing, type Migrations, runMigrations } from './run-migrations.ts';

/** In order. Never change a released migration. docs/migrations.md has the rules. */
export const migrations: Migrations = {
  '0001_accounts': accounts,
  '0002_content': content,
  '0003_contact': contact,
  '0004_audit': audit,
  '0005_users': users,
  '0006_leads': leads,
  '0007_posts': posts,
  '0008_images': images,
  '0009_outbox': outbox,
  '0010_profiles': profiles,
  '0011_article_states': articleStates,
  '0012_profile_photos': profilePhotos,
  '0013_feed_events': feedEvents,
  '0014_notifications': notifications,
  '0015_reports': reports,
  '0016_post_search': postSearch,
  '0017_article_covers': articleCovers,
  '0018_mail_owners': mailOwners,
  '0019_stored_html': storedHtml,
  '0020_storage': storage,
  '0021_known_devices': knownDevices,
  '0022_display_names': displayNames,
  '0023_contact_overflow': contactOverflow,
  '0024_jobs': jobs,
  '0025_job_successes': jobSuccesses,
  '0026_import': imports,
  '0027_unfinished_images': unfinishedImages,
  '0028_session_last_write': sessionLastWrite,
  '0029_idempotency_keys': idempotencyKeys,
  '0030_post_search_by_date': postSearchByDate,
  '0031_backups': backups,
  '0032_imported_passwords': importedPasswords,
  '0033_second_factors': secondFactors,
  '0034_article_images': articleImages,
  '0035_bulk_invitations': bulkInvitations,
  '0036_licenses': licenses,
  '0037_lead_work': leadWork,
  '0038_lead_references': leadReferences,
  '0039_lead_references_valid': leadReferencesValid,
  '0040_lead_tables': leadTables,
  '0041_leads_by_status': leadsByStatus,
  '0042_leads_by_owner': leadsByOwner,
  '0043_leads_by_next_step': leadsByNextStep,
  '0044_leads_by_waiting': leadsByWaiting,
  '0045_leads_by_person': leadsByPerson,
  '0046_leads_by_phone': leadsByPhone,
  '0047_leads_by_referrer': leadsByReferrer,
  '0048_onboarding': onboarding,
  '0049_failed_sign_ins': failedSignIns,
  '0050_failed_device_sign_ins': failedDeviceSignIns,
  '0051_security_log': securityLog,
  '0052_sealed_letters': sealedLetters,
  '0053_sealing_key': sealingKey,
  '0054_privacy_requests': privacyRequests,
  '0055_tombstones': tombstones,
  '0056_exports': dataExports,
  '0057_webhooks': webhooks,
  '0058_api_tokens': apiTokens,
  '0059_visit_sums': visitSums,
  '0060_lead_events_naming': leadEventsNaming,
  '0061_privacy_request_channels': privacyRequestChannels,
  '0062_privacy_request_links': privacyRequestLinks,
  '0063_legal_hold_reminders': legalHoldReminders,
  '0064_site_settings': siteSettings,
  '0065_mail_texts': mailTexts,
  '0066_deletion_indexes': deletionIndexes,
  '0067_feed_bytes': feedBytes,
  '0068_search_indexes': searchIndexes,
  '0069_profiles_by_status': profilesByStatus,
  '0070_working_copies': workingCopies,
  '0071_member_search': memberSearch,
  '0072_limits_lock': limitsLock,
  '0073_proofs_of_security_log': proofsOfSecurityLog,
  '0074_shared_leads': sharedLeads,
  '0075_shared_lead_notes': sharedLeadNotes,
  '0076_shared_lead_events': sharedLeadEvents,
  '0077_session_proofs': sessionProofs,
  '0078_webhook_makers': webhookMakers,
  '0079_mails_for_admins': mailsForAdmins,
  '0080_search_words': searchWords,
  '0081_phone_consent': phoneConsent,
  '0082_testimonial_licenses': testimonialLicenses,
  '0083_handbook': handbook,
  '0084_template_pages': templatePages,
  '0085_step_pages': stepPages,
  '0086_documents': documents,
  '0087_proven_addresses': provenAddresses,
  '0088_mailed_links': mailedLinks,
  '0089_leads_about_several': leadsAboutSeveral,
  '0090_notes_about_several': notesAboutSeveral,
  '0091_events_about_several': eventsAboutSeveral,
  '0092_member_files': memberFiles,
  '0093_coordinators': coordinators,
  '0094_closings': closings,
  '0095_agreements': agreements,
  '0096_handbook_files': handbookFiles,
  '0097_closing_lists': closingLists,
};

export const migrationNames: string[] = Object.keys(migrations);

/**
 * Migrates to the latest schema, or up to the migration `to`.
 * @throws OperatorError when it is of a version that this one may not run beside
 */
export function migrate(
  db: Database,
  { to, alone = false }: { to?: string | undefined } & Circumstances = {},
): Promise<void> {
  const wanted = Object.entries(migrations).filter(([name]) => to === undefined || name <= to);
  return runMigrations(db, Object.fromEntries(wanted), { alone });
}

/** The names of migrations that have not been applied. @throws as `migrate` */
export const missingMigrations = (db: Database): Promise<string[]> => findMissing(db, migrations);
