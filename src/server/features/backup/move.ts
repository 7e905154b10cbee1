import { z } from 'zod';
import type { Database } from '../../platform/db/database.ts';
import { sayingFaults } from '../../platform/db/database-fault.ts';
import { labelOf } from '../../platform/db/database-label.ts';
import { forgetMove, noteMove } from '../../platform/db/former-database.ts';
import { migrationNames } from '../../platform/db/migrate.ts';
import { appliedMigrations } from '../../platform/db/run-migrations.ts';
import { openForSoleUse } from '../../platform/db/sole-use.ts';
import {
  countRows,
  insertLines,
  RowHash,
  readBatches,
  type StoredTable,
  storedTables,
} from '../../platform/db/stored-tables.ts';
import { readState, refuseUnfinished, unfinishedSource, writeState } from '../../platform/db/unfinished.ts';
import { openImageStore } from '../../platform/images/open-image-store.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { copyImages } from './copy-images.ts';
import {
  beginFilling,
  compareTables,
  type Erasures,
  type ExpectedTable,
  finishFilling,
  isEmpty,
  withoutTimeLimit,
} from './fill.ts';
import { refuseNewer } from './manifest.ts';
import { Pace, type Report } from './report.ts';
import type { DataSettings } from './write-archive.ts';

/**
 * Copies the whole database, secrets included, into an empty one of either engine, and the images into another folder. Interrupted, the
 * same call goes on
 * where it was. Both databases are locked against servers; an embedded source gets a note, and stays as it is.
 * @throws OperatorError when one is in use, the target is not empty, or a hash differs
 */
export async function moveDatabase(
  from: DataSettings,
  to: DataSettings,
  { report, erasures }: MoveOptions,
): Promise<void> {
  const source = await openForSoleUse(from);
  try {
    const target = await openForSoleUse(to);
    try {
      // When both are of one kind, the error is blamed on the target: it is written to, and its disk can be full.
      await sayingFaults(from, () =>
        sayingFaults(to, () =>
          withoutTimeLimit(source.db, (snapshot) =>
            copyAll(snapshot, target.db, { from, to, report, erasures }),
          ),
        ),
      );
    } finally {
      await target.close();
    }
    if (!to.databaseUrl) forgetMove(to.dataDir);
    // Still locked: no server begins on it in between.
    if (!from.databaseUrl) noteMove(from.dataDir, labelOf(to));
  } finally {
    await source.close();
  }
}

interface MoveOptions {
  report: Report;
  erasures?: Erasures | undefined;
}

interface Copying {
  from: DataSettings;
  to: DataSettings;
  report: Report;
  /** Erasures that an older backup, put back at `from`, does not know. */
  erasures?: Erasures | undefined;
}

async function copyAll(
  source: Database,
  target: Database,
  { from: origin, to, report, erasures }: Copying,
): Promise<void> {
  const from = labelOf(origin);
  await refuseUnfinished(source);
  const migrations = await appliedMigrations(source);
  if (migrations.length === 0) throw new OperatorError(`There is nothing in ${from}.`);
  refuseNewer(migrations, `What is in ${from}`);
  const compared = await beginOrGoOn(target, { from, migrations, report });
  if (!compared) {
    await compareTables(target, await copyTables(source, target, report), report);
    await writeState(target, steps.compared, 'yes');
  }
  // Before the mark is taken away: what interrupts it then goes on.
  await copyFolder(source, { from: origin, to, report });
  await finishFilling(target, { erasures: erasures && { ...erasures, config: to }, report });
}

/** Stored among the names of tables, none of which looks like this. */
const steps = { begun: 'step: tables made', compared: 'step: rows compared' };

/** True when all rows are there already. */
async function beginOrGoOn(
  target: Database,
  { from, migrations, report }: { from: string; migrations: string[]; report: Report },
): Promise<boolean> {
  const left = await unfinishedSource(target);
  const isOurs = left === from && (await readState(target, steps.begun)) === migrations.join();
  const compared = isOurs && (await readState(target, steps.compared)) !== undefined;
  // SQLite migrates in more than one transaction: one that was interrupted cannot go on.
  const mayBeHalfMigrated = compared && migrations.length < migrationNames.length;
  if (isOurs && !mayBeHalfMigrated) {
    report.line('An interrupted move goes on.');
    return compared;
  }
  if (left !== undefined) report.line(`The target is half filled from ${left}; starting over.`);
  else if (!(await isEmpty(target)))
    throw new OperatorError('The target is not empty. Move into a new database, or a new folder.');
  await beginFilling(target, { from, migrations });
  await writeState(target, steps.begun, migrations.join());
  return false;
}

async function copyFolder(source: Database, { from, to, report }: Copying): Promise<void> {
  if (from.s3 || from.dataDir === to.dataDir) return;
  await copyImages(source, { from: openImageStore(from), to: openImageStore(to), report });
}

async function copyTables(source: Database, target: Database, report: Report): Promise<ExpectedTable[]> {
  const tables = await storedTables(source);
  const targets = new Map((await storedTables(target)).map((table) => [table.name, table]));
  let total = 0;
  for (const table of tables) total += await countRows(source, table);
  const pace = new Pace(report, 'rows', total);
  const expected: ExpectedTable[] = [];
  for (const table of tables) {
    const to = targets.get(table.name);
    if (!to) throw new OperatorError(`There is a table ${table.name} that this software did not make.`);
    expected.push(await copyTable(source, target, { table, to, pace }));
  }
  pace.end();
  return expected;
}

const progress = z.object({ after: z.array(z.unknown()), rows: z.int(), hash: z.string() });

async function copyTable(
  source: Database,
  target: Database,
  { table, to, pace }: { table: StoredTable; to: StoredTable; pace: Pace },
): Promise<ExpectedTable> {
  const { name } = table;
  const state = await readState(target, name);
  const done = state === undefined ? undefined : progress.parse(JSON.parse(state));
  const hash = new RowHash(done);
  pace.skip(hash.rows);
  for await (const { lines, last } of readBatches(source, table, { after: done?.after })) {
    hash.add(lines);
    await target.transaction().execute(async (transaction) => {
      await insertLines(transaction, to, lines);
      const after = JSON.stringify({ after: last, rows: hash.rows, hash: hash.hash });
      await writeState(transaction, name, after);
    });
    pace.add(lines.length);
  }
  return { name, rows: hash.rows, hash: hash.hash };
}
