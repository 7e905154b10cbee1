import type { FastifyBaseLogger } from 'fastify';
import { day, hour, minute, second } from '../shared/time.ts';
import { buildApp } from './app.ts';
import { remindToSign } from './features/agreements/remind-to-sign.ts';
import { publishDueArticles } from './features/articles/publish-due-articles.ts';
import { deleteExpiredSignIns } from './features/auth/delete-expired.ts';
import { type FirstAccess, firstAccess } from './features/auth/setup/first-admin.ts';
import { backUpNightly, warnOfOldBackup } from './features/backup/nightly-backup.ts';
import { eraseOldClosings } from './features/closings/erase-old-closings.ts';
import { remindOfPromises } from './features/closings/remind-of-promises.ts';
import { carryOutLeavings } from './features/compliance/leaving.service.ts';
import { chargeAndTell } from './features/dues/tell-of-dues.ts';
import { remindOfMissing } from './features/education/remind-of-missing.ts';
import { startScheduled } from './features/fees/fees.service.ts';
import { remindOfPages } from './features/handbook/remind-of-pages.ts';
import { purgeImages } from './features/images/images.service.ts';
import { deleteOldVisitSums } from './features/insights/visit-sums.service.ts';
import { remindApplicants } from './features/joining/remind-applicants.ts';
import { alertOfWaitingLeads, sendLeadDigests } from './features/leads/lead-reminders.ts';
import { linkMerged } from './features/leads/link-merged.ts';
import { remindOfLicenses } from './features/licenses/remind-of-licenses.ts';
import { askMissing } from './features/member-files/page-asks.ts';
import { settleDue } from './features/member-files/settle.ts';
import { deleteExpiredNotifications } from './features/notifications/notifications.service.ts';
import { mailOfWork } from './features/notifications/work-emails.service.ts';
import { finishErasures } from './features/personal-data/erase-person.ts';
import { deleteExpiredExports, makeExports } from './features/personal-data/exports.service.ts';
import {
  listErasures,
  replayOwnErasures,
  type UnreadLists,
} from './features/personal-data/replay-erasures.ts';
import { deleteExpiredFeedEvents } from './features/posts/feed-events.service.ts';
import { indexMissingPosts } from './features/posts/post-search.ts';
import { remindOfReviews } from './features/privacy/legal-holds.service.ts';
import { warnOfOverdueRequests } from './features/privacy/warn-of-overdue-requests.ts';
import { eraseOldData, eraseOldSecurityEvents } from './features/retention/erase-old-data.ts';
import { fillWithApplications } from './features/sample/fill-with-applications.ts';
import { fillWithSamples } from './features/sample/fill-with-samples.ts';
import { anchorSecurityLog } from './features/security-log/anchor-security-log.ts';
import { proveSecurityLog } from './features/security-log/security-chain.ts';
import { endAnnouncement } from './features/site/site-settings.service.ts';
import { watchClock, watchPlaces } from './features/system/watch-places.ts';
import { inviteWaiting } from './features/users/invite-waiting.ts';
import { deliverWebhooks } from './features/webhooks/deliver-webhooks.ts';
import { makeParts } from './make-parts.ts';
import type { Config } from './platform/config.ts';
import { sealingOf } from './platform/db/check-sealing-key.ts';
import { lockDataDir } from './platform/db/data-lock.ts';
import { lostDatabase } from './platform/db/former-database.ts';
import { readyDatabase } from './platform/db/ready-database.ts';
import { closeGently, Departure } from './platform/http/close-gently.ts';
import { deleteExpiredIdempotencyKeys } from './platform/http/idempotency.ts';
import { listen } from './platform/http/listen.ts';
import { forgetFailed } from './platform/jobs/claim-job.ts';
import { Jobs } from './platform/jobs/jobs.ts';
import { serveMetrics } from './platform/metrics/metrics-server.ts';
import { measureLoop } from './platform/metrics/process-metrics.ts';
import { OperatorError } from './platform/operator-error.ts';
import { builtSite, type Site } from './platform/pages/site.ts';
import type { Parts } from './platform/parts.ts';
import { PlaceWatch } from './platform/places/place-watch.ts';
import { version } from './platform/project-folder.ts';
import { refillAll } from './refill-all.ts';

export interface RunningServer {
  /** Such as http://127.0.0.1:3000. */
  address: string;
  access: FirstAccess | undefined;
  stop(): Promise<void>;
}

