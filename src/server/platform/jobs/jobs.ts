import type { FastifyBaseLogger } from 'fastify';
import { minute, second } from '../../../shared/time.ts';
import type { Database } from '../db/database.ts';
import { claimJob } from './claim-job.ts';

interface JobOptions {
  /** For what only this process can do, such as refreshing a copy in its memory; never for work on the database. */
  inEachProcess?: boolean;
}

/**
 * The work that no request asks for. A job never overlaps with itself, its failure is logged and tried again, and of
 * several processes on one database only one runs it in each interval.
 */
export class Jobs {
  readonly #db: Database;
  readonly #log: FastifyBaseLogger;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #running = new Set<Promise<void>>();
  #stopped = false;

  constructor(db: Database, log: FastifyBaseLogger) {
    this.#db = db;
    this.#log = log;
  }

  /**
   * Runs `work` every `interval` milliseconds, first soon after the start: when the last run is recorded in the database
   * to be that long ago, also by a process that has ended since. A server that restarts often still does its jobs.
   */
  every(
    interval: number,
    name: string,
    work: () => Promise<unknown>,
    { inEachProcess = false }: JobOptions = {},
  ): void {
    const run = async (): Promise<number> => {
      if (inEachProcess) {
        await work();
        return interval;
      }
      const { claimed, due } = await claimJob(this.#db, name, interval);
      if (claimed) await work();
      return Math.max(0, due - Date.now());
    };
    const runLogged = () =>
      run().catch((error: unknown) => {
        this.#log.warn({ err: error, job: name }, 'job failed');
        return interval;
      });
    const schedule = (delay: number) => {
      if (this.#stopped) return;
      const timer = setTimeout(async () => {
        const running = runLogged().then((next) => schedule(withJitter(next, interval)));
        this.#running.add(running);
        await running;
        this.#running.delete(running);
      }, delay);
      this.#timers.set(name, timer.unref());
    };
    schedule(withJitter(0, Math.min(interval, minute)));
  }

  /** Starts no job any more; resolves when those under way have ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    await Promise.all(this.#running);
  }
}

/** Up to a tenth of the interval later, at most 10 s: processes that start together do not ask together. */
const withJitter = (delay: number, interval: number) =>
  delay + Math.random() * Math.min(interval / 10, 10 * second);
