import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { publishDueArticles } from './features/articles/publish-due-articles.ts';
import { deleteExpiredSignIns } from './features/auth/delete-expired.ts';
import { type FirstAccess, firstAccess } from './features/auth/first-admin.ts';
import { actorByToken } from './features/auth/sessions.service.ts';
import { purgeImages } from './features/images/images.service.ts';
import { deleteExpiredNotifications } from './features/notifications/delete-expired-notifications.ts';
import { deleteExpiredFeedEvents } from './features/posts/delete-expired-feed-events.ts';
import { eraseOldData } from './features/retention/erase-old-data.ts';
import { fillWithSamples } from './features/sample/fill-with-samples.ts';
import type { Config } from './platform/config.ts';
import { lockDataDir } from './platform/db/data-lock.ts';
import type { Database } from './platform/db/database.ts';
import { readyDatabase } from './platform/db/ready-database.ts';
import { ApiLimit } from './platform/http/api-limit.ts';
import { closeGently } from './platform/http/close-gently.ts';
import { listen } from './platform/http/listen.ts';
import { openImageStore } from './platform/images/open-image-store.ts';
import { MailWorker } from './platform/mail/mail.worker.ts';
import { type ContentVersion, contentVersion } from './platform/pages/content-version.ts';
import { builtSite, type Site } from './platform/pages/site.ts';
import type { Parts } from './platform/parts.ts';

const second = 1000;
const hour = 3_600_000;

export interface RunningServer {
  /** Where it listens, e.g. http://127.0.0.1:3000. */
  address: string;
  access: FirstAccess | undefined;
  stop(): Promise<void>;
}

/**
 * Opens everything in order, serves, and answers the way to stop it all again. A start that fails half-way closes
 * what it has opened.
 * With `dev` the pages come from the sources and follow their changes.
 * @throws OperatorError for what the operator can mend
 */
export async function startServer(config: Config, { dev = false } = {}): Promise<RunningServer> {
  const closers: Closer[] = [];
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    return { ...(await open(config, dev, (closer) => closers.push(closer))), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Closer = () => unknown;

/** Hands every part's closer to `onStop` as soon as the part is open; they are to be called in reverse. */
async function open(
  config: Config,
  dev: boolean,
  onStop: (closer: Closer) => void,
): Promise<Omit<RunningServer, 'stop'>> {
  // Two processes may share a PostgreSQL, never an embedded database.
  if (!config.databaseUrl) onStop(lockDataDir(config.dataDir));
  const db = await readyDatabase(config);
  onStop(() => db.destroy());
  const access = await firstAccess(db, config);
  if (config.sampleContent) await fillWithSamples(db, config.brokerage.name);
  const site = dev ? await sourceSite(config) : await builtSite(config.brokerage);
  const parts = await makeParts(config, db, site, dev);
  const app = buildApp(parts);
  const jobs = startJobs(parts, app);
  onStop(() => jobs.stop());
  onStop(() => closeGently(app, config.production ? second : 0));
  await site.serveFiles(app);
  return { address: await listen(app, config), access };
}

async function makeParts(config: Config, db: Database, site: Site, dev: boolean): Promise<Parts> {
  const content = await contentVersion(db);
  return {
    config,
    db,
    content,
    pages: site.pageCache(content),
    renderer: site.renderer,
    images: openImageStore(config),
    mails: new MailWorker(config, db),
    actorByToken,
    apiLimit: new ApiLimit(config, db),
    checkResponses: dev,
  };
}

// Imported only here: the builder of the pages is no part of the product that is served.
async function sourceSite({ brokerage }: Config): Promise<Site> {
  const { devSite } = await import('./platform/pages/dev-site.ts');
  return devSite(brokerage);
}

/** The work that no request asks for. */
function startJobs(parts: Parts, app: FastifyInstance) {
  const { config, db, content, mails, apiLimit } = parts;
  mails.start(app.log);
  apiLimit.start(app.log);
  const timers: NodeJS.Timeout[] = [];
  timers.push(setInterval(() => void deleteExpiredSignIns(db, app.log), hour));
  timers.push(setInterval(() => void publishDueArticles(parts, app.log), 20 * second));
  timers.push(setInterval(() => void purgeImages(parts, app.log), hour));
  timers.push(setInterval(() => void deleteExpiredFeedEvents(db, app.log), hour));
  timers.push(setInterval(() => void deleteExpiredNotifications(db, app.log), hour));
  timers.push(setInterval(() => void eraseOldData(db, app.log), hour));
  // Another process on the same PostgreSQL may have changed the content.
  if (config.databaseUrl) timers.push(setInterval(() => void refresh(content, app), second));
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await apiLimit.stop();
      await mails.stop();
    },
  };
}

async function refresh(content: ContentVersion, app: FastifyInstance): Promise<void> {
  await content.refresh().catch((error: unknown) => app.log.warn({ err: error }, 'content version not read'));
}
