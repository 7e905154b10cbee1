import { Navigate, Outlet, type RouteObject } from 'react-router';
import { EnrolledOnly } from './factors/EnrolledOnly.tsx';
import { NotFoundPage } from './page/NotFoundPage.tsx';
import { ScreenErrors } from './router/ScreenErrors.tsx';
import {
  AdminsOnly,
  ArticleWritersOnly,
  HandbookEditorsOnly,
  MembersOnly,
  TestimonialWritersOnly,
  With,
} from './session/guards.tsx';
import { Shell } from './shell/Shell.tsx';

/** Each page's script loads on first visit. */
const page = {
  dashboard: async () => (await import('./dashboard/DashboardPage.tsx')).DashboardPage,
  articles: async () => (await import('./articles/ArticlesPage.tsx')).ArticlesPage,
  addArticle: async () => (await import('./articles/AddArticlePage.tsx')).AddArticlePage,
  editArticle: async () => (await import('./articles/EditArticlePage.tsx')).EditArticlePage,
  previewArticle: async () => (await import('./articles/PreviewArticlePage.tsx')).PreviewArticlePage,
  articleVersions: async () => (await import('./articles/ArticleVersionsPage.tsx')).ArticleVersionsPage,
  testimonials: async () => (await import('./testimonials/TestimonialsPage.tsx')).TestimonialsPage,
  addTestimonial: async () => (await import('./testimonials/AddTestimonialPage.tsx')).AddTestimonialPage,
  editTestimonial: async () => (await import('./testimonials/EditTestimonialPage.tsx')).EditTestimonialPage,
  changePassword: async () => (await import('./auth/ChangePasswordPage.tsx')).ChangePasswordPage,
  accountSettings: async () => (await import('./auth/AccountSettingsPage.tsx')).AccountSettingsPage,
  users: async () => (await import('./users/UsersPage.tsx')).UsersPage,
  createUser: async () => (await import('./users/CreateUserPage.tsx')).CreateUserPage,
  editUser: async () => (await import('./joining/MemberAccountPage.tsx')).MemberAccountPage,
  inviteMany: async () => (await import('./users/InviteManyPage.tsx')).InviteManyPage,
  bulkInvitation: async () => (await import('./users/BulkInvitationPage.tsx')).BulkInvitationPage,
  licenses: async () => (await import('./licenses/LicensesPage.tsx')).LicensesPage,
  compliance: async () => (await import('./compliance/DeskPage.tsx')).DeskPage,
  licenseChecks: async () => (await import('./compliance/ChecksPage.tsx')).ChecksPage,
  memberFile: async () => (await import('./compliance/MemberFilePage.tsx')).MemberFilePage,
  complianceSettings: async () =>
    (await import('./compliance/ComplianceSettingsPage.tsx')).ComplianceSettingsPage,
  education: async () => (await import('./education/EducationPage.tsx')).EducationPage,
  onboarding: async () => (await import('./onboarding/OnboardingPage.tsx')).OnboardingPage,
  onboardingTemplates: async () => (await import('./onboarding/TemplatesPage.tsx')).TemplatesPage,
  memberSteps: async () => (await import('./onboarding/MemberStepsPage.tsx')).MemberStepsPage,
  outbox: async () => (await import('./outbox/OutboxPage.tsx')).OutboxPage,
  mailTexts: async () => (await import('./mail-texts/MailTextsPage.tsx')).MailTextsPage,
  mailText: async () => (await import('./mail-texts/MailTextPage.tsx')).MailTextPage,
  mail: async () => (await import('./outbox/MailPage.tsx')).MailPage,
  insights: async () => (await import('./insights/InsightsPage.tsx')).InsightsPage,
  leads: async () => (await import('./leads/LeadsPage.tsx')).LeadsPage,
  leadsToday: async () => (await import('./leads/TodayPage.tsx')).TodayPage,
  leadsBoard: async () => (await import('./leads/BoardPage.tsx')).BoardPage,
  leadSettings: async () => (await import('./leads/LeadSettingsPage.tsx')).LeadSettingsPage,
  lead: async () => (await import('./leads/LeadPage.tsx')).LeadPage,
  createProfile: async () => (await import('./profiles/CreateProfilePage.tsx')).CreateProfilePage,
  editProfile: async () => (await import('./profiles/EditProfilePage.tsx')).EditProfilePage,
  addHistory: async () => (await import('./profiles/AddHistoryPage.tsx')).AddHistoryPage,
  profile: async () => (await import('./profiles/ProfilePage.tsx')).ProfilePage,
  members: async () => (await import('./profiles/MembersPage.tsx')).MembersPage,
  posts: async () => (await import('./posts/PostsPage.tsx')).PostsPage,
  post: async () => (await import('./posts/PostPage.tsx')).PostPage,
  notifications: async () => (await import('./notifications/NotificationsPage.tsx')).NotificationsPage,
  moderation: async () => (await import('./moderation/ModerationPage.tsx')).ModerationPage,
  referrals: async () => (await import('./referrals/ReferralsPage.tsx')).ReferralsPage,
  privacyRequests: async () => (await import('./privacy/PrivacyRequestsPage.tsx')).PrivacyRequestsPage,
  privacyRequest: async () => (await import('./privacy/PrivacyRequestPage.tsx')).PrivacyRequestPage,
  person: async () => (await import('./personal-data/PersonPage.tsx')).PersonPage,
  webhooks: async () => (await import('./webhooks/WebhooksPage.tsx')).WebhooksPage,
  webhook: async () => (await import('./webhooks/WebhookPage.tsx')).WebhookPage,
  apiTokens: async () => (await import('./api-tokens/ApiTokensPage.tsx')).ApiTokensPage,
  site: async () => (await import('./site/SitePage.tsx')).SitePage,
  fees: async () => (await import('./fees/FeesPage.tsx')).FeesPage,
  submissions: async () => (await import('./review/SubmissionsPage.tsx')).SubmissionsPage,
  submission: async () => (await import('./review/SubmissionPage.tsx')).SubmissionPage,
  publishing: async () => (await import('./site/PublishingPage.tsx')).PublishingPage,
  system: async () => (await import('./system/SystemPage.tsx')).SystemPage,
  audit: async () => (await import('./audit/AuditPage.tsx')).AuditPage,
  handbook: async () => (await import('./handbook/ContentsPage.tsx')).ContentsPage,
  handbookPage: async () => (await import('./handbook/ReadPage.tsx')).ReadPage,
  editContents: async () => (await import('./handbook/EditContentsPage.tsx')).EditContentsPage,
  editHandbookPage: async () => (await import('./handbook/EditHandbookPage.tsx')).EditHandbookPage,
  pageVersions: async () => (await import('./handbook/PageVersionsPage.tsx')).PageVersionsPage,
  acknowledgements: async () => (await import('./handbook/AcknowledgementsPage.tsx')).AcknowledgementsPage,
  memberAcknowledgements: async () =>
    (await import('./handbook/MemberAcknowledgementsPage.tsx')).MemberAcknowledgementsPage,
  applications: async () => (await import('./joining/ApplicationsPage.tsx')).ApplicationsPage,
  application: async () => (await import('./joining/ApplicationPage.tsx')).ApplicationPage,
  agreement: async () => (await import('./agreements/AgreementPage.tsx')).AgreementPage,
  agreementVersions: async () =>
    (await import('./agreements/AgreementVersionsPage.tsx')).AgreementVersionsPage,
  signedAgreements: async () => (await import('./agreements/SignedAgreementsPage.tsx')).SignedAgreementsPage,
  agreementAsks: async () => (await import('./agreements/AgreementAsksPage.tsx')).AgreementAsksPage,
  verifyAgreement: async () => (await import('./agreements/VerifyAgreementPage.tsx')).VerifyAgreementPage,
  agreementSettings: async () =>
    (await import('./agreements/AgreementSettingsPage.tsx')).AgreementSettingsPage,
  ownAgreements: async () => (await import('./agreements/OwnAgreementsPage.tsx')).OwnAgreementsPage,
  dues: async () => (await import('./dues/DuesPage.tsx')).DuesPage,
  ownClosings: async () => (await import('./closings/OwnClosingsPage.tsx')).OwnClosingsPage,
  reportClosing: async () => (await import('./closings/ReportClosingPage.tsx')).ReportClosingPage,
  ownClosing: async () => (await import('./closings/OwnClosingPage.tsx')).OwnClosingPage,
  editClosing: async () => (await import('./closings/EditClosingPage.tsx')).EditClosingPage,
  closingYear: async () => (await import('./closings/YearPage.tsx')).YearPage,
  closings: async () => (await import('./closings/ClosingsPage.tsx')).ClosingsPage,
  closingList: async () => (await import('./closings/ClosingListPage.tsx')).ClosingListPage,
  officeClosing: async () => (await import('./closings/OfficeClosingPage.tsx')).OfficeClosingPage,
  changeClosing: async () => (await import('./closings/ChangeClosingPage.tsx')).ChangeClosingPage,
  closingSettings: async () => (await import('./closings/ClosingSettingsPage.tsx')).ClosingSettingsPage,
  reports: async () => (await import('./bookkeeping/ReportsPage.tsx')).ReportsPage,
  importClosings: async () => (await import('./closings/ImportClosingsPage.tsx')).ImportClosingsPage,
  importLeads: async () => (await import('./users/ImportLeadsPage.tsx')).ImportLeadsPage,
  closingInsights: async () => (await import('./closings/ClosingInsightsPage.tsx')).ClosingInsightsPage,
  idleMembers: async () => (await import('./closings/IdleMembersPage.tsx')).IdleMembersPage,
  securityLog: async () => (await import('./security-log/SecurityLogPage.tsx')).SecurityLogPage,
};

