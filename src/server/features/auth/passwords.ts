import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { normalizedPassword } from '../../../shared/fields.ts';
import { unavailable } from '../../platform/http-error.ts';
import { oneAtATime } from '../../platform/semaphore.ts';

const derive = promisify(argon2);

/** OWASP's minimum for Argon2id; each hash takes about 34 ms and 19 MiB (ASVS 11.4.2). */
const cost = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 };
const atOnce = 4;
const maxQueued = 50;

let running = 0;
/** Strangers cannot fill the queue of known devices, which goes first. */
const queues: { known: (() => void)[]; others: (() => void)[] } = { known: [], others: [] };

/** Bounds the memory and the threads that hashing takes; past the queue the caller is told to come back. */
async function withPermit<T>(work: () => Promise<T>, known = false): Promise<T> {
  const queue = known ? queues.known : queues.others;
  if (running < atOnce) running++;
  else if (queue.length >= maxQueued) throw unavailable();
  else await new Promise<void>((resolve) => queue.push(resolve));
  try {
    return await work();
  } finally {
    // The turn is handed over as it is: counted down first, a newcomer could take it as well.
    const next = queues.known.shift() ?? queues.others.shift();
    if (next) next();
    else running--;
  }
}

/**
 * Runs work that sets a person's password, one piece at a time for each e-mail address: however often one of them
 * asks, they hold one of the places for hashing, and the others sign in with the rest.
 */
export const settingPassword = oneAtATime();

const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

/** Hashes a password into the usual `$argon2id$…` text. @throws 503 when too many wait for theirs already */
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

/** The hash of a password that nobody knows: there is none behind it, and making it costs nothing. */
export const unknownPasswordHash = (): string => toText(randomBytes(16), randomBytes(cost.tagLength));

// Verified against where there is no user or no password, so that the time tells nothing (ASVS 6.3.8). Hashing a
// real one would make every start dearer by 19 MiB.
const unknownUserHash = unknownPasswordHash();

/**
 * True when `password` is the one behind `hash`; takes the same time when there is no hash at all. One from a `known`
 * device is verified before those of strangers.
 * @throws 503 when too many wait already
 */
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
