import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../src/server/platform/config.ts';
import { createDatabase, dropDatabase, patientWaits } from './database.ts';
import type { TestConfig } from './server.ts';

/** Lets servers unseal each other's data. */
export const sharedKey = Buffer.alloc(32, 7).toString('base64');

export interface EmptyPlace {
  config: TestConfig;
  /** As environment variables. */
  settings: Record<string, string>;
  remove(): Promise<void>;
}

/** A folder and, on PostgreSQL, a database with nothing in it, not even tables. */
export async function emptyPlace(
  on: 'sqlite' | 'postgres',
  given: Record<string, string> = {},
): Promise<EmptyPlace> {
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerage-place-'));
  const databaseUrl = on === 'postgres' ? await createDatabase(`place_${randomUUID()}`) : undefined;
  const settings = {
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    DATA_DIR: dataDir,
    SECRETS_KEY: sharedKey,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...given,
  };
  return {
    settings,
    config: { ...readConfig(settings), waits: patientWaits },
    async remove() {
      if (databaseUrl) await dropDatabase(new URL(databaseUrl).pathname.slice(1));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
