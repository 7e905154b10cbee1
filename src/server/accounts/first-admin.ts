import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { newId, now } from '../db/ids.ts';
import { hashPassword } from './passwords.ts';
import { offerSetupLink } from './setup.service.ts';

/** How the operator gets in; undefined when there is somebody who can sign in already. */
export type FirstAccess =
  | { kind: 'admin'; email: string }
  | { kind: 'sample-admin'; email: string; password: string }
  | { kind: 'setup-link'; url: string };

/**
 * Makes sure that somebody can sign in: the admin of the settings, a sample admin under sample content, or else
 * a one-time link by which the first admin is made (product.md, Accounts).
 */
export async function firstAccess(db: Database, config: Config): Promise<FirstAccess | undefined> {
  if (!(await hasNoUsers(db))) return config.sampleContent ? knownSampleAdmin(config.dataDir) : undefined;
  if (config.firstAdmin) {
    await createAdmin(db, { ...config.firstAdmin, name: 'Administrator' });
    return { kind: 'admin', email: config.firstAdmin.email };
  }
  if (config.sampleContent) return createSampleAdmin(db, config.dataDir);
  return { kind: 'setup-link', url: await offerSetupLink(db, config.brokerage.baseUrl) };
}

/** True while nobody can have signed in yet. */
export async function hasNoUsers(db: Database): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined;
}

/** Several processes may start at once: the unique e-mail lets one of them make the admin. */
export async function createAdmin(
  db: Database,
  { name, email, password }: { name: string; email: string; password: string },
): Promise<string | undefined> {
  const made = await db
    .insertInto('users')
    .values({
      id: newId(),
      name,
      email,
      password_hash: await hashPassword(password),
      admin: true,
      suspended_at: null,
      last_sign_in_at: null,
      created_at: now(),
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id;
}

const sampleAdminFile = (dataDir: string) => join(dataDir, 'sample-admin.txt');

async function createSampleAdmin(db: Database, dataDir: string): Promise<FirstAccess> {
  const email = 'admin@example.com';
  const password = randomBytes(12).toString('base64url');
  await createAdmin(db, { name: 'Sample Admin', email, password });
  await writeFile(sampleAdminFile(dataDir), `${email}\n${password}\n`, { mode: 0o600 });
  return { kind: 'sample-admin', email, password };
}

/** The sample admin as the first start wrote it down, so that later starts can print it again. */
async function knownSampleAdmin(dataDir: string): Promise<FirstAccess | undefined> {
  const text = await readFile(sampleAdminFile(dataDir), 'utf8').catch(() => '');
  const [email, password] = text.split('\n');
  return email && password ? { kind: 'sample-admin', email, password } : undefined;
}