const forMembers: RouteObject[] = [
  { path: '/dashboard', lazy: { Component: page.dashboard } },
  { path: '/dashboard/view-articles', lazy: { Component: page.articles } },
  { path: '/dashboard/view-testimonials', lazy: { Component: page.testimonials } },
  { path: '/dashboard/submissions', lazy: { Component: page.submissions } },
  { path: '/dashboard/submissions/:id', lazy: { Component: page.submission } },
  { path: '/dashboard/change-password', lazy: { Component: page.changePassword } },
  { path: '/dashboard/account-settings', lazy: { Component: page.accountSettings } },
  { path: '/posts', lazy: { Component: page.posts } },
  { path: '/posts/:id', lazy: { Component: page.post } },
  { path: '/notifications', lazy: { Component: page.notifications } },
  { path: '/create-profile', lazy: { Component: page.createProfile } },
  { path: '/edit-profile', lazy: { Component: page.editProfile } },
  { path: '/add-experience', lazy: { Component: page.addHistory } },
  { path: '/add-education', lazy: { Component: page.addHistory } },
  { path: '/profile/:userId', lazy: { Component: page.profile } },
  { path: '/dashboard/referrals', lazy: { Component: page.referrals } },
  { path: '/handbook', lazy: { Component: page.handbook } },
  { path: '/handbook/:slug', lazy: { Component: page.handbookPage } },
  { path: '/dashboard/agreements', lazy: { Component: page.ownAgreements } },
  { path: '/dashboard/license', lazy: { Component: page.education } },
  { path: '/dashboard/my-closings', lazy: { Component: page.ownClosings } },
  { path: '/dashboard/my-closings/new', lazy: { Component: page.reportClosing } },
  { path: '/dashboard/my-closings/dues', lazy: { Component: page.dues } },
  { path: '/dashboard/my-closings/year/:year', lazy: { Component: page.closingYear } },
  { path: '/dashboard/my-closings/:id', lazy: { Component: page.ownClosing } },
  { path: '/dashboard/my-closings/:id/edit', lazy: { Component: page.editClosing } },
  { path: '/members', lazy: { Component: page.members } },
  { path: '/dashboard/members', lazy: { Component: page.members } },
  { path: '/dashboard/admin/compliance/:userId', lazy: { Component: page.memberFile } },
];

