import { agreementsContract } from './agreements/agreements.contract.ts';
import { apiTokensContract } from './api-tokens/api-tokens.contract.ts';
import { articlesContract } from './articles/articles.contract.ts';
import { auditContract } from './audit/audit.contract.ts';
import { authContract } from './auth/auth.contract.ts';
import { ownSessionsContract } from './auth/own-sessions.contract.ts';
import { backupContract } from './backup/backup.contract.ts';
import { bookkeepingContract } from './bookkeeping/bookkeeping.contract.ts';
import { closingsContract } from './closings/closings.contract.ts';
import { closingsOfficeContract } from './closings/closings-office.contract.ts';
import { complianceContract, complianceFilesContract } from './compliance/compliance.contract.ts';
import { contactContract } from './contact/contact.contract.ts';
import type { Call } from './contract.ts';
import { duesContract } from './dues/dues.contract.ts';
import { educationContract, educationFilesContract } from './education/education.contract.ts';
import { factorsContract } from './factors/factors.contract.ts';
import { feesContract } from './fees/fees.contract.ts';
import { handbookContract, handbookFilesContract } from './handbook/handbook.contract.ts';
import { imagesContract } from './images/images.contract.ts';
import { insightsContract } from './insights/insights.contract.ts';
import { joiningContract } from './joining/joining.contract.ts';
import { leadSettingsContract } from './leads/lead-settings.contract.ts';
import { leadsContract } from './leads/leads.contract.ts';
import { referralsContract } from './leads/referrals.contract.ts';
import { licensesContract } from './licenses/licenses.contract.ts';
import { mailTextsContract } from './mail-texts/mail-texts.contract.ts';
import { mentionsContract } from './mentions/mentions.contract.ts';
import { moderationContract } from './moderation/moderation.contract.ts';
import { notificationsContract } from './notifications/notifications.contract.ts';
import { onboardingContract } from './onboarding/onboarding.contract.ts';
import { outboxContract } from './outbox/outbox.contract.ts';
import { payeesContract } from './payees/payees.contract.ts';
import { personalDataContract } from './personal-data/personal-data.contract.ts';
import { liveFeedContract } from './posts/live-feed.contract.ts';
import { postsContract } from './posts/posts.contract.ts';
import { privacyContract } from './privacy/privacy.contract.ts';
import { profilesContract } from './profiles/profiles.contract.ts';
import { publishingContract } from './publishing/publishing.contract.ts';
import { reviewContract } from './review/review.contract.ts';
import { sampleContract } from './sample/sample.contract.ts';
import { peopleContract } from './search/people.contract.ts';
import { searchContract } from './search/search.contract.ts';
import { securityLogContract } from './security-log/security-log.contract.ts';
import { setupContract } from './setup/setup.contract.ts';
import { siteSettingsContract } from './site/site-settings.contract.ts';
import { systemContract } from './system/system.contract.ts';
import { testimonialsContract } from './testimonials/testimonials.contract.ts';
import { bulkInvitationsContract } from './users/bulk-invitations.contract.ts';
import { usersContract } from './users/users.contract.ts';
import { waitingContract } from './waiting/waiting.contract.ts';
import { webhooksContract } from './webhooks/webhooks.contract.ts';

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
  ...setupContract,
  ...peopleContract,
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
  ...bookkeepingContract,
  ...payeesContract,
};
export type ApiContract = typeof apiContract;

/** For code that walks over all calls: comparing the type of each schema with `Call` again takes `tsc` a minute. */
export const apiCalls: Record<keyof ApiContract, Call> = apiContract;
