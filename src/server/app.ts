import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { second } from '../shared/time.ts';
import { agreementsRoutes } from './features/agreements/agreements.routes.ts';
import { feesPdfRoutes } from './features/agreements/fees-pdf.routes.ts';
import { apiTokensRoutes } from './features/api-tokens/api-tokens.routes.ts';
import { articlesPages } from './features/articles/articles.pages.ts';
import { articlesRoutes } from './features/articles/articles.routes.ts';
import { rssRoutes } from './features/articles/articles.rss.ts';
import { auditRoutes } from './features/audit/audit.routes.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { ownSessionsRoutes } from './features/auth/sessions/own-sessions.routes.ts';
import { backupRoutes } from './features/backup/backup.routes.ts';
import { bookkeepingRoutes } from './features/bookkeeping/bookkeeping.routes.ts';
import { closingsRoutes } from './features/closings/closings.routes.ts';
import { closingsOfficeRoutes } from './features/closings/closings-office.routes.ts';
import { complianceFilesRoutes, complianceRoutes } from './features/compliance/compliance.routes.ts';
import { contactPages } from './features/contact/contact.pages.ts';
import { contactRoutes } from './features/contact/contact.routes.ts';
import { docsRoutes } from './features/docs/docs.routes.ts';
import { duesRoutes } from './features/dues/dues.routes.ts';
import { educationFilesRoutes, educationRoutes } from './features/education/education.routes.ts';
import { factorsRoutes } from './features/factors/factors.routes.ts';
import { feesRoutes } from './features/fees/fees.routes.ts';
import { handbookRoutes } from './features/handbook/handbook.routes.ts';
import { handbookFilesRoutes } from './features/handbook/handbook-files.routes.ts';
import { policiesPages } from './features/handbook/policies.pages.ts';
import { imageFilesRoutes } from './features/images/image-files.routes.ts';
import { imagesRoutes } from './features/images/images.routes.ts';
import { oldAddressesRoutes } from './features/import/old-addresses.routes.ts';
import { insightsRoutes } from './features/insights/insights.routes.ts';
import { joinPages } from './features/joining/join-page.routes.ts';
import { joiningRoutes } from './features/joining/joining.routes.ts';
import { leadSettingsRoutes } from './features/leads/lead-settings.routes.ts';
import { leadsRoutes } from './features/leads/leads.routes.ts';
import { referralsRoutes } from './features/leads/referrals.routes.ts';
import { licensesRoutes } from './features/licenses/licenses.routes.ts';
import { mailTextsRoutes } from './features/mail-texts/mail-texts.routes.ts';
import { mentionsRoutes } from './features/mentions/mentions.routes.ts';
import { moderationRoutes } from './features/moderation/moderation.routes.ts';
import { notificationsRoutes } from './features/notifications/notifications.routes.ts';
import { onboardingRoutes } from './features/onboarding/onboarding.routes.ts';
import { outboxRoutes } from './features/outbox/outbox.routes.ts';
import { payeesRoutes } from './features/payees/payees.routes.ts';
import { personalDataRoutes } from './features/personal-data/personal-data.routes.ts';
import type { SearchBounds } from './features/posts/post-search.ts';
import { postsRoutes } from './features/posts/posts.routes.ts';
import { privacyPages } from './features/privacy/privacy.pages.ts';
import { privacyRoutes } from './features/privacy/privacy.routes.ts';
import { profilesRoutes } from './features/profiles/profiles.routes.ts';
import { publishingRoutes } from './features/publishing/publishing.routes.ts';
import { reviewRoutes } from './features/review/review.routes.ts';
import { sampleRoutes } from './features/sample/sample.routes.ts';
import { searchRoutes } from './features/search/search.routes.ts';
import { recordSecurityEvents } from './features/security-log/record-security-events.ts';
import { securityLogRoutes } from './features/security-log/security-log.routes.ts';
import { setupRoutes } from './features/setup/setup.routes.ts';
import { officeRoutes } from './features/site/office.routes.ts';
import { pagesRoutes } from './features/site/site.pages.ts';
import { siteFilesRoutes } from './features/site/site-files.routes.ts';
import { siteSettingsRoutes } from './features/site/site-settings.routes.ts';
import { sitemapRoutes } from './features/site/sitemap.routes.ts';
import { statementRoutes } from './features/statement/statement.routes.ts';
import { systemRoutes } from './features/system/system.routes.ts';
import { testimonialsRoutes } from './features/testimonials/testimonials.routes.ts';
import { bulkInvitationsRoutes } from './features/users/bulk-invitations.routes.ts';
import { usersRoutes } from './features/users/users.routes.ts';
import { waitingRoutes } from './features/waiting/waiting.routes.ts';
import { webhooksRoutes } from './features/webhooks/webhooks.routes.ts';
import { apiScope } from './platform/http/api-scope.ts';
import { handleClientError, refuseLikeNode } from './platform/http/broken-requests.ts';
import { Departure, keepSendingConnections } from './platform/http/close-gently.ts';
import { handleApiErrors, logStreamError } from './platform/http/error-handler.ts';
import { healthRoutes } from './platform/http/health.routes.ts';
import { acceptJson } from './platform/http/json-body.ts';
import { endLongPipelines } from './platform/http/long-pipelines.ts';
import { logBlocks } from './platform/http/loop-watch.ts';
import { logRequests, requestId, withoutRows, withTrace } from './platform/http/request-log.ts';
import { headersOf, securityHeaders, sendSecurityHeaders } from './platform/http/security-headers.ts';
import { endSilentConnections } from './platform/http/silent-connections.ts';
import { watchAddress } from './platform/http/watch-address.ts';
import { measureResponses, responseDurations } from './platform/metrics/request-durations.ts';
import { answerCachedPages } from './platform/pages/answer-cached-pages.ts';
import { handlePageErrors, handleUnknownPaths, sendNotFound } from './platform/pages/page-errors.ts';
import type { Parts } from './platform/parts.ts';
import { terminalLog } from './platform/readable-log.ts';

