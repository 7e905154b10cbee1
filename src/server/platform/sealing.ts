import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { makeDataFolder } from './data-folder.ts';
import { fileCodeOf, fileFault } from './file-fault.ts';
import { OperatorError } from './operator-error.ts';

/** Encrypts what the database must not show in clear, by a key that is not in it (docs/security.md S1.11). */
export interface Sealing {
  /** `context` names the place, such as 'totp:<user id>': text moved to another place does not open. */
  seal(text: string, context: string): string;
  /** @throws Error for another key, another context or changed text */
  open(sealed: string, context: string): string;
  /** False for what another key sealed. */
  isOurs(sealed: string): boolean;
  /** A hash that no one can compare with guesses without the key. */
  mark(text: string): string;
  /** Shows that who had the key has seen this text, in this `context`. */
  prove(text: string, context: string): string;
  isProof(proof: string, text: string, context: string): boolean;
}

const keyBytes = 32;
const algorithm = 'aes-256-gcm';

/** The form is `<key id>.<nonce>.<tag and ciphertext>`; the key id tells a wrong key from changed text. */
export function sealingBy(key: Buffer): Sealing {
  // Made once: thousands of addresses are marked in one run.
  const markKey = createSecretKey(createHash('sha256').update('mark').update(key).digest());
  const proofKey = createHash('sha256').update('proof').update(key).digest();
  const keyId = createHash('sha256').update('key id').update(key).digest('base64url').slice(0, 8);
  const prove = (text: string, context: string) => {
    const mac = createHmac('sha256', proofKey)
      .update(JSON.stringify([context, text]))
      .digest('base64url');
    return `${keyId}.${mac}`;
  };
  return {
    prove,
    isProof: (proof, text, context) => isEqual(proof, prove(text, context)),
    isOurs: (sealed) => sealed.startsWith(`${keyId}.`),
    mark: (text) => createHmac('sha256', markKey).update(text).digest('base64url'),
    seal(text, context) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(context));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      const body = Buffer.concat([cipher.getAuthTag(), encrypted]);
      return `${keyId}.${nonce.toString('base64url')}.${body.toString('base64url')}`;
    },
    open(sealed, context) {
      const [sealedBy, nonce = '', body = ''] = sealed.split('.');
      if (sealedBy !== keyId) throw new Error(`Sealed by the key ${sealedBy}; SECRETS_KEY is ${keyId}`);
      const bytes = Buffer.from(body, 'base64url');
      const decipher = createDecipheriv(algorithm, key, Buffer.from(nonce, 'base64url'))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(0, 16));
      return Buffer.concat([decipher.update(bytes.subarray(16)), decipher.final()]).toString('utf8');
    },
  };
}

const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

export const keyFile = (dataDir: string): string => join(dataDir, 'secrets.key');

/**
 * By SECRETS_KEY, else by the key in a file of the data folder, made at the first start.
 * @throws OperatorError when the file cannot be read, made or used
 */
export function openSealing({ secretsKey, dataDir }: Pick<Config, 'secretsKey' | 'dataDir'>): Sealing {
  return sealingBy(Buffer.from(secretsKey ?? keyFromFile(dataDir), 'base64'));
}

/** Opens the sealing; without a key, where none is to be made, returns one that opens nothing and matches nothing. */
export const openSealingOrNone = (config: Pick<Config, 'secretsKey' | 'dataDir'>): Sealing =>
  openSealingIfThere(config) ?? sealingBy(randomBytes(keyBytes));

/** As openSealing, but undefined where no key is, and none is made. @throws OperatorError as openSealing */
export function openSealingIfThere(config: Pick<Config, 'secretsKey' | 'dataDir'>): Sealing | undefined {
  const isThere = config.secretsKey !== undefined || existsSync(keyFile(config.dataDir));
  return isThere ? openSealing(config) : undefined;
}

function keyFromFile(dataDir: string): string {
  const file = keyFile(dataDir);
  try {
    const key = readIfThere(file) ?? makeKey(dataDir, file);
    if (Buffer.from(key, 'base64').length === keyBytes) return key;
  } catch (cause) {
    const where = fileCodeOf(cause) && (existsSync(file) ? file : dataDir);
    const todo = where ? fileFault(cause, where) : 'Make the folder writable.';
    throw new OperatorError(
      `The key of stored secrets cannot be read from or written to ${file}; SECRETS_KEY may hold it instead. ${todo}`,
      { cause },
    );
  }
  throw new OperatorError(
    `${file} does not hold a key of 32 bytes in base64. Restore it, or set SECRETS_KEY.`,
  );
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** When several processes start at once, only one makes the file, whole and with its mode; all use that file. */
function makeKey(dataDir: string, file: string): string {
  makeDataFolder(dataDir);
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}
