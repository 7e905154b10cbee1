import { randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Brokerage } from '../../../../shared/site/brokerage.ts';
import { type Config, ConfigError } from '../../../platform/config.ts';
import type { Database } from '../../../platform/db/database.ts';
import { isCommonPassword, isPersonalPassword } from '../passwords/password-rules.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { hasNoUsers, insertAdmin } from './new-admin.ts';
import { offerSetupLink } from './setup.service.ts';

export type FirstAccess =
  | { kind: 'admin'; email: string }
  | { kind: 'sample-admin'; email: string; password: string }
  | { kind: 'setup-link'; url: string };

/**
 * Ensures that someone can sign in (docs/product.md P6.4).
 * @throws ConfigError when ADMIN_PASSWORD is common or made of names
 */
export async function firstAccess(db: Database, config: Config): Promise<FirstAccess | undefined> {
  if (!(await hasNoUsers(db))) return config.sampleContent ? knownSampleAdmin(config.dataDir) : undefined;
  if (config.firstAdmin) return createFirstAdmin(db, config.firstAdmin, config.brokerage);
  if (config.sampleContent) return createSampleAdmin(db, config.dataDir);
  return { kind: 'setup-link', url: await offerSetupLink(db, config.brokerage.baseUrl) };
}

async function createFirstAdmin(
  db: Database,
  { email, password }: { email: string; password: string },
  brokerage: Brokerage,
): Promise<FirstAccess> {
  const name = 'Administrator';
  if (await isCommonPassword(password)) throw new ConfigError(['ADMIN_PASSWORD: is too common']);
  if (isPersonalPassword(password, { name, email }, brokerage))
    throw new ConfigError(['ADMIN_PASSWORD: must not be ADMIN_EMAIL or the name of the brokerage']);
  // Several processes may start at once: the unique email lets only one insert the admin.
  await insertAdmin(db, { name, email, passwordHash: await hashPassword(password) });
  return { kind: 'admin', email };
}

const sampleAdminFile = (dataDir: string) => join(dataDir, 'sample-admin.txt');

async function createSampleAdmin(db: Database, dataDir: string): Promise<FirstAccess | undefined> {
  const email = 'admin@example.com';
  const password = randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password);
  if (!(await insertAdmin(db, { name: 'Sample Admin', email, passwordHash }))) return undefined;
  // Writing to an existing file would not change its mode.
  await rm(sampleAdminFile(dataDir), { force: true });
  await writeFile(sampleAdminFile(dataDir), `${email}\n${password}\n`, { mode: 0o600 });
  return { kind: 'sample-admin', email, password };
}

async function knownSampleAdmin(dataDir: string): Promise<FirstAccess | undefined> {
  const text = await readFile(sampleAdminFile(dataDir), 'utf8').catch(() => '');
  const [email, password] = text.split('\n');
  return email && password ? { kind: 'sample-admin', email, password } : undefined;
}
