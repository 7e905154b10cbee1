import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';

type Db = Database | DatabaseTransaction;

/** Names of secrets: what the server's settings say of the brokerage. */
export const notedNames = { license: 'brokerage-license', legalName: 'brokerage-legal-name' } as const;

interface BrokerFacts {
  number: string | null;
  legalName: string | null;
  /** Whether an admin has saved the number. */
  isSaved: boolean;
}

/** The brokerage's license number and legal name as an admin has saved them; else those of the server's settings. */
export async function brokerLicense(db: Db): Promise<BrokerFacts> {
  const row = await db
    .selectFrom('site_settings')
    .select('settings')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { brokerage: saved = {} }: { brokerage?: { license?: string; legalName?: string } } = row
    ? JSON.parse(row.settings)
    : {};
  const noted = await notedOf(db);
  return {
    number: saved.license ?? noted.license ?? null,
    legalName: saved.legalName ?? noted.legalName ?? null,
    isSaved: saved.license !== undefined,
  };
}

type Noted = Partial<Record<keyof typeof notedNames, string>>;

export async function notedOf(db: Db): Promise<Noted> {
  const rows = await db
    .selectFrom('secrets')
    .select(['name', 'value'])
    .where('name', 'in', Object.values(notedNames))
    .execute();
  const noted = (wanted: string) => rows.find(({ name }) => name === wanted)?.value;
  return { license: noted(notedNames.license), legalName: noted(notedNames.legalName) };
}
