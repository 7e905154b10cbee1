import type { z } from 'zod';
import { apiContract } from '../../../shared/api.contract.ts';
import { apiToken, newApiToken } from '../../../shared/api-tokens.contract.ts';
import * as articles from '../../../shared/articles.contract.ts';
import { auditEntry } from '../../../shared/audit.contract.ts';
import { currentUser, passwordLink } from '../../../shared/auth.contract.ts';
import { backupStatus } from '../../../shared/backup.contract.ts';
import { bulkInvitation, bulkPreview, bulkRow } from '../../../shared/bulk-invitations.contract.ts';
import { factorAdded, factors, passkey } from '../../../shared/factors.contract.ts';
import { count, message, noted, person } from '../../../shared/fields.ts';
import * as handbook from '../../../shared/handbook.contract.ts';
import { storedImage } from '../../../shared/images.contract.ts';
import {
  articleReads,
  cohort,
  contactBucket,
  funnelStage,
  insightDuration,
  insightFigures,
  insightShares,
  insights,
  insightVisits,
  joinedShare,
  leadWeek,
  sourceCount,
} from '../../../shared/insights.contract.ts';
import { leadDigest, leadSettings, leadTemplate, leadView } from '../../../shared/lead-settings.contract.ts';
import {
  lead,
  leadCalculation,
  leadDay,
  leadEvent,
  leadNote,
  leadSource,
  newNextStep,
  otherLead,
} from '../../../shared/leads.contract.ts';
import { license } from '../../../shared/licenses.contract.ts';
import { feedEvent, feedEvents } from '../../../shared/live-feed.contract.ts';
import { mailPreview, mailText } from '../../../shared/mail-texts.contract.ts';
import { mentionable } from '../../../shared/mentions.contract.ts';
import { report, reportedThing } from '../../../shared/moderation.contract.ts';
import { notification } from '../../../shared/notifications.contract.ts';
import { memberProgress, memberStep, stepFields, templateStep } from '../../../shared/onboarding.contract.ts';
import { outboxMail, outboxMailText, outboxSummary } from '../../../shared/outbox.contract.ts';
import { ownSession } from '../../../shared/own-sessions.contract.ts';
import { creationOptions, newPasskey, passkeyProof, proofOptions } from '../../../shared/passkeys.ts';
import { dataExport, heldRows, personalData } from '../../../shared/personal-data.contract.ts';
import { comment, like, mention, post } from '../../../shared/posts.contract.ts';
import { legalHold, privacyRequest } from '../../../shared/privacy.contract.ts';
import * as profiles from '../../../shared/profiles.contract.ts';
import { referral, referrals } from '../../../shared/referrals.contract.ts';
import { sampleState } from '../../../shared/sample.contract.ts';
import * as search from '../../../shared/search.contract.ts';
import { securityEntry } from '../../../shared/security-log.contract.ts';
import * as site from '../../../shared/site-settings.contract.ts';
import { systemState } from '../../../shared/system.contract.ts';
import { testimonial } from '../../../shared/testimonials.contract.ts';
import { refusal, storage, user } from '../../../shared/users.contract.ts';
import { delivery, webhook, webhookWithSecret } from '../../../shared/webhooks.contract.ts';

