import type { Config } from '../config.ts';
import { OperatorError } from '../operator-error.ts';
import { keyFile, openSealing, openSealingIfThere, type Sealing } from '../sealing.ts';
import type { Database } from './database.ts';

const name = 'check';
const checked = 'The key is right.';
const context = 'sealing_key:check';

/**
 * Makes sure that all processes on a database, and those after a restore, have one key: the first one stores a text
 * sealed by it.
 * @throws OperatorError for another key
 */
export async function checkSealingKey(db: Database, sealing: Sealing): Promise<void> {
  const sealed = (await storedCheck(db)) ?? (await storeCheck(db, sealing));
  if (!isRight(sealed, sealing)) throw new OperatorError(otherKeyMessage);
}

/**
 * As openSealing, for this database: a new key is made only where nothing was sealed yet.
 * @throws OperatorError when the key file is gone; another key is not found here
 */
export async function sealingOf(
  db: Database,
  config: Pick<Config, 'secretsKey' | 'dataDir'>,
): Promise<Sealing> {
  const there = openSealingIfThere(config);
  if (there) return there;
  if (await isSealed(db)) throw new OperatorError(lostKeyMessage(config.dataDir));
  return openSealing(config);
}

/** Whether a key is known to this database. */
export const isSealed = async (db: Database): Promise<boolean> => (await storedCheck(db)) !== undefined;

/** False when the database was used with another key before. */
export async function isSealingKeyRight(db: Database, sealing: Sealing): Promise<boolean> {
  const sealed = await storedCheck(db);
  return sealed === undefined || isRight(sealed, sealing);
}

/** Accepts the key from now on; values sealed by the former one can no longer be opened. */
export async function replaceSealingKey(db: Database, sealing: Sealing): Promise<void> {
  const sealed = sealing.seal(checked, context);
  await db
    .insertInto('sealing_key')
    .values({ name, sealed })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ sealed }))
    .execute();
}

export const otherKeyMessage =
  'The secrets in the database were sealed with a different key than this SECRETS_KEY (or secrets.key in DATA_DIR). Give every process ' +
  'the key that the first one had, from its secrets.key if it had no SECRETS_KEY. If it is lost, npm run accept-key -- --help says what to do.';

export const lostKeyMessage = (dataDir: string): string =>
  `The key that sealed the secrets in the database is gone: ${keyFile(dataDir)} is not there, and SECRETS_KEY is not set. ` +
  'Put the file back, or set SECRETS_KEY. If it is lost, npm run accept-key -- --help says what to do.';

async function storedCheck(db: Database): Promise<string | undefined> {
  const row = await db.selectFrom('sealing_key').select('sealed').where('name', '=', name).executeTakeFirst();
  return row?.sealed;
}

/** When several processes start at once, only one stores its value; all compare with the stored one. */
async function storeCheck(db: Database, sealing: Sealing): Promise<string> {
  await db
    .insertInto('sealing_key')
    .values({ name, sealed: sealing.seal(checked, context) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await storedCheck(db)) ?? '';
}

function isRight(sealed: string, sealing: Sealing): boolean {
  try {
    return sealing.open(sealed, context) === checked;
  } catch {
    return false;
  }
}