const maxHeaderSize = 16 * 1024;

export interface AppOptions {
  /** Max milliseconds for a request to arrive in full; Node checks once a second. */
  requestTimeout?: number;
  maxStreams?: number;
  departure?: Departure;
  searchBounds?: SearchBounds;
  logStream?: { write(line: string): void };
}

/** Builds the HTTP server: the list of all features. */
export function buildApp(
  parts: Parts,
  {
    requestTimeout = 14 * second,
    maxStreams = 2000,
    departure = new Departure(0),
    searchBounds,
    logStream = terminalLog(process.stdout),
  }: AppOptions = {},
): FastifyInstance {
  const { config } = parts;
  const headers = securityHeaders(config);
  const app = Fastify({
    logger:
      config.logLevel === 'silent'
        ? false
        : { level: config.logLevel, redact: withoutRows, ...(logStream && { stream: logStream }) },
    // One line per request instead of two; see logRequests.
    logController: Object.assign(new LogController({ disableRequestLogging: true }), {
      streamError: logStreamError,
    }),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: 64 * 1024,
    // Ids of any length reach their call: 'Article not found'.
    routerOptions: { maxParamLength: maxHeaderSize },
    requestTimeout: requestTimeout,
    http: {
      maxHeaderSize,
      // Refused by refuseLikeNode, with our headers.
      requireHostHeader: false,
      headersTimeout: requestTimeout,
      connectionsCheckingInterval: Math.min(second, requestTimeout),
    },
    genReqId: requestId,
    childLoggerFactory: withTrace,
    clientErrorHandler: handleClientError(headers),
    // An undecodable address is not found. This runs before the hooks, so it sets their headers itself.
    frameworkErrors: (_error, request, reply) =>
      void sendNotFound(parts, request, reply.headers({ ...headers, ...headersOf(request) })),
    // While closing, requests on open connections are still served.
    return503OnClosing: false,
  });
  const observe = config.metrics ? responseDurations(parts.metrics) : undefined;
  if (observe) measureResponses(app, observe);
  const debug = config.logLevel === 'debug' || config.logLevel === 'trace';
  // Debug logs a line for each page.
  if (!debug) answerCachedPages(app, parts, observe);
  refuseLikeNode(app, headers);
  endLongPipelines(app);
  logRequests(app, { debug });
  logBlocks(app);
  endSilentConnections(app);
  keepSendingConnections(app);
  sendSecurityHeaders(app, config);
  handleApiErrors(app);
  acceptJson(app);
  handleUnknownPaths(app, parts);

  healthRoutes(app, parts, departure);
  app.register(async (api) => {
    apiScope(api, parts.renderer.build);
    recordSecurityEvents(api, parts);
    watchAddress(api, parts);
    authRoutes(api, parts);
    factorsRoutes(api, parts);
    ownSessionsRoutes(api, parts);
    articlesRoutes(api, parts);
    testimonialsRoutes(api, parts);
    api.register(async (uploads) => imagesRoutes(uploads, parts));
    usersRoutes(api, parts);
    bulkInvitationsRoutes(api, parts);
    profilesRoutes(api, parts);
    searchRoutes(api, parts);
    licensesRoutes(api, parts);
    onboardingRoutes(api, parts);
    handbookRoutes(api, parts);
    api.register(async (uploads) => handbookFilesRoutes(uploads, parts));
    agreementsRoutes(api, parts);
    feesRoutes(api, parts);
    joiningRoutes(api, parts);
    complianceRoutes(api, parts);
    educationRoutes(api, parts);
    api.register(async (uploads) => complianceFilesRoutes(uploads, parts));
    api.register(async (uploads) => educationFilesRoutes(uploads, parts));
    closingsRoutes(api, parts);
    closingsOfficeRoutes(api, parts);
    duesRoutes(api, parts);
    bookkeepingRoutes(api, parts);
    payeesRoutes(api, parts);
    outboxRoutes(api, parts);
    mailTextsRoutes(api, parts);
    siteSettingsRoutes(api, parts);
    publishingRoutes(api, parts);
    reviewRoutes(api, parts);
    sampleRoutes(api, parts);
    setupRoutes(api, parts);
    systemRoutes(api, parts);
    auditRoutes(api, parts);
    securityLogRoutes(api, parts);
    backupRoutes(api, parts);
    postsRoutes(api, parts, { maxStreams, departure, searchBounds });
    notificationsRoutes(api, parts);
    waitingRoutes(api, parts);
    mentionsRoutes(api, parts);
    moderationRoutes(api, parts);
    leadsRoutes(api, parts);
    leadSettingsRoutes(api, parts);
    referralsRoutes(api, parts);
    insightsRoutes(api, parts);
    privacyRoutes(api, parts);
    personalDataRoutes(api, parts);
    webhooksRoutes(api, parts);
    apiTokensRoutes(api, parts);
    await contactRoutes(api, parts);
  });
  app.register((scope) => contactPages(scope, parts));
  app.register((scope) => privacyPages(scope, parts));
  app.register((scope) => joinPages(scope, parts));
  app.register(async (scope) => imageFilesRoutes(scope, parts));
  app.register(async (site) => {
    handlePageErrors(site, parts);
    pagesRoutes(site, parts);
    docsRoutes(site, parts);
    articlesPages(site, parts);
    policiesPages(site, parts);
    sitemapRoutes(site, parts);
    statementRoutes(site, parts);
    feesPdfRoutes(site, parts);
    rssRoutes(site, parts);
    siteFilesRoutes(site, parts);
  });
  oldAddressesRoutes(app, parts);
  officeRoutes(app, parts);
  return app;
}