const forArticleWriters: RouteObject[] = [
  { path: '/dashboard/add-article', lazy: { Component: page.addArticle } },
  { path: '/dashboard/edit-article/:id', lazy: { Component: page.editArticle } },
  { path: '/dashboard/preview-article/:id', lazy: { Component: page.previewArticle } },
  { path: '/dashboard/article-versions/:id', lazy: { Component: page.articleVersions } },
];

const forTestimonialWriters: RouteObject[] = [
  { path: '/dashboard/add-testimonial', lazy: { Component: page.addTestimonial } },
  { path: '/dashboard/edit-testimonial/:id', lazy: { Component: page.editTestimonial } },
];

const forHandbookEditors: RouteObject[] = [
  { path: '/dashboard/handbook', lazy: { Component: page.editContents } },
  { path: '/dashboard/handbook/edit/:id', lazy: { Component: page.editHandbookPage } },
  { path: '/dashboard/handbook/versions/:id', lazy: { Component: page.pageVersions } },
];

const forClosings: RouteObject[] = [
  { path: '/dashboard/admin/closings', lazy: { Component: page.closings } },
  { path: '/dashboard/admin/dues', lazy: { Component: page.dues } },
  { path: '/dashboard/admin/closings/list', lazy: { Component: page.closingList } },
  { path: '/dashboard/admin/closings/:id', lazy: { Component: page.officeClosing } },
  { path: '/dashboard/admin/closings/:id/edit', lazy: { Component: page.changeClosing } },
];

