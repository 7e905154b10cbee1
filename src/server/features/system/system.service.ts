/** The state of the server, for admins. */

import { hostname } from 'node:os';
import { performance } from 'node:perf_hooks';
import type { SystemState } from '../../../shared/system/system.contract.ts';
import { poolState } from '../../platform/db/postgres.ts';
import { imageQueue } from '../../platform/images/process-image.ts';
import { jobRows } from '../../platform/jobs/job-rows.ts';
import type { Parts } from '../../platform/parts.ts';
import { version } from '../../platform/project-folder.ts';
import { waitingMails } from '../outbox/outbox.service.ts';

/** The state of this process and of what all processes share. */
export async function readSystem(parts: Parts): Promise<SystemState> {
  const { db, config, pages, metrics, history, places } = parts;
  const [feeds] = await metrics.read('brokerage_live_feeds');
  const jobs = await jobRows(db)
    .select(['name', 'started_at as started', 'succeeded_at as succeeded'])
    .orderBy('name')
    .execute();
  return {
    version,
    node: process.versions.node,
    engine: config.databaseUrl ? 'postgres' : 'sqlite',
    process: `${hostname()}:${process.pid}`,
    started: new Date(performance.timeOrigin).toISOString(),
    memory: process.memoryUsage.rss(),
    pool: poolState(db) ?? null,
    mails: { mailServer: config.smtpUrl !== undefined, ...(await waitingMails(db)) },
    faults: places.faults,
    jobs,
    images: imageQueue(),
    pageCache: pages.size,
    liveFeeds: feeds?.value ?? 0,
    history: [...history.moments],
  };
}