/**
 * Serves, and returns the stop function; a failed start closes what it opened. With `dev`, pages come from the sources.
 * @throws OperatorError for what the operator can correct
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

/** Passes each part's closer to `onStop` once open; call them in reverse. */
async function open(
  config: Config,
  dev: boolean,
  onStop: (closer: Closer) => void,
): Promise<Omit<RunningServer, 'stop'>> {
  // Processes may share a PostgreSQL, never an embedded database.
  if (!config.databaseUrl) onStop(lockDataDir(config.dataDir));
  const lost = lostDatabase(config);
  if (lost !== undefined) throw new OperatorError(lost);
  const places = new PlaceWatch(config);
  await places.look();
  places.refuseToStart();
  const db = await readyDatabase(config);
  onStop(() => db.destroy());
  // An older backup may have been put back, by any means.
  const sealing = await sealingOf(db, config);
  const { erased, unread } = await replayOwnErasures(db, config, sealing, (file) => places.isUsable(file));
  for (const [file, fault] of unread) if (places.isUsable(file)) places.report(file, fault);
  // Before any job: those by age go by it, and the others note that the site ran.
  await watchClock({ db, places });
  const access = await firstAccess(db, config);
  const isFilled = config.sampleContent && (await fillWithSamples(db, config.brokerage));
  const site = dev ? await sourceSite() : await builtSite(config);
  const parts = await makeParts(config, db, site, { checkResponses: dev, places });
  await proveSecurityLog(parts);
  if (isFilled) await fillWithApplications(parts);
  onStop(() => parts.slowReads.close());
  onStop(() => parts.erasedFiles.update().catch(() => {}));
  const departure = new Departure(config.drainTime);
  const app = buildApp(parts, { departure });
  places.start(app.log);
  if (erased > 0) app.log.warn({ erased }, 'erased again what an older database brought back');
  parts.mails.start(app.log);
  onStop(() => parts.mails.stop());
  parts.apiLimit.start(app.log);
  onStop(() => parts.apiLimit.stop());
  parts.visits.start(app.log);
  onStop(() => parts.visits.stop());
  const stopping = new AbortController();
  await forgetFailed(db, 'back up');
  const jobs = startJobs({ parts, site, unread, stopping: stopping.signal }, app.log);
  onStop(() => {
    // A backup takes longer than a stop may; the next start makes it.
    stopping.abort();
    return jobs.stop();
  });
  onStop(() => closeGently(app, departure));
  await site.serveFiles(app);
  if (places.isUsable(config.assetsDir)) await keepFiles(site, app.log);
  if (config.metrics) {
    onStop(measureLoop(parts.metrics));
    const stopMetrics = await serveMetrics(parts.metrics, config.metrics).then(
      ({ stop }) => stop,
      (error: unknown) => {
        if (!(error instanceof OperatorError)) throw error;
        places.report('METRICS_PORT', error.message);
      },
    );
    if (stopMetrics) onStop(stopMetrics);
  }
  const address = await listen(app, config);
  app.log.info(
    { version, node: process.versions.node, database: config.databaseUrl ? 'PostgreSQL' : 'SQLite' },
    'started',
  );
  return { address, access };
}

// Imported lazily: production has no page builder.
async function sourceSite(): Promise<Site> {
  const { devSite } = await import('./platform/pages/dev-site.ts');
  return devSite();
}

/** A folder that cannot be written costs files of other versions, not the start. */
const keepFiles = (site: Site, log: FastifyBaseLogger) =>
  site.keepFiles().catch((error: unknown) => log.warn({ err: error }, 'assets could not be kept'));

interface JobParts {
  parts: Parts;
  site: Site;
  /** Lists of erasures that the start could not read. */
  unread: UnreadLists;
  stopping: AbortSignal;
}

