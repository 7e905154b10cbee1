import { resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type FirstAccess, firstAccess } from './accounts/first-admin.ts';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { lockDataDir } from './db/data-lock.ts';
import { type Database, openDatabase } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { staticFiles } from './http/static-files.ts';
import { MailWorker } from './mail/mail.worker.ts';
import { type ContentVersion, contentVersion } from './pages/content-version.ts';
import { PageCache } from './pages/page-cache.ts';
import { loadRenderer } from './pages/render.ts';
import type { Parts } from './parts.ts';
import { fillWithSamples } from './sample/fill-with-samples.ts';

export interface RunningServer {
  /** Where it listens, e.g. http://127.0.0.1:3000. */
  address: string;
  access: FirstAccess | undefined;
  stop(): Promise<void>;
}

/** Opens everything in order, serves, and answers the way to stop it all again. */
export async function startServer(config: Config): Promise<RunningServer> {
  // Two processes may share a PostgreSQL, never an embedded database.
  const unlock = config.databaseUrl ? () => {} : lockDataDir(config.dataDir);
  const db = openDatabase(config);
  await migrate(db);
  const access = await firstAccess(db, config);
  if (config.sampleContent) await fillWithSamples(db);
  const parts = await makeParts(config, db);
  const app = buildApp(parts);
  await staticFiles(app, resolve(import.meta.dirname, '../../build/client'));
  const jobs = startJobs(parts, app);
  const address = await app.listen({ port: config.port, host: config.host });
  return {
    address,
    access,
    async stop() {
      await app.close();
      await jobs.stop();
      await db.destroy();
      unlock();
    },
  };
}

async function makeParts(config: Config, db: Database): Promise<Parts> {
  const content = await contentVersion(db);
  return {
    config,
    db,
    content,
    pages: new PageCache(content),
    renderer: await loadRenderer(config.brokerage),
    mails: new MailWorker(config, db),
    checkResponses: !config.production,
  };
}

/** The work that no request asks for. */
function startJobs({ config, content, mails }: Parts, app: FastifyInstance) {
  mails.start(app.log);
  const timers: NodeJS.Timeout[] = [];
  // Another process on the same PostgreSQL may have changed the content.
  if (config.databaseUrl) timers.push(setInterval(() => void refresh(content, app), 1000));
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await mails.stop();
    },
  };
}

async function refresh(content: ContentVersion, app: FastifyInstance): Promise<void> {
  await content.refresh().catch((fault: unknown) => app.log.warn({ err: fault }, 'content version not read'));
}
