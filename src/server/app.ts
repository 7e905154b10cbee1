import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { authRoutes } from './accounts/auth.routes.ts';
import { ownSessionsRoutes } from './accounts/own-sessions.routes.ts';
import { articlesPages } from './articles/articles.pages.ts';
import { articlesRoutes } from './articles/articles.routes.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import { contactPages } from './contact/contact.pages.ts';
import { contactRoutes } from './contact/contact.routes.ts';
import { docsRoutes } from './docs/docs.routes.ts';
import { apiScope } from './http/api-scope.ts';
import { answerBrokenRequest } from './http/broken-requests.ts';
import { handleErrors } from './http/error-handler.ts';
import { healthRoutes } from './http/health.routes.ts';
import { acceptJson } from './http/json-body.ts';
import { logRequests, requestId } from './http/request-log.ts';
import { headersOf, securityHeaders, sendSecurityHeaders } from './http/security-headers.ts';
import { endSilentConnections } from './http/silent-connections.ts';
import { imageFilesRoutes } from './images/image-files.routes.ts';
import { imagesRoutes } from './images/images.routes.ts';
import { leadsRoutes } from './leads/leads.routes.ts';
import { outboxRoutes } from './mail/outbox.routes.ts';
import { moderationRoutes } from './moderation/moderation.routes.ts';
import { notificationsRoutes } from './notifications/notifications.routes.ts';
import { feedRoutes } from './pages/feed.routes.ts';
import { officeRoutes } from './pages/office.routes.ts';
import { answerPageFaults, answerUnknownAddresses, sendNotFound } from './pages/page-faults.ts';
import { pagesRoutes } from './pages/pages.routes.ts';
import { siteFilesRoutes } from './pages/site-files.routes.ts';
import { sitemapRoutes } from './pages/sitemap.routes.ts';
import type { Parts } from './parts.ts';
import { postsRoutes } from './posts/posts.routes.ts';
import { profilesRoutes } from './profiles/profiles.routes.ts';
import { testimonialsRoutes } from './testimonials/testimonials.routes.ts';
import { usersRoutes } from './users/users.routes.ts';

const second = 1000;

export interface AppOptions {
  /** Milliseconds in which a request must have arrived whole; Node looks for late ones every second. */
  longestRequest?: number;
  /** How many streams of the live feed may be open at once. */
  mostStreams?: number;
}

/** Builds the HTTP server from its parts: this is the list of all features. */
export function buildApp(
  parts: Parts,
  { longestRequest = 14 * second, mostStreams = 2000 }: AppOptions = {},
): FastifyInstance {
  const { config } = parts;
  const headers = securityHeaders(config);
  const app = Fastify({
    logger: config.logLevel === 'silent' ? false : { level: config.logLevel },
    // One line for each call of the API instead of two for every request; see apiScope.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: 64 * 1024,
    requestTimeout: longestRequest,
    http: {
      maxHeaderSize: 16 * 1024,
      headersTimeout: longestRequest,
      connectionsCheckingInterval: Math.min(second, longestRequest),
    },
    genReqId: requestId,
    clientErrorHandler: answerBrokenRequest(headers),
    // An address that cannot be decoded, or is longer than any of ours, is one that is not there.
    // It comes before the hooks, hence without the headers that these send.
    frameworkErrors: (_fault, request, reply) =>
      void sendNotFound(parts, request, reply.headers({ ...headers, ...headersOf(request) })),
    // While the server closes, what still arrives on an open connection is served and not refused.
    return503OnClosing: false,
  });
  endSilentConnections(app);
  sendSecurityHeaders(app, config);
  handleErrors(app);
  acceptJson(app);
  answerUnknownAddresses(app, parts);

  healthRoutes(app, parts);
  app.register(async (api) => {
    apiScope(api);
    authRoutes(api, parts);
    ownSessionsRoutes(api, parts);
    articlesRoutes(api, parts);
    testimonialsRoutes(api, parts);
    api.register(async (uploads) => imagesRoutes(uploads, parts));
    usersRoutes(api, parts);
    profilesRoutes(api, parts);
    outboxRoutes(api, parts);
    auditRoutes(api, parts);
    postsRoutes(api, parts, { mostStreams });
    notificationsRoutes(api, parts);
    moderationRoutes(api, parts);
    leadsRoutes(api, parts);
    await contactRoutes(api, parts);
  });
  app.register((scope) => contactPages(scope, parts));
  app.register(async (scope) => imageFilesRoutes(scope, parts));
  app.register(async (site) => {
    if (config.logLevel === 'debug' || config.logLevel === 'trace') logRequests(site, 'debug');
    answerPageFaults(site, parts);
    pagesRoutes(site, parts);
    docsRoutes(site, parts);
    articlesPages(site, parts);
    sitemapRoutes(site, parts);
    feedRoutes(site, parts);
    siteFilesRoutes(site, parts);
  });
  officeRoutes(app, parts);
  return app;
}
