import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { minute } from '../../../shared/time.ts';
import { HttpError, unavailable } from '../http-error.ts';
import { bundled, projectFolder } from '../project-folder.ts';
import type { RenderRefusal, RenderTask } from './render-task.ts';

/** Milliseconds in which a thread must have loaded its modules, on a machine that is busy too. */
const maxStart = 20_000;
/** Milliseconds that a thread is kept for the next text. */
const maxIdle = minute;
const maxWaiting = 10;

interface Job {
  task: RenderTask;
  person: string;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * A warm thread that renders texts, and the queue before it. Next is a text of the person who has used the thread
 * least while it was busy, so that nobody waits behind all that one other person sends. A text that takes longer than
 * `maxTime` milliseconds, or more memory than the thread may have, ends the thread; the next text gets a new one.
 * With `newestOnly` a person's text takes the place of the one that they have waiting.
 */
export function renderQueue({ maxTime, newestOnly }: { maxTime: number; newestOnly: boolean }) {
  const waiting: Job[] = [];
  /** Milliseconds by person, since the thread was last idle. */
  const used = new Map<string, number>();
  let thread: Worker | undefined;
  let busy = false;
  let idle: NodeJS.Timeout | undefined;

  async function runNext(): Promise<void> {
    if (busy) return;
    const job = takeNext();
    if (!job) return rest();
    clearTimeout(idle);
    busy = true;
    const start = performance.now();
    await runInThread(job.task).then(job.resolve, job.reject);
    used.set(job.person, (used.get(job.person) ?? 0) + performance.now() - start);
    busy = false;
    void runNext();
  }

  function rest(): void {
    used.clear();
    // Its memory goes back.
    idle = setTimeout(() => {
      void thread?.terminate();
      thread = undefined;
    }, maxIdle).unref();
  }

  function takeNext(): Job | undefined {
    const usedBy = ({ person }: Job) => used.get(person) ?? 0;
    const [first, ...others] = waiting;
    if (!first) return undefined;
    const next = others.reduce((best, job) => (usedBy(job) < usedBy(best) ? job : best), first);
    waiting.splice(waiting.indexOf(next), 1);
    return next;
  }

  async function runInThread(task: RenderTask): Promise<unknown> {
    const worker = thread ?? (await startThread());
    thread = worker;
    // Only a text in work keeps the process alive.
    worker.ref();
    const timeout = await threadTimeout(worker, maxTime);
    try {
      worker.postMessage(task);
      const [result]: unknown[] = await once(worker, 'message', { signal: timeout.signal });
      worker.unref();
      return result;
    } catch (error) {
      thread = undefined;
      await worker.terminate();
      return refusalOf(error);
    } finally {
      timeout.clear();
    }
  }

  /**
   * Renders a text of a person.
   * @throws 409 when a newer text of theirs takes its place, 503 when they have ten waiting
   */
  return (task: RenderTask, person: string): Promise<unknown> => {
    const own = waiting.filter((job) => job.person === person);
    if (newestOnly)
      for (const older of own) waiting.splice(waiting.indexOf(older), 1)[0]?.reject(superseded());
    else if (own.length >= maxWaiting) return Promise.reject(unavailable());
    return new Promise((resolve, reject) => {
      waiting.push({ task, person, resolve, reject });
      void runNext();
    });
  };
}

/**
 * Aborts when the thread has worked for `maxTime` milliseconds. Its own time counts, not the clock's: on a busy machine
 * the same text must not be refused; but after four times as long by the clock it is.
 */
async function threadTimeout(worker: Worker, maxTime: number) {
  const controller = new AbortController();
  const before = await worker.cpuUsage();
  const begun = performance.now();
  const timer = setInterval(async () => {
    const { user, system } = await worker.cpuUsage(before).catch(() => ({ user: 0, system: 0 }));
    const isOver = (user + system) / 1000 >= maxTime || performance.now() - begun >= 4 * maxTime;
    if (isOver) controller.abort();
  }, maxTime / 10);
  return { signal: controller.signal, clear: () => clearInterval(timer) };
}

const superseded = () => new HttpError(409, [{ msg: 'A newer preview of yours has taken its place' }]);

async function startThread(): Promise<Worker> {
  const file = bundled ? 'build/server/render-thread.js' : 'src/server/platform/text/render-thread.ts';
  const worker = new Worker(join(projectFolder, file), {
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 },
  });
  // Whatever goes wrong once nobody waits any more must not end the process.
  worker.on('error', () => {});
  try {
    await once(worker, 'message', { signal: AbortSignal.timeout(maxStart) });
    return worker;
  } catch (error) {
    await worker.terminate();
    throw error;
  }
}

/** @throws error itself when it is no limit that was reached */
function refusalOf(error: unknown): RenderRefusal {
  if (!(error instanceof Error)) throw error;
  if (error.name === 'AbortError') return { refused: 'time', line: 0 };
  if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') return { refused: 'memory', line: 0 };
  // Brackets by the thousand, one in the other: the parser calls itself for each.
  if (error instanceof RangeError) return { refused: 'nesting', line: 0 };
  throw error;
}
