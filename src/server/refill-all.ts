import { refillAccountNames } from './features/agreements/renamed.ts';
import { refillPaidFigures } from './features/bookkeeping/paid-figures.ts';
import { refillCorporationsPaid } from './features/closings/corporations-paid.ts';
import { refillDues } from './features/dues/adopt-charges.ts';
import { refillPageWords } from './features/handbook/page-words.ts';
import { refillPhones } from './features/leads/refill-phones.ts';
import { refillPayees } from './features/member-files/corporations.ts';
import { refillMentions } from './features/mentions/refill-mentions.ts';
import { refillPostWords } from './features/posts/post-search.ts';
import { refillSearchWords } from './features/search/refill-search-words.ts';
import type { Database } from './platform/db/database.ts';
import { now } from './platform/db/ids.ts';

/** By a name for each; what changes once more takes another name. Each returns how much it wrote. */
const refills: [name: string, refill: (db: Database) => Promise<number>][] = [
  ['search words', refillSearchWords],
  ['phone numbers with letters', refillPhones],
  ['words of posts', refillPostWords],
  ['words of pages', refillPageWords],
  ['mentions', refillMentions],
  ['payees of members', refillPayees],
  ['names of accounts at signing', refillAccountNames],
  ['charges that stay due', refillDues],
  ['paid figures', refillPaidFigures],
  ['corporations paid', refillCorporationsPaid],
];

/**
 * Writes again what rows of an earlier version, or of a backup of one, hold in a former form. Each goes through all rows daily
 * until it finds nothing to write: an earlier version may still be writing beside.
 */
export async function refillAll(db: Database): Promise<void> {
  const finished = new Set((await db.selectFrom('refills').select('name').execute()).map(({ name }) => name));
  for (const [name, refill] of refills) {
    if (finished.has(name) || (await refill(db)) > 0) continue;
    await db
      .insertInto('refills')
      .values({ name, finished_at: now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
