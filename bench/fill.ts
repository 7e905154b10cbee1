import { migrate } from '../src/server/platform/db/migrate.ts';
import { type FeedSize, fillFeed } from './fill-feed.ts';
import { fillOffice, makeModels, type OfficeSize } from './fill-office.ts';
import { openToFill, type Place } from './fill-rows.ts';

/** Fills a new database with a feed, and with the data of an office if `office` is given. */
export async function fill(place: Place, size: FeedSize, office?: OfficeSize): Promise<void> {
  const db = openToFill(place);
  try {
    await migrate(db);
    const models = office && (await makeModels(place, office));
    await fillFeed(db, size);
    if (office && models) await fillOffice(db, models, office);
  } finally {
    await db.destroy();
  }
}
