import { agreementsContract } from './agreements.contract.ts';
import { apiTokensContract } from './api-tokens.contract.ts';
import { articlesContract } from './articles.contract.ts';
import { auditContract } from './audit.contract.ts';
import { authContract } from './auth.contract.ts';
import { backupContract } from './backup.contract.ts';
import { bulkInvitationsContract } from './bulk-invitations.contract.ts';
import { closingsContract } from './closings.contract.ts';
import { closingsOfficeContract } from './closings-office.contract.ts';
import { complianceContract, complianceFilesContract } from './compliance.contract.ts';
import { contactContract } from './contact.contract.ts';
import type { Call } from './contract.ts';
import { duesContract } from './dues.contract.ts';
import { educationContract, educationFilesContract } from './education.contract.ts';
import { factorsContract } from './factors.contract.ts';
import { feesContract } from './fees.contract.ts';
import { handbookContract, handbookFilesContract } from './handbook.contract.ts';
import { imagesContract } from './images.contract.ts';
import { insightsContract } from './insights.contract.ts';
import { joiningContract } from './joining.contract.ts';
import { leadSettingsContract } from './lead-settings.contract.ts';
import { leadsContract } from './leads.contract.ts';
import { licensesContract } from './licenses.contract.ts';
import { liveFeedContract } from './live-feed.contract.ts';
import { mailTextsContract } from './mail-texts.contract.ts';
import { mentionsContract } from './mentions.contract.ts';
import { moderationContract } from './moderation.contract.ts';
import { notificationsContract } from './notifications.contract.ts';
import { onboardingContract } from './onboarding.contract.ts';
import { outboxContract } from './outbox.contract.ts';
import { ownSessionsContract } from './own-sessions.contract.ts';
import { personalDataContract } from './personal-data.contract.ts';
import { postsContract } from './posts.contract.ts';
import { privacyContract } from './privacy.contract.ts';
import { profilesContract } from './profiles.contract.ts';
import { publishingContract } from './publishing.contract.ts';
import { referralsContract } from './referrals.contract.ts';
import { reviewContract } from './review.contract.ts';
import { sampleContract } from './sample.contract.ts';
import { searchContract } from './search.contract.ts';
import { securityLogContract } from './security-log.contract.ts';
import { siteSettingsContract } from './site-settings.contract.ts';
import { systemContract } from './system.contract.ts';
import { testimonialsContract } from './testimonials.contract.ts';
import { usersContract } from './users.contract.ts';
import { waitingContract } from './waiting.contract.ts';
import { webhooksContract } from './webhooks.contract.ts';

/** Every call of the API: a call that is not in this table does not exist. */
export const apiContract = {
  ...authContract,
  ...factorsContract,
  ...feesContract,
  ...ownSessionsContract,
  ...articlesContract,
  ...testimonialsContract,
  ...imagesContract,
  ...contactContract,
  ...auditContract,
  ...securityLogContract,
  ...postsContract,
  ...liveFeedContract,
  ...notificationsContract,
  ...waitingContract,
  ...mentionsContract,
  ...moderationContract,
  ...usersContract,
  ...bulkInvitationsContract,
  ...profilesContract,
  ...sampleContract,
  ...searchContract,
  ...licensesContract,
  ...onboardingContract,
  ...handbookContract,
  ...handbookFilesContract,
  ...agreementsContract,
  ...joiningContract,
  ...complianceContract,
  ...complianceFilesContract,
  ...educationContract,
  ...educationFilesContract,
  ...outboxContract,
  ...mailTextsContract,
  ...siteSettingsContract,
  ...publishingContract,
  ...reviewContract,
  ...systemContract,
  ...backupContract,
  ...leadsContract,
  ...leadSettingsContract,
  ...referralsContract,
  ...insightsContract,
  ...privacyContract,
  ...personalDataContract,
  ...webhooksContract,
  ...apiTokensContract,
  ...closingsContract,
  ...closingsOfficeContract,
  ...duesContract,
};
export type ApiContract = typeof apiContract;

/** For code that walks over all calls: comparing the type of each schema with `Call` again takes `tsc` a minute. */
export const apiCalls: Record<keyof ApiContract, Call> = apiContract;