const forRecruiting: RouteObject[] = [
  { path: '/dashboard/insights', lazy: { Component: page.insights } },
  { path: '/dashboard/leads', lazy: { Component: page.leads } },
  { path: '/dashboard/leads/today', lazy: { Component: page.leadsToday } },
  { path: '/dashboard/leads/board', lazy: { Component: page.leadsBoard } },
  { path: '/dashboard/leads/import', lazy: { Component: page.importLeads } },
  { path: '/dashboard/leads/settings', lazy: { Component: page.leadSettings } },
  { path: '/dashboard/leads/:id', lazy: { Component: page.lead } },
  { path: '/dashboard/applications', lazy: { Component: page.applications } },
  { path: '/dashboard/applications/:id', lazy: { Component: page.application } },
  { path: '/dashboard/admin/agreement/versions', lazy: { Component: page.agreementVersions } },
  { path: '/dashboard/admin/agreement/signed', lazy: { Component: page.signedAgreements } },
  { path: '/dashboard/admin/agreement/asks', lazy: { Component: page.agreementAsks } },
  { path: '/dashboard/admin/agreement/verify', lazy: { Component: page.verifyAgreement } },
];

const forCompliance: RouteObject[] = [
  { path: '/dashboard/admin/compliance', lazy: { Component: page.compliance } },
  { path: '/dashboard/admin/compliance/checks', lazy: { Component: page.licenseChecks } },
  { path: '/dashboard/admin/compliance/licenses', lazy: { Component: page.licenses } },
  { path: '/dashboard/admin/compliance/settings', lazy: { Component: page.complianceSettings } },
  { path: '/dashboard/admin/onboarding', lazy: { Component: page.onboarding } },
  { path: '/dashboard/admin/onboarding/templates', lazy: { Component: page.onboardingTemplates } },
  { path: '/dashboard/admin/onboarding/:userId', lazy: { Component: page.memberSteps } },
  { path: '/dashboard/handbook/acknowledgements', lazy: { Component: page.acknowledgements } },
  { path: '/dashboard/handbook/acknowledgements/:userId', lazy: { Component: page.memberAcknowledgements } },
];

