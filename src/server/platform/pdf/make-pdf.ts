import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { second } from '../../../shared/time.ts';
import { unavailable } from '../http-error.ts';
import { besideCode } from '../project-folder.ts';
import type { PdfContent } from './pdf-content.ts';

/** For a thread to load its modules and faces, and to draw a document, on a busy machine too. */
const maxTime = 30 * second;
const maxIdle = 10 * second;
const maxWaiting = 50;

const answer = z.union([z.object({ bytes: z.instanceof(Uint8Array) }), z.object({ failed: z.string() })]);

let thread: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/** Draws a document in a thread, one at a time. @throws 503 when too many wait */
export async function makePdf(content: PdfContent): Promise<Uint8Array> {
  if (waiting >= maxWaiting) throw unavailable();
  waiting++;
  clearTimeout(idle);
  const made = last.then(() => drawn(content));
  last = made.catch(() => {}).finally(rest);
  return made;
}

function rest(): void {
  waiting--;
  if (waiting > 0) return;
  idle = setTimeout(() => {
    void thread?.terminate();
    thread = undefined;
  }, maxIdle).unref();
}

async function drawn(content: PdfContent): Promise<Uint8Array> {
  const worker = thread ?? (await startThread());
  thread = worker;
  // Only a document in progress keeps the process alive.
  worker.ref();
  try {
    worker.postMessage(content);
    const [message]: unknown[] = await once(worker, 'message', { signal: AbortSignal.timeout(maxTime) });
    const result = answer.parse(message);
    if ('failed' in result)
      throw new Error(`The PDF "${content.title}" could not be drawn: ${result.failed}`);
    worker.unref();
    return result.bytes;
  } catch (error) {
    thread = undefined;
    await worker.terminate();
    throw error instanceof Error && error.name === 'AbortError' ? unavailable() : error;
  }
}

async function startThread(): Promise<Worker> {
  const worker = new Worker(besideCode('src/server/platform/pdf/pdf-thread.ts'), {
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 },
  });
  // An error with no document waiting must not end the process.
  worker.on('error', () => {});
  worker.once('exit', () => {
    if (thread === worker) thread = undefined;
  });
  try {
    await once(worker, 'message', { signal: AbortSignal.timeout(maxTime) });
    return worker;
  } catch (error) {
    await worker.terminate();
    throw error instanceof Error && error.name === 'AbortError' ? unavailable() : error;
  }
}
