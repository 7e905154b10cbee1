import { migrate } from '../src/server/platform/db/migrate.ts';
import { type FeedSize, fillFeed } from './fill-feed.ts';
import { fillOffice, makeModels, type OfficeSize } from './fill-office.ts';
import { createDatabase, openToFill, type Place } from './fill-rows.ts';

/** A new place with such data; `serverUrl` is of a PostgreSQL where databases may be created, if it is to be there. */
export async function filledPlace(
  dataDir: string,
  serverUrl: string | undefined,
  size: FeedSize,
  office?: OfficeSize,
): Promise<Place> {
  const name = `filled_${size.posts}_${Date.now()}`;
  const place = { dataDir, databaseUrl: serverUrl && (await createDatabase(serverUrl, name)) };
  await fill(place, size, office);
  return place;
}

/** Fills a new database with a feed, and with the data of an office if `office` is given. */
export async function fill(place: Place, size: FeedSize, office?: OfficeSize): Promise<void> {
  await using db = openToFill(place);
  await migrate(db);
  const models = office && (await makeModels(place, office));
  await fillFeed(db, size);
  if (office && models) await fillOffice(db, models, office);
}