/** Every job; one process on a database runs each. */
function startJobs({ parts, site, unread, stopping }: JobParts, log: FastifyBaseLogger): Jobs {
  const { config, db, content } = parts;
  const jobs = new Jobs(db, log);
  jobs.every(minute, 'sample this process', () => parts.history.sample(), { inEachProcess: true });
  // Safe in several processes at once, and a look costs less than a claim.
  jobs.every(5 * second, 'publish scheduled articles', () => publishDueArticles(parts), {
    inEachProcess: true,
  });
  jobs.every(5 * second, 'end the announcement', () => endAnnouncement(parts), {
    inEachProcess: true,
    byAge: true,
  });
  jobs.every(second, 'start scheduled fees', () => startScheduled(parts), {
    inEachProcess: true,
    byAge: true,
  });
  jobs.every(2 * second, 'invite from lists', () => inviteWaiting(parts, stopping), { inEachProcess: true });
  jobs.every(2 * second, 'deliver webhooks', () => deliverWebhooks(parts, stopping), { inEachProcess: true });
  jobs.every(hour, 'delete expired sign-ins', () => deleteExpiredSignIns(db), { byAge: true });
  jobs.every(hour, 'delete expired feed events', () => deleteExpiredFeedEvents(db), { byAge: true });
  jobs.every(hour, 'delete expired notifications', () => deleteExpiredNotifications(db), { byAge: true });
  jobs.every(hour, 'delete expired idempotency keys', () => deleteExpiredIdempotencyKeys(db), {
    byAge: true,
  });
  jobs.every(hour, 'index posts for the search', () => indexMissingPosts(db));
  jobs.every(hour, 'purge images', () => purgeImages(parts), { byAge: true });
  jobs.every(day, 'delete old visit sums', () => deleteOldVisitSums(db), { byAge: true });
  jobs.every(hour, 'ask for pages of the handbook', () => askMissing(db));
  jobs.every(hour, 'remind of pages of the handbook', () => remindOfPages(parts));
  jobs.every(hour, 'remind to sign', () => remindToSign(parts));
  jobs.every(hour, 'remind applicants', () => remindApplicants(parts));
  jobs.every(10 * second, 'settle member files', () => settleDue(db));
  jobs.every(5 * minute, 'carry out leavings', () => carryOutLeavings(parts), { byAge: true });
  jobs.every(hour, 'remind of licenses', () => remindOfLicenses(parts));
  jobs.every(hour, 'remind of what is missing', () => remindOfMissing(parts));
  jobs.every(15 * minute, 'tell of payments that are due', () => remindOfPromises(parts));
  jobs.every(hour, 'erase old closings', () => eraseOldClosings(parts), { byAge: true });
  jobs.every(hour, 'charge and tell of dues', () => chargeAndTell(parts));
  jobs.every(hour, 'warn of overdue privacy requests', () => warnOfOverdueRequests(parts));
  jobs.every(hour, 'remind of reviews of legal holds', () => remindOfReviews(parts));
  jobs.every(minute, 'try folders', () => watchPlaces(parts), { inEachProcess: true });
  jobs.every(minute, 'list erasures', () => listErasures(parts, unread), { inEachProcess: true });
  jobs.every(5 * minute, 'finish erasures', () => finishErasures(db, parts));
  // As with scheduled articles.
  jobs.every(5 * second, 'make exports', () => makeExports(parts, stopping), { inEachProcess: true });
  jobs.every(hour, 'delete expired exports', () => deleteExpiredExports(db), { byAge: true });
  jobs.every(hour, 'erase old personal data', () => eraseOldData(parts), { byAge: true });
  jobs.every(hour, 'erase old security events', () => eraseOldSecurityEvents(parts), { byAge: true });
  jobs.every(day, 'anchor the security log', () => anchorSecurityLog(parts, log));
  jobs.every(minute, 'email what waits for someone', () => mailOfWork(parts));
  jobs.every(5 * minute, 'alert of waiting leads', () => alertOfWaitingLeads(parts));
  jobs.every(15 * minute, 'send digests of leads', () => sendLeadDigests(parts));
  if (config.backupDir) {
    jobs.every(hour, 'back up', () => backUpNightly(parts, stopping));
    parts.places.onRepair = (setting) => {
      if (setting === 'BACKUP_DIR') jobs.soon('back up');
    };
  }
  // Forgets runs that had nothing to do, so that the first one with a BACKUP_DIR does not wait.
  else jobs.forget('back up');
  jobs.every(day, 'link merged leads', () => linkMerged(db));
  jobs.every(day, 'refill what earlier versions wrote', () => refillAll(db));
  jobs.every(hour, 'warn of an old backup', () => warnOfOldBackup(parts));
  jobs.every(day, 'keep assets', () => site.keepFiles(), { inEachProcess: true, byAge: true });
  // Other processes on the same PostgreSQL change the content.
  if (config.databaseUrl) {
    jobs.every(second, 'refresh content version', () => content.refresh(), { inEachProcess: true });
  }
  return jobs;
}