/** Named components of the document: every body and every object of a response. */
export const schemaNames: Record<string, z.ZodType> = {
  Message: message,
  Count: count,
  Person: person,
  Noted: noted,

  SessionToken: apiContract['POST /api/auth'].response,
  CurrentUser: currentUser,
  PasswordLink: passwordLink,
  PasswordSet: apiContract['POST /api/auth/set-password'].response,
  OwnSession: ownSession,
  SignIn: apiContract['POST /api/auth'].body,
  PasswordChange: apiContract['POST /api/auth/change-password'].body,
  FirstAdmin: apiContract['POST /api/auth/setup'].body,
  PasswordReset: apiContract['POST /api/auth/reset-password'].body,
  LinkToken: apiContract['POST /api/auth/password-link'].body,
  PasswordByLink: apiContract['POST /api/auth/set-password'].body,

  SecondFactorProof: apiContract['POST /api/auth/second-factor'].body,
  PasskeySignIn: apiContract['POST /api/auth/passkey'].body,
  Confirmation: apiContract['POST /api/auth/confirm'].body,
  ConfirmedToken: apiContract['POST /api/auth/confirm'].response,
  PasskeyProof: passkeyProof,
  PasskeyProofResponse: passkeyProof.shape.response,
  ProofOptions: proofOptions,
  Factors: factors,
  FactorAdded: factorAdded,
  Passkey: passkey,
  TotpSeed: apiContract['POST /api/auth/totp'].response,
  TotpCode: apiContract['PUT /api/auth/totp'].body,
  RecoveryCodes: apiContract['POST /api/auth/recovery-codes'].response,
  PasskeyFields: apiContract['POST /api/auth/passkeys'].body,
  PasskeyName: apiContract['PATCH /api/auth/passkeys/:id'].body,
  NewPasskey: newPasskey,
  NewPasskeyResponse: newPasskey.shape.response,
  CreationOptions: creationOptions,
  RelyingParty: creationOptions.shape.rp,
  PasskeyUser: creationOptions.shape.user,
  PasskeyAlgorithm: creationOptions.shape.pubKeyCredParams.element,
  KnownPasskey: creationOptions.shape.excludeCredentials.element,
  AuthenticatorSelection: creationOptions.shape.authenticatorSelection,

  Article: articles.article,
  StaffArticle: articles.staffArticle,
  StaffArticleSummary: articles.staffArticleSummary,
  ArticleVersion: articles.articleVersion,
  ArticleVersionSummary: articles.articleVersionSummary,
  ArticlePreview: apiContract['POST /api/articles/preview'].response,
  ArticleText: apiContract['POST /api/articles/preview'].body,
  ArticleFields: apiContract['POST /api/articles'].body,
  ArticleChanges: apiContract['PATCH /api/articles/:id'].body,
  TypedArticle: apiContract['POST /api/articles/page-preview'].body,
  PagePreview: articles.pagePreview,
  PagePreviewImage: articles.pagePreview.shape.image,
  WorkingCopyFields: articles.workingCopyFields,
  WorkingCopyBase: articles.workingCopyFields.shape.base.unwrap(),
  WorkingCopy: articles.workingCopy,
  WorkingCopyFormerBase: articles.workingCopy.shape.base.unwrap(),
  WorkingCopyIfAny: apiContract['GET /api/articles/working-copy/:id'].response,
  WorkingCopySaved: apiContract['PUT /api/articles/working-copy/:id'].response,

  Testimonial: testimonial,
  TestimonialFields: apiContract['POST /api/testimonials'].body,
  TestimonialChanges: apiContract['PATCH /api/testimonials/:id'].body,
  TestimonialOrder: apiContract['PUT /api/testimonials/order'].body,
  StoredImage: storedImage,

  ContactRequest: apiContract['POST /api/contact'].body,
  Lead: lead,
  LeadNote: leadNote,
  LeadOverflow: apiContract['GET /api/leads/overflow'].response,
  LeadChanges: apiContract['PATCH /api/leads/:id'].body,
  LeadNoteFields: apiContract['POST /api/leads/:id/notes'].body,
  LeadNextStep: lead.shape.nextStep.unwrap(),
  LeadNextStepFields: newNextStep,
  LeadSource: leadSource,
  LeadCalculation: leadCalculation,
  LeadEvent: leadEvent,
  LeadDay: leadDay,
  LeadDayPart: leadDay.shape.due,
  LeadStage: apiContract['GET /api/leads/stages'].response.element,
  LeadsChange: apiContract['POST /api/leads/bulk'].body,
  LeadsChanges: apiContract['POST /api/leads/bulk'].body.shape.changes,
  LeadsChanged: apiContract['POST /api/leads/bulk'].response,
  LeadsUndone: apiContract['POST /api/leads/bulk/:id/undo'].response,
  LeadContact: apiContract['POST /api/leads/:id/contacts'].body,
  OtherLead: otherLead,
  MailText: mailText,
  MailPreview: mailPreview,
  MailLetter: mailPreview.shape.letter.unwrap(),
  MailWords: apiContract['PUT /api/mail-texts/:kind'].body,
  LeadSettings: leadSettings,
  LeadSettingsFields: apiContract['PUT /api/leads/settings'].body,
  LeadTemplate: leadTemplate,
  LeadTemplateFields: apiContract['POST /api/leads/templates'].body,
  LeadView: leadView,
  LeadViewFields: apiContract['POST /api/leads/views'].body,
  LeadDigest: leadDigest,
  Referrals: referrals,
  Referral: referral,

  AuditEntry: auditEntry,
  AuditObject: auditEntry.shape.object,
  AuditAction: auditEntry.shape.action,
  SecurityEntry: securityEntry,
  SecurityEvent: securityEntry.shape.event,

  Post: post,
  Like: like,
  Comment: comment,
  Mention: mention,
  PostFields: apiContract['POST /api/posts'].body,
  CommentFields: apiContract['POST /api/posts/comment/:id'].body,
  FeedEvents: feedEvents,
  FeedEvent: feedEvent,
  Mentionable: mentionable,
  Notification: notification,
  ReadUntil: apiContract['PUT /api/notifications/read'].body,

  Report: report,
  ReportedThing: reportedThing,
  ReasonCount: reportedThing.shape.reasons.element,
  NewReport: apiContract['POST /api/posts/report/:id'].body,
  Removal: apiContract['POST /api/moderation/posts/:id/remove'].body,

  User: user,
  Refusal: refusal,
  BulkPreview: bulkPreview,
  BulkColumn: bulkPreview.shape.columns.element,
  BulkColumns: bulkPreview.shape.chosen,
  BulkRow: bulkRow,
  BulkCounts: bulkPreview.shape.counts,
  BulkInvitation: bulkInvitation,
  BulkAccounts: bulkInvitation.shape.accounts,
  BulkMails: bulkInvitation.shape.mails,
  BulkList: apiContract['POST /api/users/bulk'].body,
  StorageList: storage,
  StorageBudgets: storage.shape.budgets,
  StorageOfUser: storage.shape.users.element,
  UserFields: apiContract['POST /api/users'].body,
  UserChanges: apiContract['PUT /api/users/:id'].body,
  FactorReset: apiContract['DELETE /api/users/:id/factors'].body,

  Profile: profiles.profile,
  OwnProfile: profiles.ownProfile,
  DirectoryEntry: profiles.directoryEntry,
  ProfileUser: profiles.profile.shape.user,
  SocialLinks: profiles.profile.shape.social,
  VisibleFields: profiles.ownProfile.shape.visible,
  Experience: profiles.experience,
  Education: profiles.education,
  Repository: profiles.repository,
  ProfileFields: apiContract['POST /api/profile'].body,
  ExperienceFields: apiContract['PUT /api/profile/experience'].body,
  EducationFields: apiContract['PUT /api/profile/education'].body,

  SampleState: sampleState,
  License: license,
  LicenseFields: apiContract['PUT /api/licenses/me'].body,
  CheckedLicenseFields: apiContract['PUT /api/licenses/:id'].body,
  PrivacyRequest: privacyRequest,
  PrivacyRequestFields: apiContract['POST /api/privacy-requests'].body,
  EnteredPrivacyRequestFields: apiContract['POST /api/privacy-requests/entered'].body,
  PrivacyRequestChanges: apiContract['PATCH /api/privacy-requests/:id'].body,
  DataExport: dataExport,
  PersonalData: personalData,
  HeldRows: heldRows,
  LegalHold: legalHold,
  LegalHoldFields: apiContract['POST /api/legal-holds'].body,

  TemplateStep: templateStep,
  MemberStep: memberStep,
  MemberProgress: memberProgress,
  NextStep: memberProgress.shape.next,
  StepTick: apiContract['PUT /api/onboarding/steps/:id'].body,
  TemplateSteps: apiContract['PUT /api/onboarding/templates/:plan'].body,
  StepFields: stepFields,

  HandbookChapter: handbook.handbookChapter,
  HandbookEntry: handbook.handbookEntry,
  HandbookPage: handbook.handbookPage,
  HandbookAsk: handbook.handbookAsk,
  OpenPage: handbook.openPage,
  FoundPage: handbook.foundPage,
  PageFile: handbook.pageFile,
  StaffChapter: handbook.staffChapter,
  StaffEntry: handbook.staffEntry,
  StaffPage: handbook.staffPage,
  NewPage: apiContract['POST /api/handbook/pages'].body,
  PageFields: apiContract['PUT /api/handbook/pages/:id'].body,
  HandbookContents: apiContract['PUT /api/handbook/contents'].body,
  ChapterFields: apiContract['PUT /api/handbook/contents'].body.shape.chapters.element,
  ReadEdition: apiContract['POST /api/handbook/pages/:id/acknowledge'].body,
  AcknowledgementTable: handbook.acknowledgementTable,
  TablePage: handbook.tablePage,
  TableMember: handbook.tableMember,
  MemberAsk: handbook.tableMember.shape.asks.element,
  Acknowledgement: handbook.acknowledgement,
  OverdueMembers: apiContract['GET /api/handbook/overdue'].response,

  SearchResults: search.searchResults,
  FoundLead: search.foundLead,
  FoundMember: search.foundMember,
  FoundUser: search.foundUser,
  FoundPost: search.foundPost,
  FoundArticle: search.foundArticle,
  FoundTestimonial: search.foundTestimonial,
  FoundEmail: search.foundEmail,

  Webhook: webhook,
  WebhookWithSecret: webhookWithSecret,
  WebhookFields: apiContract['POST /api/webhooks'].body,
  WebhookChanges: apiContract['PATCH /api/webhooks/:id'].body,
  WebhookDelivery: delivery,

  ApiToken: apiToken,
  NewApiToken: newApiToken,
  ApiTokenFields: apiContract['POST /api/api-tokens'].body,

  OutboxMail: outboxMail,
  OutboxMailText: outboxMailText,
  OutboxSummary: outboxSummary,

  Insights: insights,
  InsightFigures: insightFigures,
  InsightFigure: insightFigures.shape.newLeads,
  InsightDuration: insightDuration,
  InsightShares: insightShares,
  InsightShare: joinedShare,
  SourceCount: sourceCount,
  LeadWeek: leadWeek,
  FunnelStage: funnelStage,
  ContactBucket: contactBucket,
  LeadCohort: cohort,
  InsightVisits: insightVisits,
  ArticleReads: articleReads,

  SavedSiteSettings: site.savedSettings,
  SiteSettings: site.siteSettings,
  SiteVersion: site.siteVersion,
  SiteBrokerage: site.siteSettings.shape.brokerage,
  SiteLink: site.siteSettings.shape.brokerage.shape.social.element,
  SiteHero: site.siteSettings.shape.hero,
  SitePromise: site.siteSettings.shape.hero.shape.promises.element,
  TeamMember: site.siteSettings.shape.team.element,
  SiteQuestion: site.siteSettings.shape.questions.element,
  SiteAnnouncement: site.siteSettings.shape.announcement.unwrap(),
  SiteFields: site.siteFields,
  SitePreview: apiContract['POST /api/site/settings/preview'].response,

  SystemState: systemState,
  SystemPool: systemState.shape.pool.unwrap(),
  SystemMails: systemState.shape.mails,
  SystemJob: systemState.shape.jobs.element,
  SystemImages: systemState.shape.images,
  SystemPageCache: systemState.shape.pageCache,
  SystemMoment: systemState.shape.history.element,
  BackupStatus: backupStatus,
  LastBackup: backupStatus.shape.last.unwrap(),
};
