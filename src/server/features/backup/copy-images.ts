import { storedFiles } from '../../../shared/images/images.ts';
import type { Database } from '../../platform/db/database.ts';
import type { ImageStore } from '../../platform/images/image-store.ts';
import { Pace, type Report } from './report.ts';
import { readImage } from './write-archive.ts';

/**
 * Copies the files of every image that the target lacks; returns the number of images whose files are missing in both.
 * The source is left as it is. Run again, it goes on.
 * @throws StoreError
 */
export async function copyImages(
  db: Database,
  { from, to, report }: { from: ImageStore; to: ImageStore; report: Report },
): Promise<number> {
  const rows = await db
    .selectFrom('images')
    .select(['id', 'kind', 'unused_since'])
    .where('purge_started_at', 'is', null)
    .orderBy('id')
    .execute();
  const pace = new Pace(report, 'images', rows.length);
  let missing = 0;
  for (const { id, kind, unused_since } of rows) {
    const isThere = await copyImage(id, storedFiles(kind), { from, to });
    if (!isThere && unused_since === null) {
      missing++;
      report.line(`The files of image ${id} are missing.`);
    }
    pace.add(1);
  }
  pace.end();
  return missing;
}

/** False when neither store has all files. */
async function copyImage(
  id: string,
  names: string[],
  { from, to }: { from: ImageStore; to: ImageStore },
): Promise<boolean> {
  const present = await readImage(to, id, names);
  if (present.every(({ bytes }) => bytes)) return true;
  const found = await readImage(from, id, names);
  const files = found.flatMap(({ name, bytes }) => (bytes ? [{ name, bytes }] : []));
  if (files.length === 0) return false;
  // Left of an interrupted copy.
  await to.remove(id, names);
  await to.put(id, files);
  return files.length === names.length;
}
