import { fork } from 'node:child_process';
import { once } from 'node:events';
import { imageTypeOf, wrongImageType } from '../../../shared/images/image-type.ts';
import type { ImageKind } from '../../../shared/images/images.ts';
import { minute } from '../../../shared/time.ts';
import { fairQueue } from '../fair-queue.ts';
import { HttpError, invalid } from '../http-error.ts';
import { besideCode } from '../project-folder.ts';
import { semaphore } from '../semaphore.ts';
import { type ProcessedImage, type Rejection, type Result, result, type Task } from './image-task.ts';

const maxPixels = 25_000_000;
const timeout = minute;

/** A large image is decoded by itself: its pixels take as much memory as those of two small ones. */
const atOnce = 2;
const withPermit = semaphore(atOnce);
const turnOf = fairQueue({ atOnce, maxWaiting: 2 });
/** How many uploads are worked on, and how many wait. */
export const imageQueue = turnOf.state;

/**
 * Decodes an upload and encodes it again, so that only its pixels remain; of an animation the first frame. People, by
 * their ids, take turns.
 * @throws 415 unless its content is a JPEG, PNG or WebP; 400 when it is broken or has more than 25 megapixels; 429
 * beyond 2 waiting of one person
 */
export async function processImage(
  person: string,
  bytes: Uint8Array,
  kind: ImageKind,
): Promise<ProcessedImage> {
  if (!imageTypeOf(bytes)) throw errorOf({ rejected: 'wrong type' });
  const answer = await turnOf(person, () => inSteps(bytes, { kind, maxPixels: maxPixels / atOnce }));
  if ('rejected' in answer) throw errorOf(answer);
  return answer;
}

async function inSteps(bytes: Uint8Array, half: Task): Promise<Result> {
  const answer = await withPermit(1, () => inOwnProcess(bytes, half));
  if (!('rejected' in answer) || answer.rejected !== 'too many pixels') return answer;
  return withPermit(atOnce, () => inOwnProcess(bytes, { ...half, maxPixels }));
}

/** In this process much of an image's memory would stay taken, and the threads that hash passwords would be busy. */
async function inOwnProcess(bytes: Uint8Array, task: Task): Promise<Result> {
  const worker = fork(besideCode('src/server/platform/images/image-worker.ts'), {
    serialization: 'advanced',
    stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
    // No settings or secrets for the decoders. One malloc arena: with one per thread a tall cover takes 420 MB, not 290.
    env: { MALLOC_ARENA_MAX: '1' },
    timeout,
    killSignal: 'SIGKILL',
  });
  // The last message may come after 'exit', but never after 'disconnect'.
  const ended = Promise.all([once(worker, 'exit'), once(worker, 'disconnect')]);
  let answer: unknown;
  worker.once('message', (message) => {
    answer = message;
  });
  // If sending fails, the process has exited, which is handled below.
  worker.send(task, () => {});
  worker.stdin?.on('error', () => {});
  // Not in the message: to copy 5 MB at once blocks the event loop.
  worker.stdin?.end(bytes);
  const [[code, signal]] = await ended;
  if (answer !== undefined) return result.parse(answer);
  // The image crashed a decoder or exceeded the time limit.
  if (signal) return { rejected: 'broken' };
  throw new Error(`The process for images ended with code ${code}`);
}

function errorOf({ rejected }: Rejection): HttpError {
  if (rejected === 'wrong type') return new HttpError(415, [{ msg: wrongImageType, field: 'image' }]);
  if (rejected === 'broken') return invalid("We couldn't read this image. Choose another one", 'image');
  return invalid('The image has more than 25 megapixels', 'image');
}
