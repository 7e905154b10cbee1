import type { Database } from '../db/database.ts';
import { fromNow } from '../db/ids.ts';
import { hashToken, newToken } from './tokens.ts';

const day = 86_400_000;

/** Makes a link by which the first admin can be made, once, within a day; answers its address. */
export async function offerSetupLink(db: Database, baseUrl: string): Promise<string> {
  const token = newToken();
  await db
    .insertInto('setup_links')
    .values({ token_hash: hashToken(token), expires_at: fromNow(day) })
    .execute();
  // In the fragment, which no server and no log ever sees.
  return `${baseUrl}/setup#${token}`;
}
