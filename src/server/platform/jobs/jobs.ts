import type { FastifyBaseLogger } from 'fastify';
import { hour, minute, second } from '../../../shared/time.ts';
import type { Database } from '../db/database.ts';
import { claimJob, recordSuccess } from './claim-job.ts';
import { lookAtClock } from './clock.ts';

interface JobOptions {
  /** Erases or ends something by its age: it waits while the clock is not believed. */
  byAge?: boolean;
  /** For process-local work, such as refreshing a cache, and for a cheap look that is usually all. */
  inEachProcess?: boolean;
}

/** Periodic jobs: no overlap, failures logged and retried, one process on a database per run. */
export class Jobs {
  readonly #db: Database;
  readonly #log: FastifyBaseLogger;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  /** Runs a job early, unless it is running. */
  readonly #waiting = new Map<string, () => void>();
  readonly #running = new Set<Promise<void>>();
  #stopped = false;

  constructor(db: Database, log: FastifyBaseLogger) {
    this.#db = db;
    this.#log = log;
  }

  /** Every `interval` milliseconds since the last run in the database, so restarts neither skip nor postpone jobs. */
  every(
    interval: number,
    name: string,
    work: () => Promise<unknown>,
    { inEachProcess = false, byAge = false }: JobOptions = {},
  ): void {
    const run = async (): Promise<number> => {
      if (byAge && (await lookAtClock(this.#db))) return Math.min(interval, hour);
      if (inEachProcess) {
        await work();
        return interval;
      }
      const { claimed, due } = await claimJob(this.#db, name, interval);
      if (claimed) {
        await work();
        await recordSuccess(this.#db, name);
      }
      // No longer than its interval, even if a wrong clock wrote the last run: a timer holds 24 days.
      return Math.min(Math.max(0, due - Date.now()), interval);
    };
    const runLogged = () =>
      run().catch((error: unknown) => {
        this.#log.warn({ err: error, job: name }, 'job failed');
        return interval;
      });
    const schedule = (delay: number) => {
      if (this.#stopped) return;
      const timer = setTimeout(async () => {
        this.#waiting.delete(name);
        const running = runLogged().then((next) => schedule(withJitter(next, interval)));
        this.#running.add(running);
        await running;
        this.#running.delete(running);
      }, delay);
      this.#timers.set(name, timer.unref());
      this.#waiting.set(name, () => {
        clearTimeout(timer);
        schedule(withJitter(0, Math.min(interval, minute)));
      });
    };
    schedule(withJitter(0, Math.min(interval, minute)));
  }

  /** For a job that the settings switch off: no one waits for it, and it is due when they switch it on. */
  forget(name: string): void {
    const forgetting = this.#db
      .deleteFrom('jobs')
      .where('name', '=', name)
      .execute()
      .then(
        () => {},
        (error: unknown) => this.#log.warn({ err: error, job: name }, 'job not forgotten'),
      );
    this.#running.add(forgetting);
    void forgetting.then(() => this.#running.delete(forgetting));
  }

  /** Runs a job soon, and not when its time comes: what it failed by is repaired. */
  soon(name: string): void {
    this.forget(name);
    this.#waiting.get(name)?.();
  }

  /** Starts no more jobs; resolves when those running have ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    await Promise.all(this.#running);
  }
}

/** Up to a tenth of the interval, at most 10 s: processes that start together do not run in step. */
const withJitter = (delay: number, interval: number) =>
  delay + Math.random() * Math.min(interval / 10, 10 * second);
