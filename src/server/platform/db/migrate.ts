import * as schema from '../../../../migrations/1000_schema.ts';
import * as checkFacts from '../../../../migrations/1001_check_facts.ts';
import * as typedForms from '../../../../migrations/1002_typed_forms.ts';
import * as licenseCheck from '../../../../migrations/1003_license_check.ts';
import * as searchForm from '../../../../migrations/1004_search_form.ts';
import * as trappedInquiries from '../../../../migrations/1005_trapped_inquiries.ts';
import * as trappedPrivacyRequests from '../../../../migrations/1006_trapped_privacy_requests.ts';
import * as automaticReplies from '../../../../migrations/1007_automatic_replies.ts';
import * as ownClosings from '../../../../migrations/1008_own_closings.ts';
import * as refills from '../../../../migrations/1009_refills.ts';
import * as usedLinks from '../../../../migrations/1010_used_links.ts';
import * as feeVersions from '../../../../migrations/1011_fee_versions.ts';
import * as askedFees from '../../../../migrations/1012_asked_fees.ts';
import * as publishingSettings from '../../../../migrations/1013_publishing_settings.ts';
import * as rightToRecruiting from '../../../../migrations/1014_right_to_recruiting.ts';
import * as rightToCompliance from '../../../../migrations/1015_right_to_compliance.ts';
import * as rightToContent from '../../../../migrations/1016_right_to_content.ts';
import * as standingLetters from '../../../../migrations/1017_standing_letters.ts';
import * as lookOfTick from '../../../../migrations/1018_look_of_tick.ts';
import * as submissions from '../../../../migrations/1019_submissions.ts';
import * as memberPayees from '../../../../migrations/1020_member_payees.ts';
import * as ratings from '../../../../migrations/1021_ratings.ts';
import * as areaOfMail from '../../../../migrations/1022_area_of_mail.ts';
import * as areaOfNotification from '../../../../migrations/1023_area_of_notification.ts';
import * as testimonialAuthors from '../../../../migrations/1024_testimonial_authors.ts';
import * as wordsAtOnce from '../../../../migrations/1025_words_at_once.ts';
import * as accountNames from '../../../../migrations/1026_account_names.ts';
import * as eventOfNotification from '../../../../migrations/1027_event_of_notification.ts';
import * as objectOfNotification from '../../../../migrations/1028_object_of_notification.ts';
import * as mailOfNotification from '../../../../migrations/1029_mail_of_notification.ts';
import * as notificationsToMail from '../../../../migrations/1030_notifications_to_mail.ts';
import * as mutedAreas from '../../../../migrations/1031_muted_areas.ts';
import * as askedVersion from '../../../../migrations/1032_asked_version.ts';
import * as askedDueDay from '../../../../migrations/1033_asked_due_day.ts';
import * as dues from '../../../../migrations/1034_dues.ts';
import * as duesSettings from '../../../../migrations/1035_dues_settings.ts';
import * as submissionYeses from '../../../../migrations/1036_submission_yeses.ts';
import * as factsOfInvited from '../../../../migrations/1037_facts_of_invited.ts';
import * as paidFigures from '../../../../migrations/1038_paid_figures.ts';
import * as journal from '../../../../migrations/1039_journal.ts';
import * as formThresholds from '../../../../migrations/1040_form_thresholds.ts';
import * as paidFiguresByPayee from '../../../../migrations/1041_paid_figures_by_payee.ts';
import * as leavings from '../../../../migrations/1042_leavings.ts';
import * as paidFiguresReferred from '../../../../migrations/1044_paid_figures_referred.ts';
import * as samePeople from '../../../../migrations/1046_same_people.ts';
import * as formerAgents from '../../../../migrations/1047_former_agents.ts';
import * as formerDebtors from '../../../../migrations/1048_former_debtors.ts';
import * as formerMembers from '../../../../migrations/1049_former_members.ts';
import * as goneIdentities from '../../../../migrations/1050_gone_identities.ts';
import * as formerSavers from '../../../../migrations/1051_former_savers.ts';
import * as figuresByAgent from '../../../../migrations/1052_figures_by_agent.ts';
import * as closedDays from '../../../../migrations/1055_closed_days.ts';
import * as packages from '../../../../migrations/1056_packages.ts';
import * as noticesToSend from '../../../../migrations/1057_notices_to_send.ts';
import * as duesByCredited from '../../../../migrations/1060_dues_by_credited.ts';
import * as correctionsFreeAnnual from '../../../../migrations/1061_corrections_free_annual.ts';
import * as correctionsFreeCarried from '../../../../migrations/1062_corrections_free_carried.ts';
import * as correctionsFreeCharged from '../../../../migrations/1063_corrections_free_charged.ts';
import * as duesOpenedFrom from '../../../../migrations/1070_dues_opened_from.ts';
import * as figuresByCorporation from '../../../../migrations/1071_figures_by_corporation.ts';
import * as corporationsOfFigures from '../../../../migrations/1072_corporations_of_figures.ts';
import * as filesOfEditions from '../../../../migrations/1073_files_of_editions.ts';
import * as documentsOfMails from '../../../../migrations/1074_documents_of_mails.ts';
import * as mailsByDocument from '../../../../migrations/1075_mails_by_document.ts';
import * as formerYears from '../../../../migrations/1076_former_years.ts';
import * as heldAccounts from '../../../../migrations/1077_held_accounts.ts';
import * as textsOfReports from '../../../../migrations/1078_texts_of_reports.ts';
import * as hashesOfReports from '../../../../migrations/1079_hashes_of_reports.ts';
import * as messageOfInquiry from '../../../../migrations/1080_message_of_inquiry.ts';
import * as reportsOncePerText from '../../../../migrations/1081_reports_once_per_text.ts';
import * as postsOfMails from '../../../../migrations/1084_posts_of_mails.ts';
import * as mailsByPost from '../../../../migrations/1085_mails_by_post.ts';
import * as feeBasis from '../../../../migrations/1086_fee_basis.ts';
import * as articleAuthors from '../../../../migrations/1087_article_authors.ts';
import * as confirmedSessions from '../../../../migrations/1088_confirmed_sessions.ts';
import * as aboutOfTemplates from '../../../../migrations/1089_about_of_templates.ts';
import * as aboutOfSteps from '../../../../migrations/1090_about_of_steps.ts';
import * as formerSigners from '../../../../migrations/1091_former_signers.ts';
import * as formerChecked from '../../../../migrations/1092_former_checked.ts';
import * as formerReaders from '../../../../migrations/1093_former_readers.ts';
import * as keptReports from '../../../../migrations/1094_kept_reports.ts';
import * as linkedLeads from '../../../../migrations/1095_linked_leads.ts';
import * as leadsByLinked from '../../../../migrations/1096_leads_by_linked.ts';
import * as eventsOfLinks from '../../../../migrations/1097_events_of_links.ts';
import * as namedAccounts from '../../../../migrations/1098_named_accounts.ts';
import * as usersByName from '../../../../migrations/1099_users_by_name.ts';
import type { Database } from './database.ts';
import { type Circumstances, findMissing, type Migrations, runMigrations } from './run-migrations.ts';

