import { readdir, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { operator } from '../../platform/audit/operator.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import { newId } from '../../platform/db/ids.ts';
import { fileCodeOf } from '../../platform/file-fault.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { recordFeedEvent } from '../posts/feed-events.service.ts';
import { articlesImporter, testimonialsImporter } from './import-content.ts';
import { postsImporter } from './import-posts.ts';
import { profilesImporter } from './import-profiles.ts';
import {
  batchesOf,
  type Import,
  isUnfinished,
  markFinished,
  type OldDocument,
  skipRepeated,
  write,
} from './import-state.ts';
import { usersImporter } from './import-users.ts';
import { countRecordStarts } from './json-documents.ts';
import { type Place, Report } from './report.ts';

/** In this order: what refers to others comes after them. */
const files = [
  { what: 'users', importer: usersImporter },
  { what: 'profiles', importer: profilesImporter },
  { what: 'posts', importer: postsImporter },
  { what: 'testimonials', importer: testimonialsImporter },
  { what: 'articles', importer: articlesImporter },
] as const;

const batchSize = 200;

/** @throws OperatorError when it is none, or may not be read */
async function demandFolder(folder: string): Promise<void> {
  try {
    await readdir(folder);
  } catch (error) {
    const code = fileCodeOf(error);
    if (code === undefined) throw error;
    const why =
      code === 'ENOENT'
        ? 'There is no such folder'
        : `It cannot be read by ${userInfo().username}, as whom this runs`;
    throw new OperatorError(`${folder} cannot be imported. ${why} (${code}).`, { cause: error });
  }
}

/**
 * Imports the mongoexport files of a folder; earlier imports stay as they are. A dry run only reports. It may end
 * anywhere and be run again.
 * @throws OperatorError when the folder cannot be read, or has none of the files
 */
export async function importData(
  given: Pick<Import, 'parts' | 'folder' | 'dryRun' | 'progress'>,
): Promise<Report> {
  const present: {
    file: string;
    path: string;
    importer: (typeof files)[number]['importer'];
    what: (typeof files)[number]['what'];
  }[] = [];
  await demandFolder(given.folder);
  for (const { what, importer } of files) {
    const file = `${what}.json`;
    const path = join(given.folder, file);
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile()) present.push({ file, path, importer, what });
  }
  if (present.length === 0) {
    const names = files.map(({ what }) => `${what}.json`).join(', ');
    throw new OperatorError(`${given.folder} has none of the files ${names}.`);
  }
  const goesOn = await isUnfinished(given.parts.db);
  const run: Import = { ...given, report: new Report(), accounts: await readAccounts(given.parts.db) };
  for (const { file, path, importer, what } of present) {
    const add: (batch: OldDocument[]) => Promise<void> = importer(run);
    const onFault = (place: Place, reason: string) => run.report.skip(what, place, reason);
    const withoutRepeated = skipRepeated(run, what);
    for await (const batch of batchesOf(path, file, batchSize, onFault)) {
      await add(withoutRepeated(batch));
      run.progress(`${file}: ${run.report.counts[what].read} read`);
    }
    const { read } = run.report.counts[what];
    const begun = await countRecordStarts(path);
    if (read === 0 && begun === 0) run.report.empty.push(file);
    if (begun > read) run.report.uncounted.push({ file, begun, read });
  }
  await finish(run, goesOn);
  return run.report;
}

async function readAccounts(db: Import['parts']['db']): Promise<Set<string>> {
  const users = await db.selectFrom('users').select('id').execute();
  return new Set(users.map(({ id }) => id));
}

/** Lets open feeds reload, and records how much was imported; also for an earlier run that was killed before. */
async function finish(run: Import, goesOn: boolean): Promise<void> {
  const made = Object.entries(run.report.counts)
    .filter(([, count]) => count.new > 0)
    .map(([what, count]) => `${what}: ${count.new}`);
  await write(run, async (transaction) => {
    if (!(await markFinished(transaction))) return;
    await recordAuditEvent(transaction, operator, {
      action: 'data.imported',
      object: { id: newId(), name: 'Export of another system' },
      details: [...made, ...(goesOn ? ['more by an interrupted run before'] : [])].join('; '),
    });
    await recordFeedEvent(transaction, { kind: 'reload' });
  });
}
