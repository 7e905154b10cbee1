import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { second } from '../../../shared/time.ts';
import { HttpError, unavailable } from '../http-error.ts';
import { besideCode } from '../project-folder.ts';
import type { RenderRejection, RenderTask } from './render-task.ts';

/** Milliseconds for a thread to load its modules, on a busy machine too. */
const maxStart = 20_000;
const maxIdle = 10 * second;
/** Characters of one person's texts that may wait: ten of the longest articles, or many short ones. */
const maxWaitingLength = 2_000_000;

interface Job {
  task: RenderTask;
  person: string;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * A warm thread that renders texts; the person who has used the least time goes next. `maxTime` is in milliseconds; a
 * text past it ends the thread. With `newestOnly` a person's new text replaces their waiting one.
 */
export function renderQueue({ maxTime, newestOnly }: { maxTime: number; newestOnly: boolean }) {
  const waiting: Job[] = [];
  /** Milliseconds by person since the thread was last idle. */
  const used = new Map<string, number>();
  let thread: Worker | undefined;
  let busy = false;
  let idle: NodeJS.Timeout | undefined;

  async function runNext(): Promise<void> {
    if (busy) return;
    const job = dequeue();
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
    idle = setTimeout(() => {
      void thread?.terminate();
      thread = undefined;
    }, maxIdle).unref();
  }

  function dequeue(): Job | undefined {
    const usedBy = ({ person }: Job) => used.get(person) ?? 0;
    const [first, ...others] = waiting;
    if (!first) return undefined;
    const next = others.reduce((best, job) => (usedBy(job) < usedBy(best) ? job : best), first);
    waiting.splice(waiting.indexOf(next), 1);
    return next;
  }

  async function runInThread(task: RenderTask): Promise<unknown> {
    const worker =
      thread ??
      (await startThread((ended) => {
        if (thread === ended) thread = undefined;
      }));
    thread = worker;
    // Only a text in progress keeps the process alive.
    worker.ref();
    let timeout: ThreadTimeout | undefined;
    try {
      timeout = await threadTimeout(worker, maxTime);
      worker.postMessage(task);
      const [result]: unknown[] = await once(worker, 'message', { signal: timeout.signal });
      worker.unref();
      return result;
    } catch (error) {
      thread = undefined;
      await worker.terminate();
      if (timeout?.signal.reason === 'busy') throw unavailable();
      return rejectionOf(error);
    } finally {
      timeout?.clear();
    }
  }

  /** Renders a text of a person. @throws 409 when a newer text of theirs replaces it, 503 when too much of theirs waits */
  return (task: RenderTask, person: string): Promise<unknown> => {
    const own = waiting.filter((job) => job.person === person);
    if (newestOnly)
      for (const older of own) waiting.splice(waiting.indexOf(older), 1)[0]?.reject(superseded());
    else if (lengthOf(own) + task.text.length > maxWaitingLength) return Promise.reject(unavailable());
    return new Promise((resolve, reject) => {
      waiting.push({ task, person, resolve, reject });
      void runNext();
    });
  };
}

interface ThreadTimeout {
  signal: AbortSignal;
  clear(): void;
}

/**
 * Aborts when the thread has worked for `maxTime` milliseconds. Its CPU time counts: a busy machine must not reject a text
 * that a quiet one renders. After ten times as long by the clock the machine is too busy.
 */
async function threadTimeout(worker: Worker, maxTime: number): Promise<ThreadTimeout> {
  const controller = new AbortController();
  const before = await worker.cpuUsage();
  const begun = performance.now();
  const timer = setInterval(async () => {
    const { user, system } = await worker.cpuUsage(before).catch(() => ({ user: 0, system: 0 }));
    if ((user + system) / 1000 >= maxTime) controller.abort();
    else if (performance.now() - begun >= 10 * maxTime) controller.abort('busy');
  }, maxTime / 10);
  return { signal: controller.signal, clear: () => clearInterval(timer) };
}

const lengthOf = (jobs: Job[]) => jobs.reduce((sum, { task }) => sum + task.text.length, 0);

const superseded = () => new HttpError(409, [{ msg: 'A newer preview of yours has taken its place' }]);

/** `onExit` is called also when the thread ends by itself while idle, as of a late collection. */
async function startThread(onExit: (worker: Worker) => void): Promise<Worker> {
  const worker = new Worker(besideCode('src/server/platform/text/render-thread.ts'), {
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 },
  });
  // An error with no text waiting must not end the process.
  worker.on('error', () => {});
  try {
    await once(worker, 'message', { signal: AbortSignal.timeout(maxStart) });
    worker.once('exit', () => onExit(worker));
    return worker;
  } catch (error) {
    await worker.terminate();
    throw error instanceof Error && error.name === 'AbortError' ? unavailable() : error;
  }
}

/** @throws the error itself when it is no limit */
function rejectionOf(error: unknown): RenderRejection {
  if (!(error instanceof Error)) throw error;
  if (error.name === 'AbortError') return { rejected: 'time', line: 0 };
  if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') return { rejected: 'memory', line: 0 };
  // Thousands of nested brackets: the parser recurses for each.
  if (error instanceof RangeError) return { rejected: 'nesting', line: 0 };
  throw error;
}