/** In order. Never change a released migration. docs/migrations.md has the rules. */
export const migrations: Migrations = {
  '1000_schema': schema,
  '1001_check_facts': checkFacts,
  '1002_typed_forms': typedForms,
  '1003_license_check': licenseCheck,
  '1004_search_form': searchForm,
  '1005_trapped_inquiries': trappedInquiries,
  '1006_trapped_privacy_requests': trappedPrivacyRequests,
  '1007_automatic_replies': automaticReplies,
  '1008_own_closings': ownClosings,
  '1009_refills': refills,
  '1010_used_links': usedLinks,
  '1011_fee_versions': feeVersions,
  '1012_asked_fees': askedFees,
  '1013_publishing_settings': publishingSettings,
  '1014_right_to_recruiting': rightToRecruiting,
  '1015_right_to_compliance': rightToCompliance,
  '1016_right_to_content': rightToContent,
  '1017_standing_letters': standingLetters,
  '1018_look_of_tick': lookOfTick,
  '1019_submissions': submissions,
  '1020_member_payees': memberPayees,
  '1021_ratings': ratings,
  '1022_area_of_mail': areaOfMail,
  '1023_area_of_notification': areaOfNotification,
  '1024_testimonial_authors': testimonialAuthors,
  '1025_words_at_once': wordsAtOnce,
  '1026_account_names': accountNames,
  '1027_event_of_notification': eventOfNotification,
  '1028_object_of_notification': objectOfNotification,
  '1029_mail_of_notification': mailOfNotification,
  '1030_notifications_to_mail': notificationsToMail,
  '1031_muted_areas': mutedAreas,
  '1032_asked_version': askedVersion,
  '1033_asked_due_day': askedDueDay,
  '1034_dues': dues,
  '1035_dues_settings': duesSettings,
  '1036_submission_yeses': submissionYeses,
  '1037_facts_of_invited': factsOfInvited,
  '1038_paid_figures': paidFigures,
  '1039_journal': journal,
  '1040_form_thresholds': formThresholds,
  '1041_paid_figures_by_payee': paidFiguresByPayee,
  '1042_leavings': leavings,
  '1044_paid_figures_referred': paidFiguresReferred,
  '1046_same_people': samePeople,
  '1047_former_agents': formerAgents,
  '1048_former_debtors': formerDebtors,
  '1049_former_members': formerMembers,
  '1050_gone_identities': goneIdentities,
  '1051_former_savers': formerSavers,
  '1052_figures_by_agent': figuresByAgent,
  '1055_closed_days': closedDays,
  '1056_packages': packages,
  '1057_notices_to_send': noticesToSend,
  '1060_dues_by_credited': duesByCredited,
  '1061_corrections_free_annual': correctionsFreeAnnual,
  '1062_corrections_free_carried': correctionsFreeCarried,
  '1063_corrections_free_charged': correctionsFreeCharged,
  '1070_dues_opened_from': duesOpenedFrom,
  '1071_figures_by_corporation': figuresByCorporation,
  '1072_corporations_of_figures': corporationsOfFigures,
  '1073_files_of_editions': filesOfEditions,
  '1074_documents_of_mails': documentsOfMails,
  '1075_mails_by_document': mailsByDocument,
  '1076_former_years': formerYears,
  '1077_held_accounts': heldAccounts,
  '1078_texts_of_reports': textsOfReports,
  '1079_hashes_of_reports': hashesOfReports,
  '1080_message_of_inquiry': messageOfInquiry,
  '1081_reports_once_per_text': reportsOncePerText,
  '1084_posts_of_mails': postsOfMails,
  '1085_mails_by_post': mailsByPost,
  '1086_fee_basis': feeBasis,
  '1087_article_authors': articleAuthors,
  '1088_confirmed_sessions': confirmedSessions,
  '1089_about_of_templates': aboutOfTemplates,
  '1090_about_of_steps': aboutOfSteps,
  '1091_former_signers': formerSigners,
  '1092_former_checked': formerChecked,
  '1093_former_readers': formerReaders,
  '1094_kept_reports': keptReports,
  '1095_linked_leads': linkedLeads,
  '1096_leads_by_linked': leadsByLinked,
  '1097_events_of_links': eventsOfLinks,
  '1098_named_accounts': namedAccounts,
  '1099_users_by_name': usersByName,
};

export const migrationNames: string[] = Object.keys(migrations);

/**
 * Migrates to the latest schema, or up to the migration `to`.
 * @throws OperatorError when the schema's version does not allow this version to run
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
