import { performance } from 'node:perf_hooks';
import { now } from '../db/ids.ts';
import type { Metrics, Sample } from './metrics.ts';

/** An hour, as a sample is taken each minute. */
const maxMoments = 60;

/** Figures of the minute before `at`, or at that moment. */
export interface Moment {
  at: string;
  /** Share of the time that the event loop was busy, 0 to 1. */
  busy: number;
  memory: number;
  mailsWaiting: number;
  liveFeeds: number;
  /** Null while METRICS_PORT is not set: nothing is counted then. */
  requests: number | null;
  serverErrors: number | null;
}

/** The last hour of this process, in memory. */
export class History {
  readonly #metrics: Metrics;
  readonly #moments: Moment[] = [];
  #loop = performance.eventLoopUtilization();
  #counted = { requests: 0, serverErrors: 0 };

  constructor(metrics: Metrics) {
    this.#metrics = metrics;
  }

  /** Oldest first. */
  get moments(): readonly Moment[] {
    return this.#moments;
  }

  async sample(): Promise<void> {
    const loop = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(loop, this.#loop);
    this.#loop = loop;
    this.#moments.push({
      at: now(),
      busy: utilization,
      memory: process.memoryUsage.rss(),
      mailsWaiting: sum(
        await this.#metrics.read('brokerage_outbox_mails'),
        ({ state }) => state === 'waiting',
      ),
      liveFeeds: sum(await this.#metrics.read('brokerage_live_feeds')),
      ...(await this.#countRequests()),
    });
    if (this.#moments.length > maxMoments) this.#moments.shift();
  }

  async #countRequests(): Promise<Pick<Moment, 'requests' | 'serverErrors'>> {
    const samples = await this.#metrics.read('http_server_request_duration_seconds');
    if (samples.length === 0) return { requests: null, serverErrors: null };
    const counts = samples.filter(({ suffix }) => suffix === '_count');
    const isError = ({ http_response_status_code: status = '' }: Labels) => status.startsWith('5');
    const counted = { requests: sum(counts), serverErrors: sum(counts, isError) };
    const before = this.#counted;
    this.#counted = counted;
    return {
      requests: counted.requests - before.requests,
      serverErrors: counted.serverErrors - before.serverErrors,
    };
  }
}

type Labels = Record<string, string>;

const sum = (samples: Sample[], counts: (labels: Labels) => boolean = () => true): number =>
  samples.reduce((total, { labels = {}, value }) => (counts(labels) ? total + value : total), 0);
