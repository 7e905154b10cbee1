import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { normalizedPassword } from '../../../../shared/fields.ts';
import { unavailable } from '../../../platform/http-error.ts';
import { oneAtATime } from '../../../platform/semaphore.ts';

const derive = promisify(argon2);

/** OWASP's minimum for Argon2id; each hash takes about 34 ms and 19 MiB (ASVS 11.4.2). */
const cost = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 };
/** Uses only some of libuv's threads (scripts/lib/process-settings.mjs); the others compress and read files. */
const atOnce = 2;
const maxQueued = 52;

let running = 0;
/** Known devices go first, so strangers cannot block them by filling their own queue. */
const queues: { known: (() => void)[]; others: (() => void)[] } = { known: [], others: [] };

/** A semaphore to limit memory and threads. @throws 503 when the queue is full */
export async function withPermit<T>(work: () => Promise<T>, known = false): Promise<T> {
  const queue = known ? queues.known : queues.others;
  if (running < atOnce) running++;
  else if (queue.length >= maxQueued) throw unavailable();
  else await new Promise<void>((resolve) => queue.push(resolve));
  try {
    return await work();
  } finally {
    // Hand the permit over without releasing it: a newcomer could acquire it in between.
    const next = queues.known.shift() ?? queues.others.shift();
    if (next) next();
    else running--;
  }
}

/** Serializes changes of a password by email, so that one user occupies at most one hashing permit. */
export const settingPassword = oneAtATime();

const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

/** Returns the hash as `$argon2id$…`. @throws 503 when the queue is full */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await withPermit(() =>
    derive('argon2id', { ...cost, message: normalizedPassword(password), nonce }),
  );
  return toText(nonce, tag);
}

const toText = (nonce: Buffer, tag: Buffer) =>
  `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(nonce)}$${encode(tag)}`;

const hashForm = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/;

/** A hash that no password matches; costs nothing to make. */
export const unknownPasswordHash = (): string => toText(randomBytes(16), randomBytes(cost.tagLength));

// Verified when there is no user or password, so that the time reveals nothing (ASVS 6.3.8). Hashing one for real would
// cost each start 19 MiB.
const unknownUserHash = unknownPasswordHash();

/** Whether it matches, in the same time without a hash; `known` devices go first in the queue. @throws 503 when it is full */
export async function verifyPassword(password: string, hash: string | null, known = false): Promise<boolean> {
  const parsed = hashForm.exec(hash ?? unknownUserHash);
  if (!parsed) return false;
  const [, memory, passes, parallelism, nonce = '', tag = ''] = parsed;
  const expected = Buffer.from(tag, 'base64');
  const actual = await withPermit(
    () =>
      derive('argon2id', {
        message: normalizedPassword(password),
        nonce: Buffer.from(nonce, 'base64'),
        memory: Number(memory),
        passes: Number(passes),
        parallelism: Number(parallelism),
        tagLength: expected.length,
      }),
    known,
  );
  return timingSafeEqual(expected, actual) && hash !== null;
}
