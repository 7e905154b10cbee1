import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';

type Db = Database | DatabaseTransaction;

export const brokerLicenseName = 'brokerage-license';

/** The brokerage's license number, and whether an admin has saved it; else it is that of the server's settings. */
export async function brokerLicense(db: Db): Promise<{ number: string | null; isSaved: boolean }> {
  const row = await db
    .selectFrom('site_settings')
    .select('settings')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  const saved: { brokerage?: { license?: string } } = row ? JSON.parse(row.settings) : {};
  const number = saved.brokerage?.license ?? (await notedLicense(db));
  return { number: number ?? null, isSaved: saved.brokerage?.license !== undefined };
}

export const notedLicense = async (db: Db): Promise<string | undefined> =>
  (await db.selectFrom('secrets').select('value').where('name', '=', brokerLicenseName).executeTakeFirst())
    ?.value;
