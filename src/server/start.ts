import { resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { cleanUpAccounts } from './accounts/clean-up.ts';
import { type FirstAccess, firstAccess } from './accounts/first-admin.ts';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { lockDataDir } from './db/data-lock.ts';
import type { Database } from './db/database.ts';
import { readyDatabase } from './db/ready-database.ts';
import { ApiLimit } from './http/api-limit.ts';
import { closeGently } from './http/close-gently.ts';
import { listen } from './http/listen.ts';
import { staticFiles } from './http/static-files.ts';
import { imageStore } from './images/image-store.ts';
import { purgeImages } from './images/images.service.ts';
import { MailWorker } from './mail/mail.worker.ts';
import { OperatorError } from './operator-error.ts';
import { type ContentVersion, contentVersion } from './pages/content-version.ts';
import { PageCache } from './pages/page-cache.ts';
import { loadRenderer, type Renderer } from './pages/render.ts';
import type { Parts } from './parts.ts';
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
 * @throws OperatorError for what the operator can mend
 */
export async function startServer(config: Config): Promise<RunningServer> {
  const closers: Closer[] = [];
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    return { ...(await open(config, (closer) => closers.push(closer))), stop };
  } catch (fault) {
    await stop();
    throw fault;
  }
}

type Closer = () => unknown;

/** Hands every part's closer to `onStop` as soon as the part is open; they are to be called in reverse. */
async function open(config: Config, onStop: (closer: Closer) => void): Promise<Omit<RunningServer, 'stop'>> {
  // Two processes may share a PostgreSQL, never an embedded database.
  if (!config.databaseUrl) onStop(lockDataDir(config.dataDir));
  const db = await readyDatabase(config);
  onStop(() => db.destroy());
  const access = await firstAccess(db, config);
  if (config.sampleContent) await fillWithSamples(db);
  const parts = await makeParts(config, db);
  const app = buildApp(parts);
  await staticFiles(app, resolve(import.meta.dirname, '../../build/client'));
  const jobs = startJobs(parts, app);
  onStop(() => jobs.stop());
  onStop(() => closeGently(app, config.production ? second : 0));
  return { address: await listen(app, config), access };
}

async function makeParts(config: Config, db: Database): Promise<Parts> {
  const content = await contentVersion(db);
  return {
    config,
    db,
    content,
    pages: new PageCache(content),
    renderer: await builtRenderer(config),
    images: imageStore(config),
    mails: new MailWorker(config, db),
    apiLimit: new ApiLimit(config, db),
    checkResponses: !config.production,
  };
}

async function builtRenderer({ brokerage }: Config): Promise<Renderer> {
  try {
    return await loadRenderer(brokerage);
  } catch (fault) {
    const code = fault instanceof Error && 'code' in fault ? fault.code : undefined;
    if (code !== 'ENOENT' && code !== 'ERR_MODULE_NOT_FOUND') throw fault;
    throw new OperatorError(
      'The site has not been built yet. Run npm run build first; npm start does it by itself.',
    );
  }
}

/** The work that no request asks for. */
function startJobs(parts: Parts, app: FastifyInstance) {
  const { config, db, content, mails, apiLimit } = parts;
  mails.start(app.log);
  apiLimit.start(app.log);
  const timers: NodeJS.Timeout[] = [];
  timers.push(setInterval(() => void cleanUpAccounts(db, app.log), hour));
  timers.push(setInterval(() => void purgeImages(parts, app.log), hour));
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