const forAdmins: RouteObject[] = [
  { path: '/dashboard/admin/closings/1099', lazy: { Component: page.reports } },
  { path: '/dashboard/admin/closings/settings', lazy: { Component: page.closingSettings } },
  { path: '/dashboard/admin/closings/reports/:report?', lazy: { Component: page.reports } },
  { path: '/dashboard/admin/closings/import', lazy: { Component: page.importClosings } },
  { path: '/dashboard/insights/closings', lazy: { Component: page.closingInsights } },
  { path: '/dashboard/insights/closings/idle', lazy: { Component: page.idleMembers } },
  { path: '/dashboard/admin', lazy: { Component: page.users } },
  { path: '/dashboard/admin/user/create', lazy: { Component: page.createUser } },
  { path: '/dashboard/admin/user/edit/:userId', lazy: { Component: page.editUser } },
  { path: '/dashboard/admin/invite', lazy: { Component: page.inviteMany } },
  { path: '/dashboard/admin/invite/:listId', lazy: { Component: page.bulkInvitation } },
  { path: '/dashboard/admin/moderation', lazy: { Component: page.moderation } },
  { path: '/dashboard/admin/outbox', lazy: { Component: page.outbox } },
  { path: '/dashboard/admin/outbox/texts', lazy: { Component: page.mailTexts } },
  { path: '/dashboard/admin/outbox/texts/:kind', lazy: { Component: page.mailText } },
  { path: '/dashboard/admin/outbox/:id', lazy: { Component: page.mail } },
  { path: '/dashboard/admin/privacy', lazy: { Component: page.privacyRequests } },
  { path: '/dashboard/admin/privacy/person', lazy: { Component: page.person } },
  { path: '/dashboard/admin/privacy/:id', lazy: { Component: page.privacyRequest } },
  { path: '/dashboard/admin/audit', lazy: { Component: page.audit } },
  { path: '/dashboard/admin/security', lazy: { Component: page.securityLog } },
  { path: '/dashboard/admin/agreement', lazy: { Component: page.agreement } },
  { path: '/dashboard/admin/agreement/settings', lazy: { Component: page.agreementSettings } },
  { path: '/dashboard/admin/webhooks', lazy: { Component: page.webhooks } },
  { path: '/dashboard/admin/webhooks/:id', lazy: { Component: page.webhook } },
  { path: '/dashboard/admin/api-tokens', lazy: { Component: page.apiTokens } },
  { path: '/dashboard/admin/site', lazy: { Component: page.site } },
  { path: '/dashboard/admin/site/publishing', lazy: { Component: page.publishing } },
  { path: '/dashboard/admin/site/fees', lazy: { Component: page.fees } },
  { path: '/dashboard/admin/system', lazy: { Component: page.system } },
];

const licensesPath = '/dashboard/admin/compliance/licenses';

/** Shorter addresses in menus and bookmarks (docs/product.md P8.1). */
const elsewhere: RouteObject[] = [
  { path: '/account-settings', element: <Navigate to="/dashboard/account-settings" replace /> },
  { path: '/admin', element: <Navigate to="/dashboard/admin" replace /> },
  { path: '/dashboard/admin/licences', element: <Navigate to={licensesPath} replace /> },
  { path: '/dashboard/admin/licenses', element: <Navigate to={licensesPath} replace /> },
];

/** Every route of the office and who may see it. */
export const routes: RouteObject[] = [
  {
    element: <MembersOnly />,
    children: [
      {
        element: <EnrolledOnly />,
        children: [
          ...elsewhere,
          {
            element: <Shell />,
            children: [
              {
                element: (
                  <ScreenErrors>
                    <Outlet />
                  </ScreenErrors>
                ),
                children: [
                  ...forMembers,
                  { element: <ArticleWritersOnly />, children: forArticleWriters },
                  { element: <TestimonialWritersOnly />, children: forTestimonialWriters },
                  { element: <HandbookEditorsOnly />, children: forHandbookEditors },
                  { element: <With right="recruiting" />, children: forRecruiting },
                  { element: <With right="closings" />, children: forClosings },
                  { element: <With right="compliance" />, children: forCompliance },
                  { element: <AdminsOnly />, children: forAdmins },
                  { path: '*', element: <NotFoundPage /> },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
];
