import type { FastifyInstance } from 'fastify';
import { cleanUpAccounts } from './accounts/clean-up.ts';
import { type FirstAccess, firstAccess } from './accounts/first-admin.ts';
import { buildApp } from './app.ts';
import { publishDueArticles } from './articles/publish-due-articles.ts';
import type { Config } from './config.ts';
import { lockDataDir } from './db/data-lock.ts';
import type { Database } from './db/database.ts';
import { readyDatabase } from './db/ready-database.ts';
import { ApiLimit } from './http/api-limit.ts';
import { closeGently } from './http/close-gently.ts';
import { listen } from './http/listen.ts';
import { imageStore } from './images/image-store.ts';
import { purgeImages } from './images/images.service.ts';
import { MailWorker } from './mail/mail.worker.ts';
import { forgetOldNotifications } from './notifications/forget-old-notifications.ts';
import { type ContentVersion, contentVersion } from './pages/content-version.ts';
import { builtSite, type Site } from './pages/site.ts';
import type { Parts } from './parts.ts';
import { forgetOldFeedEvents } from './posts/forget-old-feed-events.ts';
import { eraseOldData } from './retention/erase-old-data.ts';
import { fillWithSamples } from './sample/fill-with-samples.ts';

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
  } catch (fault) {
    await stop();
    throw fault;
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
    images: imageStore(config),
    mails: new MailWorker(config, db),
    apiLimit: new ApiLimit(config, db),
    checkResponses: dev,
  };
}

// Imported only here: the builder of the pages is no part of the product that is served.
async function sourceSite({ brokerage }: Config): Promise<Site> {
  const { devSite } = await import('./pages/dev-site.ts');
  return devSite(brokerage);
}

/** The work that no request asks for. */
function startJobs(parts: Parts, app: FastifyInstance) {
  const { config, db, content, mails, apiLimit } = parts;
  mails.start(app.log);
  apiLimit.start(app.log);
  const timers: NodeJS.Timeout[] = [];
  timers.push(setInterval(() => void cleanUpAccounts(db, app.log), hour));
  timers.push(setInterval(() => void publishDueArticles(parts, app.log), 20 * second));
  timers.push(setInterval(() => void purgeImages(parts, app.log), hour));
  timers.push(setInterval(() => void forgetOldFeedEvents(db, app.log), hour));
  timers.push(setInterval(() => void forgetOldNotifications(db, app.log), hour));
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
  await content.refresh().catch((fault: unknown) => app.log.warn({ err: fault }, 'content version not read'));
}
