import { type StoredKind, storedFiles } from '../../../shared/images/images.ts';
import { second } from '../../../shared/time.ts';
import type { Database } from '../../platform/db/database.ts';
import { isDatabaseAway } from '../../platform/db/database-away.ts';

const max = 10_000;
/** Another process may yet add an image, if only under an id that was guessed. */
const missingFor = 10 * second;

/** Which images exist, so that requests for others cost no call to the image store. */
export class KnownImages {
  readonly #db: Database;
  readonly #kinds = new Map<string, StoredKind>();
  /** Apart, so that requests for unknown ids displace no known ones. */
  readonly #missing = new Map<string, number>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** False when there is no such image, or it has no file of that name. */
  async hasFile(id: string, name: string): Promise<boolean> {
    const kind = this.#kinds.get(id) ?? (await this.#read(id));
    return kind !== undefined && (kind === 'any' || storedFiles(kind).includes(name));
  }

  /** Call it when the store has lost the image. */
  forget(id: string): void {
    this.#kinds.delete(id);
  }

  async #read(id: string): Promise<StoredKind | 'any' | undefined> {
    if ((this.#missing.get(id) ?? 0) > Date.now()) return undefined;
    try {
      const row = await this.#db.selectFrom('images').select('kind').where('id', '=', id).executeTakeFirst();
      if (row) remember(this.#kinds, id, row.kind);
      else remember(this.#missing, id, Date.now() + missingFor);
      return row?.kind;
    } catch (error) {
      // Images are shown while the database is away.
      if (isDatabaseAway(error)) return 'any';
      throw error;
    }
  }
}

function remember<T>(map: Map<string, T>, key: string, value: T): void {
  // Deleted first: the map is ordered by age.
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > max && oldest !== undefined) map.delete(oldest);
}
