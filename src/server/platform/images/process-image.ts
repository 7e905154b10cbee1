import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { imageTypeOf, wrongImageType } from '../../../shared/image-type.ts';
import type { ImageKind } from '../../../shared/images.ts';
import { minute } from '../../../shared/time.ts';
import { HttpError, invalid } from '../http-error.ts';
import { projectFolder } from '../project-folder.ts';
import { semaphore } from '../semaphore.ts';
import { type ProcessedImage, type Rejection, type Result, result, type Task } from './image-task.ts';

const maxPixels = 25_000_000;
const timeout = minute;

/** Two at once, or one that is large: together they take no more memory than the largest may. */
const atOnce = 2;
const withPermit = semaphore(atOnce);

/**
 * Makes all files of an image from what somebody has uploaded: decoded and encoded anew, so that nothing of the
 * original but its pixels remains, the right way up; of an animation the first frame.
 * @throws 415 unless it is a JPEG, PNG or WebP by its content; 400 when it is broken or has more than 25 megapixels
 */
export async function processImage(bytes: Uint8Array, kind: ImageKind): Promise<ProcessedImage> {
  if (!imageTypeOf(bytes)) throw errorOf({ refused: 'wrong type' });
  const half = { bytes, kind, maxPixels: maxPixels / atOnce };
  let answer = await withPermit(1, () => inOwnProcess(half));
  if ('refused' in answer && answer.refused === 'too many pixels') {
    answer = await withPermit(atOnce, () => inOwnProcess({ ...half, maxPixels }));
  }
  if ('refused' in answer) throw errorOf(answer);
  return answer;
}

/**
 * Runs image-worker.ts for one image. In this process an image of the worst kind would take 230 MB, much of which
 * would never be given back, and the threads on which passwords are hashed.
 */
async function inOwnProcess(task: Task): Promise<Result> {
  const worker = fork(join(projectFolder, 'src/server/platform/images/image-worker.ts'), {
    serialization: 'advanced',
    execArgv: [],
    // Nothing of our settings is there to be found.
    env: {},
    timeout,
    killSignal: 'SIGKILL',
  });
  // The last message may come in after the exit, but never after the end of the line.
  const ended = Promise.all([once(worker, 'exit'), once(worker, 'disconnect')]);
  let answer: unknown;
  worker.once('message', (message) => {
    answer = message;
  });
  // Where it cannot be sent any more, the process has ended and says why by that.
  worker.send(task, () => {});
  const [[code, signal]] = await ended;
  if (answer !== undefined) return result.parse(answer);
  // A decoder that crashes or does not come to an end was given something that is no image.
  if (signal) return { refused: 'broken' };
  throw new Error(`The process for images ended with code ${code}`);
}

function errorOf({ refused }: Rejection): HttpError {
  if (refused === 'wrong type') return new HttpError(415, [{ msg: wrongImageType, field: 'image' }]);
  if (refused === 'broken') return invalid('The image could not be read', 'image');
  return invalid('The image has more than 25 megapixels', 'image');
}
